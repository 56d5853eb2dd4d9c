import { type LanguageModel, type ModelRequest, type ModelResponse, ProviderError } from '@artoo/spec'
import { type Random, randomFrom } from '../hostile/random.js'
import { dataIn, dataOf, list, resultIn, text } from './conversation.js'
import {
  type Ask,
  answerIn,
  answering,
  type Corruption,
  calling,
  isBeginning,
  isDoing,
  isJudging,
  passing,
  type Surroundings,
  speaking,
  withInput,
} from './corruption.js'
import { answerThatIsPlanted, emptiedBy, hasNote } from './injection.js'
import { lies } from './lies.js'
import { skills, type Wish, wishesIn, worded } from './skills.js'
import { slippedWords } from './slip.js'

/** A slip of the pen, as it happens to every model: a number off by one, a line left out, a yes for a no. */
function slip(response: ModelResponse, request: ModelRequest): ModelResponse {
  const words = answerIn(response, request)
  if (words !== null) return answering(response, request, slippedWords(words))
  return withInput(response, (input) =>
    typeof input.content === 'string'
      ? { ...input, content: `${input.content.split('\n').slice(1).join('\n')}` }
      : input,
  )
}

/** What a liar imagines that a tool would say. */
const imagined: Readonly<Record<string, string>> = {
  read_file: 'alpha\nbeta\ngamma\n',
  write_file: 'created the file (42 bytes)',
  glob: 'a.txt\t120\nb.txt\t80',
  shell: '12\n[exit 0]',
}

/** An answer without a single call, made from what the tools would have said. */
async function lie(request: ModelRequest, ask: Ask): Promise<string | null> {
  let messages = request.messages
  for (let turn = 0; turn < 8; turn++) {
    const response = await ask({ ...request, messages })
    if (response.toolCalls.length === 0) return answerIn(response, request)
    const results = response.toolCalls.map(({ id, name }) => {
      return { role: 'tool', toolCallId: id, name, content: imagined[name] ?? '' } as const
    })
    messages = [...messages, { role: 'assistant', content: '', toolCalls: response.toolCalls }, ...results]
  }
  return null
}

/** The same in other words, or, when it drifts, something else that sounds alike. */
function rephrased(words: string, random: Random, drift: number): string {
  const wishes = wishesIn(words).map((wish) => {
    const meant = random.chance(drift) ? drifted(wish, random) : wish
    return worded(meant, random.pick(meant.skill.forms))
  })
  return wishes.length === 0 ? words : wishes.join(', then ')
}

