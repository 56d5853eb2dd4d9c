import { type Estimate, type EstimateOptions, estimateOf } from '../plan/estimate.js'
import {
  type Classification,
  characteristics,
  completeClassification,
  type GivenClassification,
  problemTypes,
  stakesLevels,
  subtypes,
  uncertaintyLevels,
} from '../protocol/classification.js'
import type { Limits } from './limits.js'
import type { Panel } from './panel.js'

/** From the cheapest kind that a problem may be to the dearest; the same twice when all is known, or the panel is the same for all. */
export interface EstimateRange {
  readonly least: Estimate
  readonly most: Estimate
}

interface Estimated
  extends Pick<Panel, 'size' | 'roster' | 'speakers'>,
    Pick<EstimateOptions, 'profile' | 'tools' | 'checkTokens'> {
  readonly limits: Pick<Limits, 'iterations'>
}

/** The cost of a deliberation, for every kind of problem that the host left open. */
export function estimateRange(problem: string, known: GivenClassification, given: Estimated): EstimateRange {
  const { size: panel, roster, speakers, profile, tools, checkTokens, limits } = given
  const silent = Object.entries(speakers.fixed).flatMap(([id, { kind }]) => (kind === 'model' ? [] : [Number(id)]))
  const isRead = (panel === 'standard' || panel === 'full') && completeClassification(known) === null
  const problemTokens = Math.ceil(problem.length / 4)
  const options = {
    panel,
    roster,
    profile,
    tools,
    iterations: limits.iterations,
    isRead,
    problemTokens,
    silent,
    checkTokens,
  }
  const estimates = kindsOf(known)
    .map((kind) => estimateOf(kind, options))
    .sort((one, other) => tokensOf(one) - tokensOf(other))
  const [least] = estimates
  const most = estimates.at(-1)
  if (!least || !most) throw new RangeError('there is always a kind')
  return { least, most }
}

const tokensOf = ({ first }: Estimate) => first.inputTokens + first.outputTokens

/**
 * The kinds of problem among which the cheapest and the dearest are: with no and with all characteristics. A problem is
 * unclear or trivial only if the host says so.
 */
function kindsOf(known: GivenClassification): readonly Classification[] {
  const { wellDefined = true, trivial = false } = known
  const types = known.type === undefined ? problemTypes : [known.type]
  return types.flatMap((type) =>
    (known.uncertainty === undefined ? uncertaintyLevels : [known.uncertainty]).flatMap((uncertainty) =>
      (known.stakes === undefined ? stakesLevels : [known.stakes]).flatMap((stakes) =>
        (known.characteristics === undefined ? [[], [...characteristics]] : [known.characteristics]).map((needs) => ({
          ...{ type, subtype: known.subtype ?? subtypes[type][0], characteristics: needs },
          ...{ uncertainty, stakes, wellDefined, trivial },
        })),
      ),
    ),
  )
}
