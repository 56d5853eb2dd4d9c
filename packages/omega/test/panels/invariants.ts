import { isDeepStrictEqual } from 'node:util'
import { decide } from '../../src/decide/decide.js'
import { detect } from '../../src/detect/detect.js'
import type { DeliberationEvent } from '../../src/omega/create-omega.js'
import type { LogEntry } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { protocol } from '../../src/protocol/thresholds.js'
import { type DeliberationReport, deliberationReport } from '../../src/report/deliberation-report.js'
import { foldLog } from '../../src/session/fold.js'

/** What the session is the fold of, as it stands in the log. */
export function logIn(events: readonly DeliberationEvent[]): readonly LogEntry[] {
  return events.flatMap((event) => (event.type === 'SessionEntry' ? [event.payload as LogEntry] : []))
}

/** What must hold of every panel, and doesn't. */
export function whatIsWrong(
  events: readonly DeliberationEvent[],
  report: DeliberationReport | null,
): readonly string[] {
  const results = events.filter(({ type }) => type === 'DeliberationResult')
  const log = logIn(events)
  if (results.length !== 1 || !report) return [`${results.length} reports`]
  const state = foldLog(log)
  return [
    ...reportFaults(report, state),
    ...decisionFaults(log),
    ...orderFaults(events),
    ...batchFaults(log),
    ...successFaults(report),
  ]
}

function reportFaults(report: DeliberationReport, state: SessionState): readonly string[] {
  const { success, error } = deliberationReport.safeParse(report)
  const told = report.claims.map(({ id, status }) => `${id} ${status}`)
  const known = state.claims.map(({ id, status }) => `${id} ${status}`)
  const isOutside = (value: number | null) => value !== null && !(value >= 0 && value <= 1)
  return [
    ...(success ? [] : [`the report has another form: ${error.message}`]),
    ...(report.metrics.iterations <= protocol.maxIterations ? [] : [`${report.metrics.iterations} iterations`]),
    ...(state.iteration <= protocol.maxIterations ? [] : [`iteration ${state.iteration}`]),
    ...(report.status === state.ended?.status ? [] : [`${report.status} is told, and it ended ${state.ended?.status}`]),
    ...(isDeepStrictEqual(told.sort(), known.sort()) ? [] : ['other claims are told than the log has']),
    ...report.claims.filter(({ confidence }) => isOutside(confidence)).map(({ id }) => `${id} has an impossible value`),
    ...(isOutside(report.confidence) ? [`${report.confidence} sure`] : []),
    ...(Object.values(report.metrics).some(Number.isNaN) ? ['a metric is no number'] : []),
  ]
}

/** The same log says the same, whenever it is asked, also after it was written and read. */
function decisionFaults(log: readonly LogEntry[]): readonly string[] {
  const ends = log.flatMap(({ event }, index) => (event.type === 'iteration_ended' ? [index + 1] : []))
  const last = ends.at(-1) ?? log.length
  const said = [log, JSON.parse(JSON.stringify(log)) as readonly LogEntry[]].map((each) => {
    const state = foldLog(each.slice(0, last))
    return JSON.stringify([detect(state), decide(state), decide(state, { midway: true }), state.claims, state.timeline])
  })
  return said[0] === said[1] ? [] : ['the same log says two things']
}

/** Nothing comes after what ends it, and nobody is asked who was removed. */
function orderFaults(events: readonly DeliberationEvent[]): readonly string[] {
  const happened = events.flatMap((event) => (event.type === 'SessionEntry' ? [(event.payload as LogEntry).event] : []))
  const aborted = happened.findIndex(({ type }) => type === 'aborted')
  const afterAbort = aborted < 0 ? [] : happened.slice(aborted + 1).filter(({ type }) => type !== 'ended')
  const ended = happened.findIndex(({ type }) => type === 'ended')
  return [
    ...(ended < 0 ? ['it did not end'] : happened.slice(ended + 1).map(({ type }) => `${type} after the end`)),
    ...afterAbort.map(({ type }) => `${type} after the abort`),
    ...askedTooLate(events),
  ]
}

function askedTooLate(events: readonly DeliberationEvent[]): readonly string[] {
  const faults: string[] = []
  const removed = new Set<number>()
  let hasEnded = false
  for (const { type, payload } of events) {
    if (type === 'SessionEntry') {
      const { event } = payload as LogEntry
      if (event.type === 'removed') removed.add(event.agent)
      if (event.type === 'ended') hasEnded = true
    }
    if (type !== 'ModelRequest' && type !== 'AgentRequest') continue
    const agent = Number.parseInt((payload as { readonly key: string }).key, 10)
    if (hasEnded || removed.has(agent))
      faults.push(`agent ${agent} is asked after ${hasEnded ? 'the end' : 'it was removed'}`)
  }
  return faults
}

function batchFaults(log: readonly LogEntry[]): readonly string[] {
  const batches = log.flatMap(({ event }) =>
    event.type === 'planned'
      ? event.batches.map(({ agents }) => agents)
      : event.type === 'launched'
        ? [event.agents]
        : [],
  )
  return [
    ...batches.filter(({ length }) => length > protocol.maxParallel).map(({ length }) => `${length} at once`),
    ...batches.flat().flatMap((agent) => (agent > 52 ? [`${agent} is sent`] : [])),
    ...(batches.some((agents) => new Set(agents).size < agents.length) ? ['an agent is in a batch twice'] : []),
  ]
}

/** Nothing that matters is sure only because voices that reason alike say so. */
function successFaults({ status, claims, waived }: DeliberationReport): readonly string[] {
  // What PHI answered itself is said to be nobody else's word.
  if (status !== 'SUCCESS' || waived.includes('ROBUSTNESS')) return []
  return claims
    .filter((claim) => claim.critical && (claim.status === 'active' || claim.status === 'confirmed'))
    .filter(({ confidence, votes }) => confidence !== null && confidence >= protocol.sure && votes < protocol.quorum)
    .filter(
      ({ judgements }) =>
        !judgements.some(({ independent, kind, value }) => independent && kind !== 'survival' && value >= 1),
    )
    .map(({ id }) => `a success with ${id}, of which one voice is sure`)
}
