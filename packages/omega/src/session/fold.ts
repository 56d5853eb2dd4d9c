import type { LogEntry, SessionEvent } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { launched, planned, quarantined, recovered } from './agents.js'
import { heard } from './outputs.js'
import { checked } from './references.js'
import { noted } from './timeline.js'

const unlimited = Number.MAX_SAFE_INTEGER

/** Before anything has happened. */
export function emptySession(): SessionState {
  return {
    profile: 'measured',
    problem: { original: '', clarified: null, classification: null, classifiedBy: null },
    limits: { tokens: null, timeMs: unlimited, modelCalls: unlimited, iterations: unlimited },
    ...{ startedAt: null, updatedAt: null, iteration: 0, lessons: [], repelled: [], batches: [], batch: 0 },
    ...{ deployed: [], awaited: [], claims: [], contradictions: [], messages: [], quarantined: [], failing: {} },
    synthesis: null,
    used: { tokens: 0, modelCalls: 0 },
    ...{ aborted: null, ended: null, timeline: [] },
  }
}

type Handlers = {
  readonly [T in SessionEvent['type']]: (state: SessionState, event: Extract<SessionEvent, { type: T }>) => SessionState
}

const handlers: Handlers = {
  opened: (state, { problem, limits, profile }) => {
    const asked = { ...state.problem, original: problem }
    return noted({ ...state, profile, limits, problem: asked, startedAt: state.updatedAt }, 'QUERY', null, problem)
  },
  classified: (state, { classification, by }) => {
    const { type, subtype, stakes, uncertainty } = classification
    const kind = `${type}/${subtype}, stakes ${stakes}, uncertainty ${uncertainty}`
    const summary = by === 'default' ? `taken to be of ${stakes} stakes` : `classified by the ${by}: ${kind}`
    const problem = { ...state.problem, classification, classifiedBy: by }
    return noted({ ...state, problem }, 'DECISION', null, summary)
  },
  clarified: (state, { statement, by }) => {
    const next = { ...state, problem: { ...state.problem, clarified: statement } }
    return noted(next, 'QUERY', by === 'user' ? null : by, `clarified: ${statement}`)
  },
  recalled: (state, { lessons, repelled }) =>
    noted({ ...state, lessons, repelled }, 'DECISION', null, `${lessons.length} lessons recalled`),
  planned,
  launched,
  advanced: (state, { batches, batch }) => ({ ...state, batches, batch, awaited: [] }),
  spared: (state, { agents, why }) =>
    noted(state, 'DECISION', null, `${agents.length === 0 ? 'nobody' : agents.join(', ')} not sent: ${why}`),
  output: (state, { message }) => heard(state, message),
  quarantined,
  agent_recovery: recovered,
  checked,
  usage: ({ used, ...state }, { tokens, modelCalls }) => ({
    ...state,
    used: { tokens: used.tokens + tokens, modelCalls: used.modelCalls + modelCalls },
  }),
  iteration_ended: (state, { iteration }) => noted(state, 'DECISION', null, `iteration ${iteration} ended`),
  aborted: (state, event) =>
    noted({ ...state, aborted: event }, 'DECISION', null, `aborted (${event.reason}): ${event.message}`),
  ended: (state, { status, code, why }) =>
    noted({ ...state, ended: { status, code, why } }, 'DECISION', null, `ended, ${status} (${code}): ${why}`),
}

/**
 * The state after one more event. All of it but usage and the next batch leaves a line in the timeline. What comes after an abort or the end leaves nothing
 * else: it was paid for, and changes no answer.
 */
export function folded(state: SessionState, { at, event }: LogEntry): SessionState {
  const now = { ...state, updatedAt: at }
  const isLate = state.ended !== null || (state.aborted !== null && event.type !== 'ended')
  if (isLate && event.type !== 'usage') {
    const agent = 'agent' in event ? event.agent : event.type === 'output' ? event.message.agent : null
    return noted(now, 'DECISION', agent, `${event.type} came too late and is ignored`)
  }
  return (handlers[event.type] as (state: SessionState, event: SessionEvent) => SessionState)(now, event)
}

/** The whole state of a session: what its log comes to, and nothing else. */
export function foldLog(log: readonly LogEntry[]): SessionState {
  return log.reduce(folded, emptySession())
}
