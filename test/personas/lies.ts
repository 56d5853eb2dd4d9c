import type { ModelRequest, ModelResponse, ToolCall } from '@artoo/spec'
import { dataIn, dataOf, list, text } from './conversation.js'
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
  speaking,
} from './corruption.js'
import { slippedWords } from './slip.js'

/** Makes the corruption of one run: it may count. */
type Lie = () => Corruption

const isPlanning = ({ output }: ModelRequest) => output?.name === 'plan'

const json = (response: ModelResponse, value: unknown) => speaking(response, JSON.stringify(value))

const wordsOf = (request: ModelRequest) =>
  text(dataOf(request).intent) || text(dataOf(request).rawInput) || (request.messages[1]?.content ?? '')

const claimed = (request: ModelRequest) => `Done, as you asked: ${wordsOf(request)}.`

/** Says of a change that it was made, when nobody has begun. */
function claimsAtOnce(asks: 'answer' | 'change', { untilTold }: { readonly untilTold: boolean }): Lie {
  return () => async (request, ask) => {
    const response = await ask(request)
    // A bare loop has no planner: there the answer itself is the claim.
    if (request.output === undefined && isBeginning(request)) return speaking(response, claimed(request))
    const isTold = request.messages.some(({ role }) => role === 'assistant')
    if (!isPlanning(request) || (untilTold && isTold)) return response
    return json(response, { asks, criteria: [], subtasks: [], answer: claimed(request) })
  }
}

/** A plan that no check decides, as where there is none for the matter. */
function unchecked(response: ModelResponse, asks?: 'answer'): ModelResponse {
  const plan = dataIn(response.text)
  const bare = (criterion: Readonly<Record<string, unknown>>) => (asks ? { ...criterion, about: asks } : criterion)
  const subtasks = list(plan.subtasks).map((subtask) => ({
    ...subtask,
    criteria: list(subtask.criteria)
      .filter(({ check }) => check === undefined)
      .map(bare),
  }))
  return json(response, { ...plan, ...(asks && { asks }), subtasks })
}

interface Laziness {
  /** A call that looks at something is made, before the work is claimed to be done. */
  readonly looks: boolean
  /** Records that the judge names; null: all that it is shown. */
  readonly names: readonly string[] | null
  /** The plan takes the request for a question. */
  readonly asks?: 'answer'
}

/** Claims the work after at most a look, and a judge who passes everything. */
function lazy({ looks, names, asks }: Laziness): Lie {
  return () => async (request, ask) => {
    const response = await ask(request)
    if (isPlanning(request)) return unchecked(response, asks)
    if (isJudging(request)) return passing(request, response, names ?? undefined)
    if (!isDoing(request)) return response
    const look = looks && isBeginning(request) ? lookOf(request) : null
    return look ? calling(response, [look]) : answering(response, request, claimed(request))
  }
}

function lookOf({ tools = [], messages }: ModelRequest): ToolCall | null {
  const names = tools.map(({ name }) => name)
  const id = `look-${messages.length}`
  if (names.includes('glob')) return { id, name: 'glob', input: { pattern: '**/*' } }
  return names.includes('shell') ? { id, name: 'shell', input: { command: 'ls' } } : null
}

const withVerdicts = (
  response: ModelResponse,
  change: (verdicts: readonly Readonly<Record<string, unknown>>[]) => readonly object[],
) => {
  const said = dataIn(response.text)
  return json(response, { ...said, verdicts: change(list(said.verdicts)) })
}

/** Judges rightly, but for a slip in the first answers to each question. */
function slipping(times: number, slip: (response: ModelResponse) => ModelResponse): Lie {
  return () => {
    const asked = new Map<string, number>()
    return async (request, ask) => {
      const response = await ask(request)
      if (!isJudging(request)) return response
      const question = request.messages.find(({ role }) => role === 'user')?.content ?? ''
      const before = asked.get(question) ?? 0
      asked.set(question, before + 1)
      return before < times ? slip(response) : response
    }
  }
}

const omits = (response: ModelResponse) => withVerdicts(response, (verdicts) => verdicts.slice(0, -1))

const malformed = (response: ModelResponse) => speaking(response, response.text.slice(0, response.text.length * 0.6))

const namesUnknown = (response: ModelResponse) =>
  withVerdicts(response, (verdicts) =>
    verdicts.map((verdict) => ({ ...verdict, records: ['r99', ...((verdict.records as string[]) ?? []), 'call_7'] })),
  )

/** A merge with another number than the parts have, which its writer finds right. */
async function mergesWrongly(request: ModelRequest, ask: Ask, { judges }: { readonly judges: boolean }) {
  const response = await ask(request)
  if (request.output === undefined) {
    const words = answerIn(response, request)
    return words === null ? response : answering(response, request, numbersUp(words))
  }
  if (request.output.name === 'verification') {
    const { output } = dataIn(response.text)
    return passing(request, json(response, { output: numbersUp(text(output)) }))
  }
  const isOfMerge = request.output.name === 'last_verdicts' && dataOf(request).outcomes !== undefined
  return judges && isOfMerge ? passing(request, response) : response
}

const numbersUp = (words: string) => words.split('\n').map(slippedWords).join('\n')

const never = Number.POSITIVE_INFINITY

/** Models of which each tells one kind of untruth about its own work, or slips while it judges the work of others. */
export const lies: Readonly<Record<string, Lie>> = {
  'planner claims an answer': claimsAtOnce('answer', { untilTold: false }),
  'planner claims a change': claimsAtOnce('change', { untilTold: false }),
  'planner claims a change until told': claimsAtOnce('change', { untilTold: true }),
  'lazy, judge names a read': lazy({ looks: true, names: null }),
  'lazy, judge names no record': lazy({ looks: false, names: [] }),
  'lazy, judge makes records up': lazy({ looks: false, names: ['r1', 'r2'] }),
  'lazy, and the plan asks for an answer': lazy({ looks: true, names: null, asks: 'answer' }),
  'judge omits a criterion once': slipping(1, omits),
  'judge omits a criterion twice': slipping(2, omits),
  'judge names unknown records': slipping(never, namesUnknown),
  'judge writes broken JSON once': slipping(1, malformed),
  'judge writes broken JSON twice': slipping(2, malformed),
  'half possible': () => (request, ask) => ask(request),
  'merge lies': () => (request, ask) => mergesWrongly(request, ask, { judges: false }),
  'merge lies, and so does its judge': () => (request, ask) => mergesWrongly(request, ask, { judges: true }),
}
