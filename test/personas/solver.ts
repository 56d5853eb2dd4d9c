import type { LanguageModel, Message, ModelRequest, ModelResponse } from '@artoo/spec'
import {
  answersIn,
  askTool,
  type Data,
  dataIn,
  dataOf,
  inOrder,
  isAnswer,
  isCorrection,
  list,
  needsIn,
  resume,
  text,
} from './conversation.js'
import { type Call, type Hands, type Need, onlyUser, toolsOf } from './hands.js'
import { criterionTexts, judge, verify, wantsReading } from './judge.js'
import { earlierIn, isUndo, openQuestion, wishesOf } from './meaning.js'
import { meaning, type Wish, wishesIn, worded } from './skills.js'
import { isOutOfTurns, noted, notesIn, saysNeeds } from './work.js'

type Turn = { readonly calls: readonly Call[] } | { readonly says: string } | { readonly json: unknown }

/** Ways of a solver that are not faults. */
export interface Manner {
  /** It makes one call a turn, whatever could go with it. @defaultValue false */
  readonly oneByOne?: boolean
  /** Ordered to go another way, it guesses what only the user can decide. @defaultValue false */
  readonly guesses?: boolean
  /** It doesn't read back what it wrote, and as a judge looks at it itself. @defaultValue false */
  readonly leavesReading?: boolean
  /** As a judge it believes records alone, and not what an earlier attempt is said to have found. @defaultValue false */
  readonly doubts?: boolean
}

const answers: Readonly<Record<string, (request: ModelRequest, manner: Manner) => Turn>> = {
  task_spec: (request) => ({ json: perceive(dataOf(request)) }),
  plan: (request, manner) => ({ json: plan(request, manner) }),
  execution: execute,
  verdicts: judge,
  last_verdicts: judge,
  verification: (request) => ({ json: verify(dataOf(request)) }),
}

/** How an answer begins that is none. */
export const givingUp = 'I could not do it: '

/**
 * A model that follows rules, and follows them well: it knows only what its request holds, and what the tools tell it. Asked for
 * no structured output it does what the user's words ask for.
 */
export function solver(manner: Manner = {}): LanguageModel {
  return {
    id: 'solver',
    async generate(request, { signal }) {
      signal.throwIfAborted()
      const answer = answers[request.output?.name ?? ''] ?? converse
      return respond(request, answer(request, manner), manner)
    },
  }
}

