import type { Notice } from '@artoo/bus'
import { directives } from '@artoo/ggs'
import { standing } from '../evidence/standing.js'
import type { ArtooEvent, ModelRoleId } from '../messages/contracts.js'

type Event = ArtooEvent | Notice

/** The number of times that something happened, and the number of times that it could have. */
interface Ratio {
  readonly hits: number
  readonly of: number
}

interface Measure {
  readonly role: string
  readonly what: string
  /** Returns the addition of one event; null when it doesn't count. */
  readonly count: (event: Event) => Ratio | null
}

const hit: Ratio = { hits: 1, of: 0 }
const chance: Ratio = { hits: 0, of: 1 }
const either = (isHit: boolean): Ratio => ({ hits: isHit ? 1 : 0, of: 1 })

/** Answers of a role's model that code sent back to it. */
const sentBack = (role: ModelRoleId) => (event: Event) => {
  if (event.type !== 'ModelRequest' || event.from !== role) return null
  return event.payload.continues ? hit : chance
}

/** The measures of each role's behaviour. */
const measures: readonly Measure[] = [
  { role: 'R1', what: 'readings of a request sent back', count: sentBack('R1') },
  {
    role: 'R1',
    what: 'rounds of questions per task',
    count: ({ type, from }) =>
      type === 'UserInput' ? chance : type === 'ClarificationRequest' && from === 'R1' ? hit : null,
  },
  { role: 'R2', what: 'drafts sent back per round', count: sentBack('R2') },
  {
    role: 'R3',
    what: 'corrections per subtask',
    count: ({ type, to }) => (type === 'SubTask' && to === 'R3' ? chance : type === 'CorrectionSignal' ? hit : null),
  },
  {
    role: 'R3',
    what: 'attempts given up',
    count: (event) => {
      if (event.type !== 'ExecutionResult' || event.payload.infrastructure) return null
      return either(event.payload.status === 'failed')
    },
  },
  {
    role: 'R4a',
    what: 'judged attempts let pass',
    count: (event) => {
      if (event.type === 'CorrectionSignal') return chance
      if (event.type !== 'SubTaskOutcome' || event.payload.verdicts.length === 0) return null
      return either(event.payload.status === 'matched')
    },
  },
  { role: 'R4a', what: 'verdicts sent back', count: sentBack('R4a') },
  {
    role: 'R4a',
    what: 'matched subtasks that did not stand',
    count: (event) => {
      if (event.type === 'SubTaskOutcome') return event.payload.status === 'matched' ? chance : null
      if (event.type !== 'ReplanRequest') return null
      const matched = [...event.payload.kept, ...event.payload.outcomes].filter(({ status }) => status === 'matched')
      return { hits: matched.length - standing(matched, event.payload.taskVerdicts).length, of: 0 }
    },
  },
  {
    role: 'R4b',
    what: 'merges rejected',
    count: (event) => {
      if (event.type === 'OutcomeSummary') return chance
      return event.type === 'ReplanRequest' && event.payload.taskVerdicts.length > 0 ? either(true) : null
    },
  },
  { role: 'R4b', what: 'verdicts sent back', count: sentBack('R4b') },
  {
    role: 'R5',
    what: 'readings that failed',
    count: (event) => (event.type === 'MemoryReading' ? either(event.payload.error !== null) : null),
  },
  ...directives.map(
    (directive): Measure => ({
      role: 'R7',
      what: `${directive} among the directives`,
      count: (event) => (event.type === 'ControlDecision' ? either(event.payload.directive === directive) : null),
    }),
  ),
]

/** The fewest chances for a comparison, now and before. */
const leastChances = 20
/** A ratio that changed by less than this, or by no more than the factor, has not drifted. */
const leastChange = 0.3
const leastFactor = 2
/** The past fades: with more chances than this, all of it counts half. */
const longestHistory = 1_000

/** The behaviour of each role, compared with its earlier behaviour. */
export interface Drift {
  see(event: Event): void
  /**
   * Returns the changes, in words. A measure is judged as soon as it has enough chances, over as many windows as that
   * takes.
   */
  judge(): readonly string[]
}

export function createDrift(): Drift {
  const known = measures.map((measure) => ({ ...measure, now: { hits: 0, of: 0 }, before: { hits: 0, of: 0 } }))
  return {
    see(event) {
      for (const measure of known) {
        const more = measure.count(event)
        if (more) measure.now = sum(measure.now, more)
      }
    },
    judge() {
      const found: string[] = []
      for (const measure of known) {
        const { role, what, now, before } = measure
        if (now.of < leastChances) continue
        if (before.of >= leastChances && hasDrifted(share(now), share(before))) {
          found.push(`${role}: ${what} ${share(now).toFixed(2)}, ${share(before).toFixed(2)} before`)
        }
        measure.before = faded(sum(before, now))
        measure.now = { hits: 0, of: 0 }
      }
      return found
    },
  }
}

const sum = (one: Ratio, other: Ratio): Ratio => ({ hits: one.hits + other.hits, of: one.of + other.of })
const share = ({ hits, of }: Ratio) => hits / of
const faded = (ratio: Ratio): Ratio => (ratio.of > longestHistory ? { hits: ratio.hits / 2, of: ratio.of / 2 } : ratio)

/** Up or down: the ratio or what is left of it to 1 has more than doubled or halved. */
function hasDrifted(now: number, before: number): boolean {
  if (Math.abs(now - before) < leastChange) return false
  const areShares = now <= 1 && before <= 1
  return isFar(now, before) || (areShares && isFar(1 - now, 1 - before))
}

function isFar(one: number, other: number): boolean {
  const [low, high] = [Math.min(one, other), Math.max(one, other)]
  return high > leastFactor * low
}
