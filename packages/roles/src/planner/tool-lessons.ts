import { actionFor, type Consultation } from '@artoo/mkct'
import type { MemoryProfile } from '../memory-profiles.js'
import { isIntentSpace, likenessOf } from '../related-intents.js'

type Reading = Consultation['readings'][number]

const toolPrefix = 'tool:'

export const isOfIntent = ({ space }: Pick<Reading, 'space'>) => isIntentSpace(space)

export const isOfIntentAndTool = (reading: Reading) =>
  isOfIntent(reading) && (reading.entity?.startsWith(toolPrefix) ?? false)

/**
 * Readings as a profile has them read: those of (intent, tool) become one a tool, to which similar intents add as much as their
 * words are alike; what was held against whole tools stays only if it is wanted.
 */
export function withToolLessons(
  readings: readonly Reading[],
  intent: string,
  { others, similarFrom, mostWeight }: MemoryProfile['reads'],
): readonly Reading[] {
  const isKept = (reading: Reading) => others === 'all' || isWarning(reading) || !isByController(reading)
  const kept = readings.filter((reading) => !isOfIntentAndTool(reading) && isKept(reading))
  const byTool = new Map<string | null, Weighted[]>()
  for (const reading of readings.filter(isOfIntentAndTool)) {
    const weight = weightOf(reading.space, intent, similarFrom)
    if (weight > 0) byTool.set(reading.entity, [...(byTool.get(reading.entity) ?? []), { reading, weight }])
  }
  return [...[...byTool.values()].map((weighted) => pooled(weighted, intent, mostWeight)), ...kept]
}

const isWarning = ({ entity, action }: Reading) => entity !== null && action !== 'exploit'

/** What a host put there is for it to weigh. */
const isByController = ({ origin }: Reading) => origin?.startsWith('R7/') ?? false

interface Weighted {
  readonly reading: Reading
  readonly weight: number
}

function weightOf(space: string, intent: string, similarFrom: number): number {
  if (space === intent) return 1
  const likeness = likenessOf(space, intent)
  return similarFrom < 1 && likeness >= similarFrom ? likeness : 0
}

/**
 * What speaks for a tool and what against it, each with an upper bound: a long run of success may not outweigh that the tool has
 * lately failed, or a change of the world would take as long to be noticed as the run was.
 */
function pooled(weighted: readonly Weighted[], space: string, mostWeight: number): Reading {
  const sum = (part: (reading: Reading) => number) =>
    Math.min(
      mostWeight,
      weighted.reduce((total, { reading, weight }) => total + weight * part(reading), 0),
    )
  const good = sum(({ attention, decision }) => (attention + decision) / 2)
  const bad = sum(({ attention, decision }) => (attention - decision) / 2)
  const [attention, decision] = [good + bad, good - bad]
  const heaviest = weighted.reduce((best, one) =>
    one.weight * one.reading.attention > best.weight * best.reading.attention ? one : best,
  )
  const { entity, lesson, origin } = heaviest.reading
  const potentials = { attention, decision, action: actionFor(attention, decision) }
  return { space, entity, ...potentials, lesson, ...(origin !== undefined && { origin }) }
}
