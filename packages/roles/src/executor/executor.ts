import type { Message, ToolCall } from '@artoo/spec'
import { ask, briefing } from '../ask.js'
import { bySubtask } from '../by-subtask.js'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { ToolCallRecord } from '../messages/execution.js'
import type { SubTask } from '../messages/plan.js'
import type { OutputValue } from '../outputs.js'
import type { Role, Step } from '../role.js'
import { correctionText, executorInstruction } from './prompt.js'

export interface ExecutorComponents {
  /** Model turns with tool calls in one attempt, before it counts as failed. @defaultValue 12 */
  readonly maxToolTurns?: number
}

interface State {
  readonly subtask: SubTask | null
  readonly attempt: number
  readonly turns: number
  readonly conversation: readonly Message[]
  /** Calls of the turn under way, in the model's order. */
  readonly calls: readonly ToolCall[]
  /** Their results so far, by call id. */
  readonly results: Readonly<Record<string, ToolCallRecord>>
  /** Records of this attempt's finished turns. */
  readonly records: readonly ToolCallRecord[]
}

const initial: State = { subtask: null, attempt: 1, turns: 0, conversation: [], calls: [], results: {}, records: [] }

type Failure = { readonly code: string; readonly reason: string }

/** R3: carries out one subtask in a bounded tool loop and reports to its validator, with every call as evidence. */
export function createExecutor(components: ExecutorComponents = {}): Role<'R3', Readonly<Record<string, State>>> {
  const { maxToolTurns = 12 } = components
  return bySubtask({
    actor: 'R3',
    initial,
    decide(state, message) {
      if (message.type === 'SubTask') return start(state, message.payload)
      const { subtask } = state
      if (!subtask) return [state, []]
      switch (message.type) {
        case 'CorrectionSignal':
          return correct(state, subtask, message.payload)
        case 'ModelReply':
          return message.payload.kind === 'value'
            ? report(state, subtask, message.payload.value as OutputValue<'execution'>, message.payload.text)
            : callTools(state, subtask, message.payload, maxToolTurns)
        case 'ModelFailure':
          return fail(state, subtask, { code: message.payload.code, reason: message.payload.message })
        case 'ToolResult':
          return collect(state, subtask, message.payload)
      }
    },
  })
}

function start(state: State, subtask: SubTask): Step<'R3', State> {
  const { intent, context, criteria, blockedTargets } = subtask
  const conversation = briefing(executorInstruction, {
    intent,
    context,
    criteria: criteria.map((criterion) => criterion.text),
    blockedTargets: blockedTargets.map((blocked) => blocked.target),
  })
  return turn({ ...state, subtask, conversation }, subtask)
}

function correct(
  state: State,
  subtask: SubTask,
  correction: Extract<Incoming<'R3'>, { type: 'CorrectionSignal' }>['payload'],
): Step<'R3', State> {
  const conversation: readonly Message[] = [
    ...state.conversation,
    { role: 'user', content: correctionText(correction) },
  ]
  return turn({ ...state, conversation, attempt: correction.attempt, turns: 0, records: [] }, subtask)
}

function turn(state: State, subtask: SubTask): Step<'R3', State> {
  return [state, [ask('execution', state.conversation, { key: subtask.subtaskId, tools: subtask.tools })]]
}

function callTools(
  state: State,
  subtask: SubTask,
  { toolCalls, text }: { readonly toolCalls: readonly ToolCall[]; readonly text: string },
  maxToolTurns: number,
): Step<'R3', State> {
  if (state.turns === maxToolTurns) {
    return fail(state, subtask, { code: 'tool_turns_exhausted', reason: `no result after ${maxToolTurns} tool turns` })
  }
  const conversation: readonly Message[] = [...state.conversation, { role: 'assistant', content: text, toolCalls }]
  const refused = toolCalls.filter((call) => !subtask.tools.includes(call.name))
  const results = Object.fromEntries(refused.map((call) => [call.id, notAllowed(call, subtask)]))
  const next = { ...state, conversation, turns: state.turns + 1, calls: toolCalls, results }
  const requests = toolCalls
    .filter((call) => subtask.tools.includes(call.name))
    .map(({ id, name, input }): Outgoing<'R3'> => {
      const { subtaskId, blockedTargets } = subtask
      return { type: 'ToolRequest', to: 'tools', payload: { subtaskId, callId: id, tool: name, input, blockedTargets } }
    })
  return requests.length > 0 ? [next, requests] : finishTurn(next, subtask)
}

function collect(
  state: State,
  subtask: SubTask,
  result: Extract<Incoming<'R3'>, { type: 'ToolResult' }>['payload'],
): Step<'R3', State> {
  const { callId, subtaskId: _, durationMs: __, ...record } = result
  const next = { ...state, results: { ...state.results, [callId]: record } }
  const complete = next.calls.every((call) => call.id in next.results)
  return complete ? finishTurn(next, subtask) : [next, []]
}

/** All calls of the turn are in: a Law 1 refusal ends the subtask, anything else goes back to the model. */
function finishTurn(state: State, subtask: SubTask): Step<'R3', State> {
  const finished = state.calls.flatMap((call) => {
    const record = state.results[call.id]
    return record ? [{ call, record }] : []
  })
  const conversation: readonly Message[] = [
    ...state.conversation,
    ...finished.map(({ call, record }): Message => {
      const content =
        record.status === 'ok' ? record.output : JSON.stringify({ error: record.code, output: record.output })
      return { role: 'tool', toolCallId: call.id, name: call.name, content }
    }),
  ]
  const records = [...state.records, ...finished.map(({ record }) => record)]
  const next = { ...state, conversation, records, calls: [], results: {} }
  const refusal = finished.find(({ record }) => record.code === 'law1_refused')
  if (refusal) return fail(next, subtask, { code: 'law1_refused', reason: refusal.record.output })
  return turn(next, subtask)
}

function report(
  state: State,
  subtask: SubTask,
  { status, output, reason }: OutputValue<'execution'>,
  text: string,
): Step<'R3', State> {
  if (status === 'failed') {
    return fail(state, subtask, { code: 'infeasible', reason: reason || output || 'the executor gave no reason' })
  }
  const conversation: readonly Message[] = [...state.conversation, { role: 'assistant', content: text }]
  const { subtaskId } = subtask
  const { attempt, records } = state
  const payload = { subtaskId, attempt, status, output, reason: null, code: null, toolCalls: [...records] }
  return [{ ...state, conversation }, [{ type: 'ExecutionResult', to: 'R4a', payload }]]
}

function fail(state: State, { subtaskId }: SubTask, { code, reason }: Failure): Step<'R3', State> {
  const { attempt, records } = state
  const payload = { subtaskId, attempt, status: 'failed' as const, output: '', reason, code, toolCalls: [...records] }
  return [state, [{ type: 'ExecutionResult', to: 'R4a', payload }]]
}

function notAllowed(call: ToolCall, subtask: SubTask): ToolCallRecord {
  const { name: tool, input } = call
  const allowed = subtask.tools.join(', ') || 'none'
  const output = `${tool} is not available in this subtask; available: ${allowed}`
  return { tool, target: null, input, status: 'refused', output, code: 'tool_not_allowed' }
}
