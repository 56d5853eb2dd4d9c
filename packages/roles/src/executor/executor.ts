import { answersOf, askModel, openTurn, recordsOf, recordsSoFar, withResult } from '@artoo/runtime'
import { countOption, type Message, type ToolCall } from '@artoo/spec'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { CorrectionSignal } from '../messages/execution.js'
import type { Clarification } from '../messages/need.js'
import type { OutputValue } from '../messages/outputs.js'
import type { SubTask } from '../messages/plan.js'
import { addedIn, asClarification, heardBy, withAddedWords } from '../people/added-words.js'
import { answersText, heardOf, mostRounds, needsOf, noMoreQuestions, questionFor } from '../people/asking.js'
import { defaultRoom } from '../prompts/room.js'
import type { Role, Step } from '../role/role.js'
import { actionOf } from './action.js'
import { workBriefing } from './briefing.js'
import { deferredIn, listOf, loadAnswer, loadedBy, loadTools } from './deferred.js'
import { directBriefing, directCorrection } from './direct.js'
import { failureOf, isOutOfTurns, outOfTurns, refusalIn, tooLate, turnsLeft, withRefusal } from './failure.js'
import { answered, answersOn, grown, isLook, recallIn, rejected } from './long-work.js'
import { asksUser, namesOf, ownAnswers, questionsIn, wantsPlan } from './own-tools.js'
import { correctionText } from './prompt.js'
import { type ExecutorComponents, type Failure, initial, type Pending, type State } from './state.js'
import { type SteeredState, steered } from './steered.js'
import { noteOn, requestsOf } from './tool-requests.js'

/** Tools of the host from which on a conversation may ask for a plan: with fewer the offer costs more than a plan could be worth. */
const fewestToPlan = 3

interface Heard<Payload> {
  readonly payload: Payload
  readonly at: number
}

/**
 * R3: carries out one subtask in a bounded tool loop and reports to its validator, with every call as evidence. At the
 * subtask's deadline the attempt has failed, even with calls under way.
 *
 * @throws {ArtooError} `invalid_option` when `maxToolTurns` is not a whole number from 0.
 */
export function createExecutor(components: ExecutorComponents = {}): Role<'R3', SteeredState> {
  const maxToolTurns = countOption('maxToolTurns', components.maxToolTurns ?? 12, 0)
  const { room = defaultRoom } = components
  return steered({
    actor: 'R3',
    initial,
    decide(state, message) {
      if (message.type === 'SubTask') return start({ ...state, mostTurns: maxToolTurns, room }, message, components)
      if (message.type === 'ToolResult') return take(state, message.payload)
      const { subtask } = state
      if (!subtask) return [state, []]
      switch (message.type) {
        case 'CorrectionSignal':
          return correct(state, subtask, message)
        case 'Steering':
          return [{ ...state, unheard: [...state.unheard, message.payload] }, []]
        case 'ClarificationAnswer':
          return hear(state, subtask, message.payload)
        case 'ModelReply':
          return reply(state, subtask, message.payload)
        case 'ModelFailure':
          return fail(state, subtask, failureOf(state, message.payload))
        case 'TimerFired':
          return state.underWay ? fail(state, subtask, tooLate(state.turn)) : [state, []]
      }
    },
  })
}

function start(
  state: State,
  { payload: subtask, at }: Heard<SubTask>,
  components: ExecutorComponents,
): Step<'R3', State> {
  const { shape } = components
  const deferred = deferredIn(subtask, components.tools)
  const unloaded = deferred.map(({ name }) => name)
  if (subtask.direct && !shape) {
    const mayPlan = components.depth === 'auto' && subtask.tools.length >= fewestToPlan
    const offered = { asksUser: components.asksUser ?? false, mayPlan }
    const next = { ...state, subtask, output: 'direct', offered, unloaded } as const
    const messages = directBriefing(subtask, components, listOf(deferred))
    return begin(subtask, at, asking(next, subtask, messages, { continues: false }))
  }
  // The output is the answer only for a subtask that is the whole task.
  const isTyped = shape !== undefined && subtask.request !== null
  const output = isTyped ? 'typed_execution' : 'execution'
  const next = { ...state, subtask, output, unloaded } as const
  const messages = workBriefing(subtask, components, {
    at,
    isTyped,
    turns: state.mostTurns,
    moreTools: listOf(deferred),
  })
  return begin(subtask, at, asking(next, subtask, messages, { continues: false }))
}

function correct(
  state: State,
  subtask: SubTask,
  { payload: correction, at }: Heard<CorrectionSignal>,
): Step<'R3', State> {
  const { attempt } = correction
  const textOf = state.output === 'direct' ? directCorrection : correctionText
  const messages = [
    { role: 'user' as const, content: textOf(correction, state.mostTurns, addedIn(state.clarifications)) },
  ]
  const { work, aim } = rejected(state, state.records.length > 0)
  const next = { ...state, ...work, attempt, turns: 0, refusal: null }
  return begin(subtask, at, asking(next, subtask, messages, { aim }))
}

