import { overallConfidence } from '../session/overall.js'
import { type Detector, finding } from './finding.js'

const percent = (value: number) => `${Math.round(value * 1000) / 10} %`

/** The same conclusions again, and nothing new to carry them. */
export const circular: Detector = {
  name: 'circular',
  find: ({ iterations }, { stall }) => {
    const last = iterations.slice(-stall)
    const said = last.map(({ conclusions }) => JSON.stringify(conclusions))
    const repeats = last.every(({ conclusions }) => conclusions.length > 0) && new Set(said).size === 1
    if (last.length < stall || !repeats || last.some(({ newFindings }) => newFindings > 0)) return []
    return [finding('circular', 'SERIOUS', `${stall} iterations came to the same conclusions without new evidence`)]
  },
}

/** Confidence is gone: seriously below one threshold, for good below the other unless a recovery helps. */
export const collapse: Detector = {
  name: 'collapse',
  find: (state, { collapse, irrecoverable }) => {
    const confidence = overallConfidence(state)
    if (confidence === null || confidence >= collapse) return []
    const severity = confidence < irrecoverable ? 'CRITICAL' : 'SERIOUS'
    return [finding('collapse', severity, `overall confidence is down to ${percent(confidence)}`)]
  },
}

/** Every iteration leaves more open than the one before. */
export const convergence: Detector = {
  name: 'convergence',
  find: ({ iterations }, { divergence }) => {
    const spaces = iterations.slice(-divergence - 1).map(({ space }) => space)
    const grows = spaces.slice(1).every((space, index) => space > (spaces[index] ?? space))
    if (spaces.length <= divergence || !grows) return []
    return [
      finding('convergence', 'SERIOUS', `the solution space grows: ${spaces.join(', ')} open claims and questions`),
    ]
  },
}

/** Iterations without a new finding. */
export const stall: Detector = {
  name: 'stall',
  find: ({ iterations }, { stall }) => {
    const last = iterations.slice(-stall)
    if (last.length < stall || last.some(({ newFindings }) => newFindings > 0)) return []
    return [finding('stall', 'SERIOUS', `${stall} iterations brought nothing new`)]
  },
}

/** Most of what the session may use is used. */
export const resource: Detector = {
  name: 'resource',
  find: (state, { resources }) =>
    sharesUsed(state)
      .filter(({ share }) => share > resources)
      .map(({ name, share }) => finding('resource', 'MODERATE', `${percent(share)} of the ${name} is used`)),
}

/** The share of each limit that is used; time by the log's own clock. */
export function sharesUsed({
  limits,
  used,
  startedAt,
  updatedAt,
}: Pick<Parameters<Detector['find']>[0], 'limits' | 'used' | 'startedAt' | 'updatedAt'>): readonly {
  readonly name: string
  readonly share: number
}[] {
  const elapsed = startedAt === null || updatedAt === null ? 0 : Date.parse(updatedAt) - Date.parse(startedAt)
  const shareOf = (amount: number, limit: number) => (limit === 0 ? 1 : amount / limit)
  return [
    ...(limits.tokens === null ? [] : [{ name: 'tokens', share: shareOf(used.tokens, limits.tokens) }]),
    { name: 'time', share: shareOf(elapsed, limits.timeMs) },
    { name: 'model calls', share: shareOf(used.modelCalls, limits.modelCalls) },
  ]
}

/** Quality control refuses again and again. */
export const quality: Detector = {
  name: 'quality',
  find: ({ iterations }, { maxFailures }) => {
    const last = iterations.flatMap(({ quality }) => quality ?? []).slice(-maxFailures)
    if (last.length < maxFailures || !last.every(isRejection)) return []
    return [finding('quality', 'SERIOUS', `quality control refused ${maxFailures} times in a row`, { agents: [52] })]
  },
}

/** True for a verdict by which quality control (52) rejects an answer. */
export function isRejection(native: string | null): boolean {
  return native === 'IMPROVE_THEN_SHIP' || native === 'REWORK_NEEDED'
}
