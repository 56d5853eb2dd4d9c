import type { LogEntry, SessionEvent } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { escalated, launched, planned, quarantined, recovered, removed } from './agents.js'
import { abandoned } from './claims.js'
import { resolved } from './contradictions.js'
import { iterationEnded } from './iterations.js'
import { heard } from './outputs.js'
import { checked } from './references.js'
import { noted } from './timeline.js'

/** Before anything has happened. */
export function emptySession(): SessionState {
  return {
    problem: { original: '', clarified: null, classification: null },
    limits: { tokens: null, timeMs: Number.MAX_SAFE_INTEGER, modelCalls: Number.MAX_SAFE_INTEGER },
    correlations: [],
    startedAt: null,
    updatedAt: null,
    iteration: 0,
    trigger: null,
    waived: [],
    focus: null,
    recalled: [],
    deployed: [],
    awaited: [],
    claims: [],
    contradictions: [],
    messages: [],
    quarantined: [],
    failing: {},
    removed: [],
    questions: { open: [], answered: [] },
    synthesis: null,
    recoveries: [],
    escalations: [],
    iterations: [],
    used: { tokens: 0, modelCalls: 0, ms: 0 },
    aborted: null,
    ended: null,
    timeline: [],
    failures: [],
    successes: [],
  }
}

type Handlers = {
  readonly [T in SessionEvent['type']]: (state: SessionState, event: Extract<SessionEvent, { type: T }>) => SessionState
}

const handlers: Handlers = {
  opened: (state, { problem, limits }) =>
    noted(
      { ...state, problem: { ...state.problem, original: problem }, limits, startedAt: state.updatedAt },
      'QUERY',
      null,
      problem,
    ),
  classified: (state, { classification, by }) => {
    const { type, subtype, stakes, uncertainty } = classification
    const summary = `classified by the ${by}: ${type}/${subtype}, stakes ${stakes}, uncertainty ${uncertainty}`
    return noted({ ...state, problem: { ...state.problem, classification } }, 'DECISION', null, summary)
  },
  clarified: (state, { statement, by }) =>
    noted(
      { ...state, problem: { ...state.problem, clarified: statement } },
      'QUERY',
      by === 'user' ? null : by,
      `clarified: ${statement}`,
    ),
  recalled: (state, { patterns, correlations }) =>
    noted({ ...state, recalled: patterns, correlations }, 'DECISION', 54, `${patterns.length} patterns recalled`),
  planned,
  launched,
  output: (state, { message }) => heard(state, message),
  quarantined,
  agent_recovery: recovered,
  removed,
  checked,
  resolved,
  recovery: (state, { kind, detail }) => {
    const next = noted(
      { ...state, recoveries: [...state.recoveries, kind] },
      'DECISION',
      null,
      `recovery, ${kind}: ${detail}`,
    )
    return kind === 'pivot' ? abandoned(next, detail) : next
  },
  escalated,
  usage: (state, { tokens, modelCalls, ms }) => {
    const { used } = state
    return {
      ...state,
      used: { tokens: used.tokens + tokens, modelCalls: used.modelCalls + modelCalls, ms: used.ms + ms },
    }
  },
  iteration_ended: (state, { iteration }) => iterationEnded(state, iteration),
  aborted: (state, event) =>
    noted({ ...state, aborted: event }, 'DECISION', null, `aborted (${event.reason}): ${event.message}`),
  ended: (state, { status, code, atLimit, why }) =>
    noted({ ...state, ended: { status, code, atLimit, why } }, 'DECISION', null, `ended, ${status} (${code}): ${why}`),
}

/**
 * The state after one more event. All of it but usage leaves a line in the timeline. What comes after an abort or the
 * end leaves nothing else: it was paid for, and changes no answer.
 */
export function folded(state: SessionState, { at, event }: LogEntry): SessionState {
  const now = { ...state, updatedAt: at }
  const isLate = state.ended !== null || (state.aborted !== null && event.type !== 'ended')
  if (isLate && event.type !== 'usage') {
    const agent = 'agent' in event ? event.agent : event.type === 'output' ? event.message.header.agentId : null
    return noted(now, 'DECISION', agent, `${event.type} came too late and is ignored`)
  }
  return (handlers[event.type] as (state: SessionState, event: SessionEvent) => SessionState)(now, event)
}

/** The whole state of a session: what its log comes to, and nothing else. */
export function foldLog(log: readonly LogEntry[]): SessionState {
  return log.reduce(folded, emptySession())
}