/** An attempt is begun only if there is time for it. */
function begin(subtask: SubTask, at: number, [state, sent]: Step<'R3', State>): Step<'R3', State> {
  const { subtaskId: key, deadline } = subtask
  const next = { ...state, underWay: true }
  if (deadline === null) return [next, sent]
  if (deadline <= at) return fail(next, subtask, tooLate(next.turn))
  return [next, [{ type: 'TimerRequest', to: 'timer', payload: { key, until: deadline } }, ...sent]]
}

/** Asks the model. Users read the output of a subtask that is the whole task while it is written. After the last turn only tools on records are offered. */
function asking(
  state: State,
  { subtaskId: key, tools: all, request }: SubTask,
  messages: readonly Message[],
  { continues = true, aim }: { readonly continues?: boolean; readonly aim?: number | undefined } = {},
): Step<'R3', State> {
  const { unheard, records } = state
  const told = withAddedWords(messages, unheard, 'executor')
  const clarifications = [...state.clarifications, ...unheard.map(asClarification)]
  const next = { ...state, ...grown(state, told, records.length > 0), clarifications, unheard: [] }
  const { output } = next
  const { tools: onRecords, recall } = recallIn(next)
  const own = [...namesOf(next.offered), ...(next.unloaded.length > 0 ? [loadTools.name] : [])]
  const loaded = all.filter((name) => !next.unloaded.includes(name))
  const tools = [...(turnsLeft(next) > 0 ? [...loaded, ...own] : []), ...onRecords]
  const answer = request === null ? undefined : output === 'direct' ? '' : 'output'
  return [next, [...heardBy(unheard), askModel(output, told, { key, tools, continues, answer, recall, aim })]]
}

function reply(
  state: State,
  subtask: SubTask,
  payload: Extract<Incoming<'R3'>, { type: 'ModelReply' }>['payload'],
): Step<'R3', State> {
  if (payload.kind === 'tool_calls') return callTools(state, subtask, payload)
  // A report that was written without what the user added meanwhile is no report yet.
  if (state.unheard.length > 0)
    return asking({ ...state, ...answered(state, JSON.stringify(payload.value)) }, subtask, [])
  switch (payload.output) {
    case 'direct':
      return report(state, subtask, { status: 'completed', output: payload.value })
    case 'execution':
    case 'typed_execution':
      return report(state, subtask, payload.value)
    default:
      return [state, []]
  }
}

interface Calls {
  readonly toolCalls: readonly ToolCall[]
  readonly text?: string | null | undefined
}

/** A turn that asks only for records, the user, or more tools, doesn't count as a turn: each has a bound of its own. */
function callTools(given: State, subtask: SubTask, { toolCalls, text: why = null }: Calls): Step<'R3', State> {
  if (mayHandOver(given) && toolCalls.some(wantsPlan)) return handOver(subtask, why)
  const { attempt, records, offered, rounds, unloaded } = given
  const onRecords = answersOn(records, given, toolCalls)
  const own = ownAnswers(offered, rounds < mostRounds)
  const onLoads = loadAnswer(unloaded, subtask.tools)
  const answerTo = (call: ToolCall) => own(call) ?? onRecords(call) ?? onLoads(call)
  const loaded = loadedBy(toolCalls, unloaded)
  const tools = subtask.tools.filter((name) => !unloaded.includes(name))
  const turn = openTurn(toolCalls, { tools, attempt, answerTo })
  const isLookOnly = isLook(given, toolCalls)
  const isLoadOnly = loaded.length > 0 && toolCalls.every(({ name }) => name === loadTools.name)
  const isFree = isLookOnly || isLoadOnly || (toolCalls.every(asksUser) && questionsIn(turn).length > 0)
  if (!isFree && turnsLeft(given) === 0) return fail(given, subtask, outOfTurns(given, '', why ?? ''))
  const count = isLookOnly ? { looks: given.looks + 1 } : isFree ? {} : { turns: given.turns + 1 }
  const left = { unloaded: unloaded.filter((name) => !loaded.includes(name)) }
  const [next, sent] = advance({ ...given, ...answered(given, why ?? '', toolCalls), ...count, ...left, turn }, subtask)
  return [next, [...requestsOf(turn, { attempt, why }, subtask), ...sent]]
}

/** Work that has not begun may still be planned: what it had heard and read would be lost. */
const mayHandOver = ({ offered, attempt, records, rounds }: State) =>
  offered.mayPlan && attempt === 1 && records.length + rounds === 0

