import { type Megram, type Memory, thresholds } from '@artoo/mkct'
import type { EndStatus, RecalledLesson } from '../protocol/log-event.js'
import { states } from './lesson-megrams.js'
import { agentPrefix, intentOf, lessonSpace, likeness } from './places.js'

/** Intents of earlier problems, and their likeness to the given one, 0 to 1. */
type Alike = ReadonlyMap<string, number>

/** Lessons, and problems that they come from. */
const mostRecalled = 5
/** Problems that are compared: those heeded longest. */
const mostCompared = 500
/** Agents that are read of one problem. */
const mostAgents = 200
/** The likeness from which problems are of one kind. */
const leastLikeness = 0.6

/** The problems in the same or like words, nearest first. One in other words is found while the memory heeds it. */
export async function alikeTo(memory: Memory, problem: string, signal: AbortSignal): Promise<Alike> {
  const intent = intentOf(problem)
  const places = { pairs: [{ space: lessonSpace, entity: intent }], spaces: [lessonSpace] }
  const { readings } = await memory.consult({ ...places, limit: mostCompared, lessons: false }, { signal })
  const found = readings
    .flatMap(({ entity }) => (entity === null ? [] : [[entity, likeness(intent, entity)] as const]))
    .filter(([, likeness]) => likeness >= leastLikeness)
    .sort(([, one], [, other]) => other - one)
  return new Map(found.slice(0, mostRecalled))
}

/** The lessons that have not faded as far as a dream would erase them. */
export async function lessonsOf(memory: Memory, alike: Alike): Promise<readonly RecalledLesson[]> {
  const found = await Promise.all(
    [...alike].map(async ([intent, likeness]) => {
      const { contributions } = await memory.explain(lessonSpace, intent)
      return contributions
        .filter(({ attention }) => attention >= thresholds.forget)
        .map(({ megram, attention }) => ({ megram, strength: likeness * attention }))
    }),
  )
  return found
    .flat()
    .sort((one, other) => other.strength - one.strength || other.megram.at - one.megram.at)
    .slice(0, mostRecalled)
    .map(({ megram, strength }) => ({ outcome: outcomeOf(megram), lesson: megram.content, strength }))
}

/** A host's own Megram counts by its valence. */
function outcomeOf({ state, sigma }: Megram): EndStatus {
  if (state === states.SUCCESS) return 'SUCCESS'
  return sigma > 0 ? 'PARTIAL' : 'FAILURE'
}

/** Agents whose services, as far as the memory heeds them, speak against them over all these problems. */
export async function repelledIn(memory: Memory, alike: Alike, signal: AbortSignal): Promise<readonly string[]> {
  const query = { pairs: [], spaces: [...alike.keys()], limit: mostAgents, lessons: false }
  const { readings } = await memory.consult(query, { signal })
  const balances = new Map<string, number>()
  for (const { space, entity, decision, action } of readings) {
    if (!entity?.startsWith(agentPrefix) || action === 'caution') continue
    const name = entity.slice(agentPrefix.length)
    balances.set(name, (balances.get(name) ?? 0) + (alike.get(space) ?? 0) * decision)
  }
  return [...balances]
    .filter(([, balance]) => balance < -thresholds.decision)
    .sort(([one, least], [other, more]) => least - more || (one < other ? -1 : 1))
    .map(([name]) => name)
}