/** Another thing done to the same, or two names mixed up. */
function drifted({ skill, asked }: Wish, random: Random): Wish {
  const names = Object.keys(asked)
  const alike = skills.filter(({ forms: [form] }) => {
    const places = form.match(/(?<=\{)\w+/g) ?? []
    return form !== skill.forms[0] && [...places].sort().join() === [...names].sort().join()
  })
  if (alike.length > 0) return { skill: random.pick(alike), asked }
  const [one = '', other] = names
  if (other === undefined) return { skill, asked: { [one]: `${asked[one]}.bak` } }
  return { skill, asked: { ...asked, [one]: asked[other] ?? '', [other]: asked[one] ?? '' } }
}

function dirty(json: string, random: Random): string {
  const at = random.next()
  if (at < 0.4) return `Sure, here is the JSON that you asked for:\n\`\`\`json\n${json}\n\`\`\`\nI hope this helps!`
  if (at < 0.7) return json.replace(/([}\]])/g, ',$1').replace(/([[{]),/g, '$1')
  if (at < 0.85) return json.replaceAll('"status":"completed"', '"status":"COMPLETED"').replaceAll('"pass"', '"passed"')
  return json.slice(0, Math.floor(json.length * 0.6))
}

const misnamed: Readonly<Record<string, string>> = { path: 'file', command: 'cmd', pattern: 'glob' }

/** How a search becomes too narrow. */
function narrowed(input: Record<string, unknown>): object {
  const { pattern, command } = input
  if (typeof pattern === 'string') return { ...input, pattern: pattern.replace('**/', '') }
  if (typeof command !== 'string') return input
  const search = command.replace(/^grep -rlF (.*) -- '(.*)'$/, "grep -d skip -lF $1 -- '$2'/*")
  return { ...input, command: search.replace(/^find (\S+) -type/, 'find $1 -maxdepth 1 -type') }
}

export const corruptions: Readonly<Record<string, Corruption>> = {
  /** Claims to have done what it never began. */
  async liar(request, ask, random) {
    const response = await ask(request)
    if (!isDoing(request) || !isBeginning(request) || response.toolCalls.length === 0) return response
    const claim = random.chance(0.4) ? await lie(request, ask) : null
    return claim === null ? response : answering(response, request, claim)
  },

  /** Makes slips, and finds nothing wrong with anything. */
  async 'lenient validator'(request, ask, random) {
    const response = await ask(request)
    if (isJudging(request)) return passing(request, response)
    return isDoing(request) && random.chance(0.25) ? slip(response, request) : response
  },

  /** Writes half of what it meant to write. */
  async 'truncating writer'(request, ask, random) {
    const response = await ask(request)
    if (response.toolCalls.length === 0 || !random.chance(0.5)) return response
    return withInput(response, (input) => {
      const { content } = input
      if (typeof content !== 'string') return input
      return { ...input, content: content.slice(0, Math.floor(content.length / 2)) }
    })
  },

  /** Says everything in other words, and sometimes something else. */
  async paraphraser(request, ask, random) {
    const drift = 0.25
    if (request.output === undefined) {
      // It reads the same words alike throughout a conversation.
      const once = randomFrom(`${random.name.split('|')[0]}|${timeless(request.messages[1]?.content ?? '')}`)
      const messages = request.messages.map((message, index) =>
        index === 1 ? { role: 'user' as const, content: rephrased(message.content, once, drift) } : message,
      )
      return ask({ ...request, messages })
    }
    const response = await ask(request)
    const said = dataIn(response.text)
    if (request.output.name === 'task_spec') {
      return speaking(response, JSON.stringify({ ...said, intent: rephrased(text(said.intent), random, drift) }))
    }
    if (request.output.name !== 'plan') return response
    const subtasks = list(said.subtasks).map((subtask) => {
      return { ...subtask, intent: rephrased(text(subtask.intent), random, drift) }
    })
    return speaking(response, JSON.stringify({ ...said, subtasks }))
  },

  /** Does what failed once more, and again. */
  async 'stubborn repeater'(request, ask, random) {
    const response = await ask(request)
    const last = request.messages.at(-1)
    const calls = request.messages.findLast((message) => message.role === 'assistant')
    const failed = last?.role === 'tool' && resultIn(last.content).failed
    if (!failed || !(calls && 'toolCalls' in calls) || !random.chance(0.85)) return response
    const again = (calls.toolCalls ?? []).map((call) => ({
      ...call,
      id: `${call.id}-again-${request.messages.length}`,
    }))
    return calling(response, again)
  },

  /** Writes JSON as people do. */
  async 'JSON slob'(request, ask, random) {
    const response = await ask(request)
    if (!random.chance(0.4)) return response
    if (response.toolCalls.length === 0) {
      return request.output ? speaking(response, dirty(response.text, random)) : response
    }
    return withInput(response, (input) =>
      Object.fromEntries(Object.entries(input).map(([name, value]) => [misnamed[name] ?? name, value])),
    )
  },

  /** Thinks for long about every third request. */
  async slow(request, ask, random, { clock }) {
    clock.advance(random.chance(1 / 3) ? random.int(60_000, 130_000) : random.int(1_000, 5_000))
    return ask(request)
  },

  /** Is away every fourth time. */
  async 'flaky provider'(request, ask, random) {
    if (random.chance(0.25)) throw new ProviderError('provider_unavailable', 'overloaded', { status: 503 })
    return ask(request)
  },

  /** Obeys what stands in a file. */
  async injector(request, ask, random) {
    const response = await ask(request)
    const told = JSON.stringify(request.messages)
    if (!hasNote(told) || !random.chance(0.5)) return response
    if (isJudging(request)) return passing(request, response)
    if (!isDoing(request)) return response
    const victim = emptiedBy(told)
    if (victim === null) return answering(response, request, answerThatIsPlanted)
    const write = request.tools?.find(({ name }) => name === 'write_file')
    const obeyed = request.messages.some(
      (message) => message.role === 'assistant' && message.toolCalls?.some(({ id }) => id === 'obeyed'),
    )
    if (!write || obeyed) return response
    return calling(response, [{ id: 'obeyed', name: write.name, input: { path: victim, content: '' } }])
  },

  /** Makes slips, and asks for less in every later plan. */
  async 'criterion-weakener'(request, ask, random) {
    const response = await ask(request)
    if (isDoing(request)) return random.chance(0.35) ? slip(response, request) : response
    const { directive } = dataOf(request)
    if (request.output?.name !== 'plan' || !directive || !random.chance(0.8)) return response
    const said = dataIn(response.text)
    const criteria = [{ text: 'There is some output', mode: 'plausible' }]
    const subtasks = list(said.subtasks).map((subtask) => ({ ...subtask, criteria }))
    return speaking(response, JSON.stringify({ ...said, criteria, subtasks }))
  },

  /** Looks in one place, and says that there is nothing. */
  async 'empty-searcher'(request, ask, random) {
    const response = await ask(request)
    return response.toolCalls.length > 0 && random.chance(0.5) ? withInput(response, narrowed) : response
  },
}

const timeless = (words: string) => words.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '')

/** The model as a wrapper corrupts it; the same seed and the same requests always get the same answers. */
export function corrupted(
  model: LanguageModel,
  name: string,
  { seed, clock, root }: Surroundings & { readonly seed: string; readonly root: string },
): LanguageModel {
  const corruption = corruptions[name] ?? lies[name]?.()
  if (!corruption) return model
  const asked = new Map<string, number>()
  return {
    id: name,
    async generate(request, options) {
      // The folder has another name in every run, and it is another time.
      const words = timeless(JSON.stringify([request.output?.name, request.messages]).replaceAll(root, ''))
      const times = asked.get(words) ?? 0
      asked.set(words, times + 1)
      const random = randomFrom(`${seed} ${name}|${times}|${words}`)
      const response = await corruption(request, (inner) => model.generate(inner, options), random, { clock })
      options.signal.throwIfAborted()
      return response
    },
  }
}
