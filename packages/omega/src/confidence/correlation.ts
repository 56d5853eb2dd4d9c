import type { MeasuredCorrelation } from '../protocol/log-event.js'
import type { Claim, Supporter } from '../protocol/state.js'
import { effectiveVotes } from './consensus.js'
import { within } from './invalid-confidence.js'

/** The assumed correlation of two voices, 0 to 1, as long as it is not measured. */
const assumedCorrelation = {
  /** One model that read the same. */
  sameInputs: 1,
  /** One model, other reading. */
  sameFamily: 0.8,
  /** A panel of nine judges of several families was found to be worth two votes: (9 / 2 - 1) / 8. */
  otherFamily: 0.4375,
  /** A function doesn't share a model's errors. */
  code: 0,
} as const

export type Correlation = (a: Supporter, b: Supporter) => number

export function correlationOf(a: Supporter, b: Supporter, measured: readonly MeasuredCorrelation[] = []): number {
  if (a.family === 'code' || b.family === 'code') return assumedCorrelation.code
  const found = measured.findLast(({ families: [one, other] }) =>
    one === a.family ? other === b.family : one === b.family && other === a.family,
  )
  if (found !== undefined) return within(found.rho, 0, 1, 'rho')
  if (a.family !== b.family) return assumedCorrelation.otherFamily
  return readTheSame(a.inputs, b.inputs) ? assumedCorrelation.sameInputs : assumedCorrelation.sameFamily
}

/** Two agents that both read no output had the same input as well: the bare problem. */
function readTheSame(a: readonly number[], b: readonly number[]): boolean {
  return (a.length === 0 && b.length === 0) || a.some((agent) => b.includes(agent))
}

/** The correlation that holds in a session. */
export function correlationIn({
  correlations,
}: {
  readonly correlations: readonly MeasuredCorrelation[]
}): Correlation {
  return (a, b) => correlationOf(a, b, correlations)
}

/** Over all pairs; 0 for a single voice. */
export function meanCorrelation(voices: readonly Supporter[], correlation: Correlation): number {
  let sum = 0
  let pairs = 0
  for (const [index, voice] of voices.entries())
    for (const other of voices.slice(index + 1)) {
      sum += correlation(voice, other)
      pairs += 1
    }
  return pairs === 0 ? 0 : Math.min(1, sum / pairs)
}

/** The number of independent voices that hold a claim. */
export function votesOf({ supporters }: Pick<Claim, 'supporters'>, correlation: Correlation = correlationOf): number {
  return effectiveVotes(supporters.length, meanCorrelation(supporters, correlation))
}