function respond({ messages }: ModelRequest, turn: Turn, { oneByOne }: Manner): ModelResponse {
  const said = 'json' in turn ? JSON.stringify(turn.json) : 'says' in turn ? turn.says : ''
  const calls = 'calls' in turn ? turn.calls : []
  const toolCalls = calls.slice(0, oneByOne ? 1 : undefined).map(({ tool, input }, index) => ({
    id: `call-${messages.length}${index > 0 ? `-${index}` : ''}`,
    name: tool,
    input,
  }))
  return { text: said, toolCalls, finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop' }
}

/** R1 */
function perceive(data: Data) {
  const words = text(data.text)
  const question = list(data.clarifications).length > 0 ? null : openQuestion(words)
  const questions = question === null ? [] : [question]
  const refersTo = list(data.earlier).map((_, index) => index + 1)
  return { intent: words.trim(), scope: null, deadline: null, questions, ...(refersTo.length > 0 && { refersTo }) }
}

const tryAgain = 'An earlier attempt may have done this already: look before you write.'

/** R2: a subtask for each thing that is asked for, each time by another way. */
function plan(request: ModelRequest, { guesses = false }: Manner): unknown {
  const data = dataOf(request)
  const isNew = data.directive === null || data.directive === undefined
  const words = text(data.rawInput)
  const open = leftOpen(request, data, guesses)
  if (open !== null) return open
  const understood = isNew ? wishesIn(text(data.intent)) : []
  const greeting = saying(text(data.rawInput))
  if (greeting !== null && data.mayAnswer === true) {
    return { asks: 'answer', criteria: [], subtasks: [], answer: greeting }
  }
  const whole = { words, answers: answersIn(request), earlier: earlierIn(data) }
  const asked = understood.length > 0 ? understood : wishesOf(whole)
  const done = list(data.done).flatMap(({ intent }) => wishesIn(text(intent)))
  const isDone = (wish: Wish) => done.some((one) => meaning([one]) === meaning([wish]))
  const wishes = asked.every(isDone) ? asked : asked.filter((wish) => !isDone(wish))
  if (wishes.length === 0) return impossible(`I don't know how to do that: ${text(data.intent)}`)
  const tools = toolsOf(list(data.tools).map(({ name, description }) => described(name, description)))
  const turnedDown = request.messages.filter((message) => message.role === 'assistant' && needsIn(message).length === 0)
  const earlier = (Array.isArray(data.earlierPlans) ? data.earlierPlans.length : 0) + turnedDown.length
  const checks = list(data.checks).map(({ name }) => text(name))
  const context = isNew ? null : [tryAgain, ...(guesses ? [takeAny] : [])].join('\n')
  const subtasks = wishes.map((wish, index) =>
    subtaskFor(wish, { tools, checks, earlier, sequence: index + 1, context: withNotes(context, data) }),
  )
  if (subtasks.some((subtask) => subtask === null)) return impossible('the tools for that are missing')
  const asks = asked.some(isChange) ? 'change' : 'answer'
  const turns = list(data.earlier).filter(({ turn }) => turn !== undefined)
  return {
    asks,
    criteria: [{ text: criterionTexts.task, mode: 'plausible' }],
    subtasks,
    // What a subtask is told of the conversation, and how the words are meant in its light.
    ...(turns.length > 0 &&
      isUndo(words) && { intent: asked.map((wish) => worded(wish)).join(', then '), refersTo: [turns.length] }),
  }
}

/** The end of a plan that only the user can go on with; null when nothing is left open, or it is to be guessed. */
function leftOpen(request: ModelRequest, data: Data, guesses: boolean): unknown {
  const question = answersIn(request).length === 0 ? openQuestion(text(data.rawInput)) : null
  if (question !== null) {
    return saysNeeds(request)
      ? { asks: 'change', criteria: [], subtasks: [], needs: [{ question }] }
      : impossible(`${onlyUser}: ${question}`)
  }
  const order = JSON.stringify(data.directive ?? '')
  if (accessRefused.test(order)) return impossible(accessRefused.exec(order)?.[0] ?? order)
  return order.includes(onlyUser) && !guesses ? impossible(order.slice(order.indexOf(onlyUser))) : null
}

const accessRefused = /access to \S+ was asked for and not granted/

const takeAny = 'Where nothing decides it, take the first one that there is.'

/** What work before this found, for whoever goes on with it. */
function withNotes(context: string | null, data: Data): string | null {
  const notes = notesIn(JSON.stringify(data))
  return notes.size === 0 ? context : [context, noted(notes)].filter(Boolean).join('\n')
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
  /** Of a plan that isn't the first. */
  readonly context: string | null
}

function subtaskFor(wish: Wish, { tools, checks, earlier, sequence, context }: Situation): unknown {
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
      ...(context === null ? checked(wish, checks) : []),
    ],
    tools: way.map((ability) => tools[ability]),
    context,
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
function execute(request: ModelRequest, { leavesReading = false }: Manner): Turn {
  const data = dataOf(request)
  const criteria = Array.isArray(data.criteria) ? data.criteria.map(text) : []
  const context = text(data.context)
  const turn = work(text(data.intent), request, {
    readsBack: wantsReading(criteria) && !leavesReading,
    isWary: context.includes(tryAgain),
    guesses: context.includes(takeAny),
    notes: new Map(notesIn(JSON.stringify(data))),
  })
  if ('need' in turn) return needing(turn.need, request)
  if ('calls' in turn && isOutOfTurns(request)) {
    const reason = 'the turns are used up'
    return { json: { status: 'failed', output: noted(turn.notes), reason } }
  }
  if ('calls' in turn) return turn
  return 'stuck' in turn
    ? { json: { status: 'failed', output: '', reason: turn.stuck } }
    : { json: { status: 'completed', output: turn.says, reason: null } }
}

/** Says what only a person can say or give, where that can be said. */
function needing(need: Need, request: ModelRequest): Turn {
  if (saysNeeds(request)) return { json: { status: 'needs', output: '', reason: null, needs: [need] } }
  return { json: { status: 'failed', output: '', reason: needed(need) } }
}

const needed = (need: Need) =>
  'access' in need
    ? `${need.access} is not set`
    : `${onlyUser}: ${need.question} ${(need.choices ?? []).join(', ')}`.trim()

/** No role at all. */
function converse(request: ModelRequest): Turn {
  const isWords = (message: Message) => message.role === 'user' && !isCorrection(message) && !isAnswer(message)
  const turns = request.messages.flatMap((message) => (isWords(message) ? [message.content] : []))
  const words = turns.at(-1) ?? ''
  const last = request.messages.findLastIndex(isWords)
  const earlier = turns.slice(0, -1).map((asked) => ({ asked, changes: changesBefore(request, last) }))
  const own = { ...request, messages: request.messages.slice(last) }
  const answers = [
    ...own.messages.flatMap((message) =>
      message.role === 'tool' && message.name === askTool && !asksPlainly(request) ? [message.content] : [],
    ),
    ...answersIn(own),
  ]
  const question = answers.length === 0 ? openQuestion(words) : null
  if (question !== null) return askingBack({ question }, request)
  const meant = wishesOf({ words, answers, earlier }).map((wish) => worded(wish))
  const intent = meant.length > 0 ? meant.join(', then ') : words
  const turn = work(intent, own, { readsBack: false, isWary: false, guesses: false, notes: new Map() })
  if ('need' in turn) return askingBack(turn.need, request)
  return 'stuck' in turn ? { says: givingUp + turn.stuck } : turn
}

/** Whether the tool takes a question by itself, to which the answer follows. */
const asksPlainly = ({ tools = [] }: ModelRequest) =>
  tools.some(
    ({ name, inputSchema }) =>
      name === askTool &&
      JSON.stringify(inputSchema).includes('"question"') &&
      !JSON.stringify(inputSchema).includes('"need"'),
  )

/** Asks by a tool, where there is one for it. An access is a question to it as any other. */
function askingBack(need: Need, { tools = [] }: ModelRequest): Turn {
  if (!tools.some(({ name }) => name === askTool)) return { says: givingUp + needed(need) }
  const plain = 'access' in need ? { question: needed(need) } : { question: need.question, choices: need.choices }
  return {
    calls: [
      { tool: askTool, input: asksPlainly({ tools } as ModelRequest) ? plain : { need }, target: askTool, kind: 'ask' },
    ],
  }
}

/** What was written to before a message, by the calls that stand in the conversation. */
function changesBefore({ messages }: ModelRequest, end: number): readonly Data[] {
  return messages.slice(0, end).flatMap((message): readonly Data[] => {
    if (message.role !== 'assistant') return []
    const [, told = ''] = /\[Calls of this turn: (.*)\]$/s.exec(message.content) ?? []
    const calls = message.toolCalls ?? []
    return [
      ...list(dataIn(told).changes),
      ...calls.flatMap(({ name, input }) => (name === 'write_file' ? [{ target: (input as Data).path }] : [])),
    ]
  })
}

type Work =
  | { readonly calls: readonly Call[]; readonly notes: ReadonlyMap<string, string> }
  | { readonly need: Need }
  | { readonly says: string }
  | { readonly stuck: string }

function work(words: string, request: ModelRequest, how: Omit<Hands, 'tools' | 'answers'>): Work {
  const wishes = wishesIn(words)
  if (wishes.length === 0) return { stuck: openQuestion(words) ?? `what is asked for is not clear: ${words}` }
  const hands = { tools: toolsOf(toolsIn(request)), answers: answersIn(request), ...how }
  const steps = inOrder(wishes, { hands, run: ({ skill, asked }, own) => skill.run(asked, own) })
  const next = resume(steps, request.messages)
  if ('stuck' in next) return next
  if ('result' in next) return { says: next.result.map((done) => done.says).join('\n') }
  const { call } = next
  if (call.kind === 'ask') return { need: call.input.need as Need }
  return { calls: [call, ...(call.besides ?? [])], notes: hands.notes }
}

/** The tools that there are; after the last turn, when none is offered, those that were called. */
function toolsIn({ tools = [], messages }: ModelRequest) {
  const called = messages.flatMap((message) => (message.role === 'tool' ? [described(message.name, '')] : []))
  return tools.length > 0 ? tools : called
}

const described = (name: unknown, description: unknown) => ({ name: text(name), description: text(description) })
