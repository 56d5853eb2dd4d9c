import type { LanguageModel, ModelRequest, ModelResponse } from '@artoo/spec'
import { dataOf, inOrder, list, resume, text } from './conversation.js'
import { type Call, type Hands, toolsOf } from './hands.js'
import { criterionTexts, judge, verify, wantsReading } from './judge.js'
import { meaning, type Wish, wishesIn, worded } from './skills.js'

type Turn = { readonly call: Call } | { readonly says: string } | { readonly json: unknown }

const answers: Readonly<Record<string, (request: ModelRequest) => Turn>> = {
  task_spec: (request) => ({ json: perceive(text(dataOf(request).text)) }),
  plan: (request) => ({ json: plan(request) }),
  execution: execute,
  verdicts: (request) => ({ json: judge(dataOf(request)) }),
  last_verdicts: (request) => ({ json: judge(dataOf(request)) }),
  verification: (request) => ({ json: verify(dataOf(request)) }),
}

/** How an answer begins that is none. */
export const givingUp = 'I could not do it: '

/**
 * A model that follows rules, and follows them well: it knows only what its request holds, and what the tools tell it. Asked for
 * no structured output it does what the user's words ask for.
 */
export function solver(): LanguageModel {
  return {
    id: 'solver',
    async generate(request, { signal }) {
      signal.throwIfAborted()
      const answer = answers[request.output?.name ?? ''] ?? converse
      return respond(request, answer(request))
    },
  }
}

function respond({ messages }: ModelRequest, turn: Turn): ModelResponse {
  const said = 'json' in turn ? JSON.stringify(turn.json) : 'says' in turn ? turn.says : ''
  const toolCalls =
    'call' in turn ? [{ id: `call-${messages.length}`, name: turn.call.tool, input: turn.call.input }] : []
  return { text: said, toolCalls, finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop' }
}

/** R1 */
function perceive(words: string) {
  return { intent: words.trim(), scope: null, deadline: null, questions: [] }
}

const tryAgain = 'An earlier attempt may have done this already: look before you write.'

/** R2: a subtask for each thing that is asked for, each time by another way. */
function plan(request: ModelRequest): unknown {
  const data = dataOf(request)
  const isNew = data.directive === null || data.directive === undefined
  const understood = isNew ? wishesIn(text(data.intent)) : []
  const greeting = saying(text(data.rawInput))
  if (greeting !== null && data.mayAnswer === true) {
    return { asks: 'answer', criteria: [], subtasks: [], answer: greeting }
  }
  const asked = understood.length > 0 ? understood : wishesIn(text(data.rawInput))
  const done = list(data.done).flatMap(({ intent }) => wishesIn(text(intent)))
  const isDone = (wish: Wish) => done.some((one) => meaning([one]) === meaning([wish]))
  const wishes = asked.every(isDone) ? asked : asked.filter((wish) => !isDone(wish))
  if (wishes.length === 0) return impossible(`I don't know how to do that: ${text(data.intent)}`)
  const tools = toolsOf(list(data.tools).map(({ name, description }) => described(name, description)))
  const turnedDown = request.messages.filter(({ role }) => role === 'assistant').length
  const earlier = (Array.isArray(data.earlierPlans) ? data.earlierPlans.length : 0) + turnedDown
  const checks = list(data.checks).map(({ name }) => text(name))
  const subtasks = wishes.map((wish, index) => subtaskFor(wish, { tools, checks, earlier, sequence: index + 1, isNew }))
  if (subtasks.some((subtask) => subtask === null)) return impossible('the tools for that are missing')
  const asks = asked.some(isChange) ? 'change' : 'answer'
  return { asks, criteria: [{ text: criterionTexts.task, mode: 'plausible' }], subtasks }
}

/** What needs no tool. */
const saying = (words: string) => /^Say "(.+)"$/.exec(words.trim())?.[1] ?? null

function impossible(why: string) {
  return { criteria: [], subtasks: [], impossible: why }
}

/** The file that is to be written. */
const targetOf = ({ asked }: Wish) => asked.to ?? asked.path ?? 'the file'

const isChange = ({ skill }: Wish) => skill.changes ?? skill.ways.some((way) => way.includes('write'))

interface Situation {
  readonly tools: Hands['tools']
  /** Names of those that there are. */
  readonly checks: readonly string[]
  readonly earlier: number
  readonly sequence: number
  readonly isNew: boolean
}

function subtaskFor(wish: Wish, { tools, checks, earlier, sequence, isNew }: Situation): unknown {
  const ways = wish.skill.ways.filter((way) => way.every((ability) => tools[ability]))
  const way = ways[earlier % ways.length]
  if (!way) return null
  const again = earlier >= ways.length ? `Once more (${earlier}): ` : ''
  const writes = wish.skill.ways.some((abilities) => abilities.includes('write'))
  const { answer, readBack, nothingElse } = criterionTexts
  const criteria = writes ? [answer, readBack, nothingElse] : [answer, nothingElse]
  const aboutOf = (criterion: string) => (criterion === readBack ? 'world' : 'answer')
  const naming = (criterion: string) =>
    criterion === readBack ? criterion.replace('the file', targetOf(wish)) : criterion
  return {
    intent: `${again}${worded(wish)}`,
    sequence,
    // A check knows no other place than the user named, so it is for the first try.
    criteria: [
      ...criteria.map((criterion) => ({
        text: naming(criterion),
        mode: 'verifiable',
        about: aboutOf(criterion),
        ...(way.length === 0 && { source: 'request' }),
      })),
      ...(isNew ? checked(wish, checks) : []),
    ],
    tools: way.map((ability) => tools[ability]),
    context: isNew ? null : tryAgain,
  }
}

function checked({ skill, asked }: Wish, known: readonly string[]) {
  if (!skill.check) return []
  const { check: name, ...values } = skill.check(asked)
  return known.includes(name)
    ? [{ text: criterionTexts.byCode, mode: 'verifiable', check: { name, arguments: values } }]
    : []
}

/** R3 */
function execute(request: ModelRequest): Turn {
  const data = dataOf(request)
  const criteria = Array.isArray(data.criteria) ? data.criteria.map(text) : []
  const turn = work(text(data.intent), request, {
    readsBack: wantsReading(criteria),
    isWary: text(data.context).includes(tryAgain),
  })
  if ('call' in turn) return turn
  return 'stuck' in turn
    ? { json: { status: 'failed', output: '', reason: turn.stuck } }
    : { json: { status: 'completed', output: turn.says, reason: null } }
}

/** No role at all. */
function converse(request: ModelRequest): Turn {
  const words = request.messages.find(({ role }) => role === 'user')?.content ?? ''
  const turn = work(words, request, { readsBack: false, isWary: false })
  return 'stuck' in turn ? { says: givingUp + turn.stuck } : turn
}

function work(
  words: string,
  { messages, tools = [] }: ModelRequest,
  how: Pick<Hands, 'readsBack' | 'isWary'>,
): { call: Call } | { says: string } | { stuck: string } {
  const wishes = wishesIn(words)
  if (wishes.length === 0) return { stuck: `what is asked for is not clear: ${words}` }
  const hands = { tools: toolsOf(tools), ...how }
  const next = resume(inOrder(wishes, { hands, run: ({ skill, asked }, own) => skill.run(asked, own) }), messages)
  if (!('result' in next)) return next
  return { says: next.result.map((done) => done.says).join('\n') }
}

const described = (name: unknown, description: unknown) => ({ name: text(name), description: text(description) })