function handOver({ subtaskId }: SubTask, why: string | null): Step<'R3', State> {
  const payload = { subtaskId, why: why?.trim() || 'the model asked for a plan' }
  return [initial, [{ type: 'PlanWanted', to: 'R2', payload }]]
}

/** Records the result of a call. It is reported to R7 even after the turn has ended. */
function take(state: State, result: Extract<Incoming<'R3'>, { type: 'ToolResult' }>['payload']): Step<'R3', State> {
  const { subtask } = state
  const done = actionOf(result)
  const reported: Outgoing<'R3'>[] = done ? [{ type: 'Action', to: 'R7', payload: done }] : []
  const turn = withResult(state.turn, result)
  if (!subtask || !turn) return [state, reported]
  const [next, sent] = advance({ ...state, turn }, subtask)
  return [next, [...reported, ...sent]]
}

/** Once all calls of the turn are in, they go back to the model. After a refusal it may go another way. */
function advance(state: State, subtask: SubTask): Step<'R3', State> {
  const finished = recordsOf(state.turn)
  if (!finished) return [state, []]
  const records = [...state.records, ...finished]
  const next = { ...state, turn: [], records, refusal: state.refusal ?? refusalIn(finished) }
  const needs = questionsIn(state.turn)
  const results = answersOf(state.turn, { note: noteOn(turnsLeft(state)) })
  return needs.length > 0 ? askPerson(next, subtask, { needs, output: '', results }) : asking(next, subtask, results)
}

function report(
  state: State,
  subtask: SubTask,
  { status, output, reason, cause, needs }: OutputValue<'execution'>,
): Step<'R3', State> {
  if (status === 'needs') return askPerson(state, subtask, { needs: needsOf(needs), output })
  if (status === 'failed') {
    const why = reason || output || 'the executor gave no reason'
    const own = { code: 'infeasible', reason: why, output, ...(cause && { cause }) }
    return fail(state, subtask, isOutOfTurns(state) ? outOfTurns(state, why, output) : own)
  }
  const { subtaskId } = subtask
  const { attempt, records, clarifications } = state
  const toolCalls = [...records]
  const payload = { subtaskId, attempt, status, output, reason: null, code: null, ...told(clarifications), toolCalls }
  const next = { ...state, ...answered(state, output), underWay: false }
  return [next, [{ type: 'ExecutionResult', to: 'R4a', payload }]]
}

const told = (clarifications: readonly Clarification[]) =>
  clarifications.length > 0 ? { clarifications: [...clarifications] } : {}

/**
 * Two rounds of questions to a person, then the model is asked to go on without. If it can't, the subtask stops with
 * its questions.
 */
function askPerson(state: State, subtask: SubTask, asked: Pending): Step<'R3', State> {
  const { subtaskId: key, intent } = subtask
  const next = { ...state, ...answered(state, asked.output), rounds: state.rounds + 1, asked }
  if (state.rounds < mostRounds) {
    return [next, [questionFor(asked.needs, { from: 'executor', key, subtask: intent })]]
  }
  return state.rounds === mostRounds
    ? asking({ ...next, asked: null }, subtask, [noMoreQuestions])
    : stopFor(state, subtask, asked)
}

function hear(
  state: State,
  subtask: SubTask,
  { answers }: Extract<Incoming<'R3'>, { type: 'ClarificationAnswer' }>['payload'],
): Step<'R3', State> {
  const { asked, room } = state
  if (!asked) return [state, []]
  const { clarifications, open, refusal } = heardOf(asked.needs, answers, room)
  const all = [...state.clarifications, ...clarifications]
  const next = { ...state, asked: null, clarifications: all, refusal: state.refusal ?? refusal }
  // The words that the user added meanwhile may be the answer.
  if (open.length > 0 && state.unheard.length === 0) return stopFor(next, subtask, { ...asked, needs: open })
  return asking(next, subtask, [...(asked.results ?? []), answersText(clarifications)])
}

/** Ends the subtask with its questions: the work stands as it is. */
function stopFor(state: State, subtask: SubTask, { needs, output }: Pending): Step<'R3', State> {
  const reason = `only a person can tell: ${needs.map(({ question }) => question).join('; ')}`
  return fail(state, subtask, { code: 'needs_answer', reason, output, needs: [...needs] })
}

/** A failed execution is final: the subtask is forgotten, whatever else arrives for it. */
function fail(
  { attempt, turn, records, refusal, clarifications }: State,
  { subtaskId }: SubTask,
  given: Failure,
): Step<'R3', State> {
  const failure = withRefusal(given, refusal, records)
  const toolCalls = [...records, ...recordsSoFar(turn, attempt)]
  const report = { subtaskId, attempt, status: 'failed' as const, output: '', ...failure }
  const payload = { ...report, ...told(clarifications), toolCalls }
  return [initial, [{ type: 'ExecutionResult', to: 'R4a', payload }]]
}
