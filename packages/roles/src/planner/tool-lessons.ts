import { actionFor, type Consultation, thresholds } from '@artoo/mkct'
import type { MemoryProfile } from '../memory/memory-profile.js'
import { faded, isIntentSpace, likenessOf } from '../memory/related-intents.js'

type Reading = Consultation['readings'][number]

const toolPrefix = 'tool:'

export const isOfIntent = ({ space }: Pick<Reading, 'space'>) => isIntentSpace(space)

export const isOfIntentAndTool = (reading: Reading) => isOfIntent(reading) && toolIn(reading) !== null

/** The tool that a reading is about beside its space; null when there is none. */
export const toolIn = ({ entity }: Pick<Reading, 'entity'>) =>
  entity?.startsWith(toolPrefix) ? entity.slice(toolPrefix.length) : null

/**
 * Readings as a profile has them read: those of (intent, tool) become one a tool, to which similar intents add; what was held
 * against whole tools stays only if it is wanted.
 */
export function withToolLessons(
  readings: readonly Reading[],
  intent: string,
  reads: MemoryProfile['reads'],
): readonly Reading[] {
  const isKept = (reading: Reading) => reads.others === 'all' || isWarning(reading) || !isByController(reading)
  const others = readings.filter((reading) => !isOfIntentAndTool(reading))
  const kept = (reads.against === 'warn' ? others.map(byNewest) : others).filter(isKept)
  const fared = readings.filter(isOfIntentAndTool)
  // When no other intent counts, the memory's own sums are used.
  if (reads.similarFrom === 1) return [...fared.filter(({ space }) => space === intent), ...kept]
  const byTool = new Map<string | null, Weighted[]>()
  for (const reading of fared) {
    const weight = weightOf(reading.space, intent, reads)
    if (weight > 0) byTool.set(reading.entity, [...(byTool.get(reading.entity) ?? []), { reading, weight }])
  }
  const lessons = [...byTool.values()].map((weighted) => pooled(weighted, intent, reads))
  return [...(reads.allFailed === 'leave_oldest' ? withOneLeft(lessons) : lessons), ...kept]
}

/**
 * Warnings of every tool don't say which to take, and after a change what failed longest ago may be right: that one is left to
 * try. If it fails again it is the newest, so that each has its turn.
 */
function withOneLeft(lessons: readonly Reading[]): readonly Reading[] {
  if (lessons.length < 2 || lessons.some(({ action }) => action !== 'avoid')) return lessons
  const oldest = lessons.reduce((one, other) => (timeOf(other) < timeOf(one) ? other : one))
  return lessons.filter((lesson) => lesson !== oldest)
}

const isWarning = ({ entity, action }: Reading) => entity !== null && action !== 'exploit'

/**
 * A reading by what the controller saw last: after a good result there is no warning. A pair of tool and target is warned of as long as
 * the newest result is bad and not forgotten, regardless of the earlier ones.
 */
function byNewest(reading: Reading): Reading {
  const { space, entity, newest } = reading
  if (entity === null || !newest || !isByController(reading)) return reading
  const { sigma, attention, content, origin } = newest
  if (sigma > 0) return isWarning(reading) ? { ...reading, action: 'ignore' } : reading
  if (!space.startsWith(toolPrefix)) return reading
  const action = attention >= thresholds.attention ? 'caution' : 'ignore'
  return { ...reading, action, lesson: content, ...(origin !== undefined && { origin }) }
}

/**
 * Whether the controller wrote the newest lesson. One that a host wrote stays as it is until the controller has
 * another.
 */
const isByController = ({ origin, newest }: Reading) => (newest?.origin ?? origin)?.startsWith('R7/') ?? false

interface Weighted {
  readonly reading: Reading
  readonly weight: number
}

function weightOf(space: string, intent: string, { similarFrom, sharpness }: MemoryProfile['reads']): number {
  if (space === intent) return 1
  const likeness = likenessOf(space, intent)
  return likeness >= similarFrom ? likeness ** sharpness : 0
}

/**
 * The recent results of a tool as one reading: the newest first, each older one with less weight, so that a change is
 * learnt in as many tasks however long the time before it was. The decision is the balance, which is the same for one
 * clear result as for ten.
 */
function pooled(weighted: readonly Weighted[], space: string, { older }: MemoryProfile['reads']): Reading {
  const sums = { attention: 0, decision: 0 }
  const heard = weighted.filter(({ reading }) => reading.attention >= faded)
  const newestFirst = heard.sort((one, other) => timeOf(other.reading) - timeOf(one.reading))
  const parts = newestFirst.map(({ reading, weight }, rank) => {
    const attention = weight * older ** rank * Math.min(1, reading.attention)
    return { reading, attention, decision: attention * balanceOf(reading, older) }
  })
  for (const { attention, decision } of parts) {
    sums.attention += attention
    sums.decision += decision
  }
  const balance = sums.attention > 0 ? sums.decision / sums.attention : 0
  const speaking = parts.reduce<(typeof parts)[number] | undefined>(
    (best, part) => (best && best.decision * balance >= part.decision * balance ? best : part),
    undefined,
  )
  const { entity, lesson, origin } = speaking?.reading ?? (weighted[0] as Weighted).reading
  const action = actionFor(sums.attention > 0 ? 1 : 0, balance)
  const newest = newestFirst[0]?.reading.newest
  return { space, entity, ...sums, action, lesson, ...(origin !== undefined && { origin }), ...(newest && { newest }) }
}

const timeOf = ({ newest }: Reading) => newest?.at ?? 0

/** −1 to 1: the newest result beside all of the pair together, as far as older ones count. */
function balanceOf({ attention, decision, newest }: Reading, older: number): number {
  const whole = decision / attention
  return newest ? (1 - older) * newest.sigma + older * whole : whole
}
