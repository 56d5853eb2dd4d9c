import { isDeepStrictEqual } from 'node:util'
import { decide } from '../../src/decide/decide.js'
import { cuts } from '../../src/evidence/constants.js'
import { countedClaim } from '../../src/evidence/counted.js'
import { bestAnswer, shownStatus } from '../../src/evidence/evidence.js'
import { isIndependentlyVerified } from '../../src/evidence/independence.js'
import type { DeliberationEvent } from '../../src/omega/create-omega.js'
import type { LogEntry } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { protocol } from '../../src/protocol/thresholds.js'
import { claimGraph } from '../../src/report/claim-graph.js'
import { type DeliberationReport, deliberationReport } from '../../src/report/deliberation-report.js'
import { reportMarkdown } from '../../src/report/markdown.js'
import type { Roster } from '../../src/roster/roster.js'
import { foldLog } from '../../src/session/fold.js'

/** What the session is the fold of, as it stands in the log. */
export function logIn(events: readonly DeliberationEvent[]): readonly LogEntry[] {
  return events.flatMap((event) => (event.type === 'SessionEntry' ? [event.payload as LogEntry] : []))
}

/** What must hold of every panel, and doesn't. */
export function whatIsWrong(
  events: readonly DeliberationEvent[],
  report: DeliberationReport | null,
  roster: Roster,
): readonly string[] {
  const results = events.filter(({ type }) => type === 'DeliberationResult')
  const log = logIn(events)
  if (results.length !== 1 || !report) return [`${results.length} reports`]
  const state = foldLog(log)
  return [
    ...reportFaults(report, state),
    ...statusFaults(report, state),
    ...decisionFaults(log),
    ...orderFaults(events),
    ...batchFaults(log, state, roster),
  ]
}

function reportFaults(report: DeliberationReport, state: SessionState): readonly string[] {
  const { success, error } = deliberationReport.safeParse(report)
  const best = bestAnswer(state)
  const { status, code, why, metrics } = report
  const told = report.claims.map(({ id, status }) => `${id} ${status}`)
  const known = state.claims.map((claim) => `${claim.id} ${shownStatus(claim, state)}`)
  return [
    ...(success ? [] : [`the report has another form: ${error.message}`]),
    ...(isDeepStrictEqual({ status, code, why }, state.ended)
      ? []
      : [`it ended ${state.ended?.status}, not ${status}`]),
    ...(report.answer === (best?.answer ?? null) ? [] : [`${report.answer} is not the best answer, ${best?.answer}`]),
    ...(report.confidence === (best?.confidence ?? null) ? [] : ['its confidence is another than that of the best']),
    ...(isDeepStrictEqual(told, known) ? [] : ['other claims are told than the log has']),
    ...(Object.values(metrics).some(Number.isNaN) ? ['a metric is no number'] : []),
    // To make a problem clear takes one of its own.
    ...(metrics.iterations <= state.limits.iterations + Number(state.problem.clarified !== null)
      ? []
      : [`${metrics.iterations} iterations`]),
    ...(isDistinct(report.spared) ? [] : ['an agent is spared twice']),
    ...(report.spared.every((agent) => !state.deployed.includes(agent)) ? [] : ['an agent is spared that was sent']),
    ...(metrics.modelCalls <= state.limits.modelCalls ? [] : [`${metrics.modelCalls} model calls`]),
    ...(reportMarkdown(report) && claimGraph(report) ? [] : ['it can not be read']),
  ]
}

const isDistinct = (ids: readonly number[]) => new Set(ids).size === ids.length

/** A measured status is what the confidence and those who verified the answer allow, and a broken off one is no success. */
function statusFaults({ status, confidence, restsOn, code, why, profile }: DeliberationReport, state: SessionState) {
  const isCut = code === 'abort' || code === 'irrecoverable'
  if (status === 'SUCCESS' && isCut) return [`a success, ${code}`]
  if (profile === 'paper')
    return status === 'SUCCESS' && !why.includes('all conditions hold') ? [`a success: ${why}`] : []
  const stakes = state.problem.classification?.stakes ?? 'HIGH'
  const least = status === 'FAILURE' ? 0 : cuts[stakes][status]
  const most = status === 'FAILURE' ? cuts[stakes].PARTIAL : 1
  const isWithin = confidence === null ? status === 'FAILURE' : confidence >= least && confidence <= most
  const grounds = restsOn.flatMap((id) => countedClaim(state, id) ?? [])
  const isAlone = status === 'SUCCESS' && stakes === 'HIGH' && !grounds.every(isIndependentlyVerified)
  return [
    ...(isWithin ? [] : [`${status} with a confidence of ${confidence} at ${stakes}`]),
    ...(isAlone ? ['a success that nobody else verified'] : []),
  ]
}

/** The same log says the same, whenever it is asked, also after it was written and read. */
function decisionFaults(log: readonly LogEntry[]): readonly string[] {
  const ends = log.flatMap(({ event }, index) => (event.type === 'advanced' ? [index] : []))
  const last = ends.at(-1) ?? log.length
  const prospects = [{ agent: 27, tier: 'VERIFICATION', family: 'family 1', canRefute: false }] as const
  const said = [log, JSON.parse(JSON.stringify(log)) as readonly LogEntry[]].map((each) => {
    const state = foldLog(each.slice(0, last))
    return JSON.stringify([decide(state, []), decide(state, prospects), state.claims, state.timeline])
  })
  return said[0] === said[1] ? [] : ['the same log says two things']
}

/** Nothing comes after what ends it, and nobody is asked then. */
function orderFaults(events: readonly DeliberationEvent[]): readonly string[] {
  const happened = logIn(events).map(({ event }) => event)
  const aborted = happened.findIndex(({ type }) => type === 'aborted')
  const afterAbort = aborted < 0 ? [] : happened.slice(aborted + 1).filter(({ type }) => type !== 'ended')
  const ended = happened.findIndex(({ type }) => type === 'ended')
  const end = events.findIndex(({ type }) => type === 'DeliberationResult')
  const late = events.slice(end).filter(({ type }) => type === 'ModelRequest' || type === 'AgentRequest')
  return [
    ...(ended < 0 ? ['it did not end'] : happened.slice(ended + 1).map(({ type }) => `${type} after the end`)),
    ...afterAbort.map(({ type }) => `${type} after the abort`),
    ...late.map(({ type }) => `${type} after the end`),
  ]
}

function batchFaults(log: readonly LogEntry[], state: SessionState, { cards }: Roster): readonly string[] {
  const batches = log.flatMap(({ event }) => (event.type === 'launched' ? [event.agents] : []))
  const known = new Set(cards.filter(({ tier }) => tier !== 'MEMORY' && tier !== 'PHI').map(({ id }) => id))
  return [
    ...batches.filter(({ length }) => length > protocol.maxParallel).map(({ length }) => `${length} at once`),
    ...batches.flat().flatMap((agent) => (known.has(agent) ? [] : [`${agent} is sent`])),
    ...(batches.some((agents) => new Set(agents).size < agents.length) ? ['an agent is in a batch twice'] : []),
    ...(state.deployed.length === new Set(state.deployed).size ? [] : ['an agent is sent twice over']),
  ]
}
