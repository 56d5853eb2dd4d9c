import { readFileSync } from 'node:fs'
import { type Cause, type CriterionObservation, causeNames, causes, type FailureClass } from '@artoo/ggs'
import type { Confusion } from '../naming/confusion.js'
import type { Attempted, Plant } from '../plants/plant.js'
import { draw, itemAt } from '../random.js'

/** How often judges named each cause of the rounds whose cause is known. */
export const measuredConfusion: Confusion = JSON.parse(
  readFileSync(new URL('../naming/confusion.json', import.meta.url), 'utf8'),
)

const counts: Readonly<Partial<Record<Cause, Readonly<Partial<Record<Cause, number>>>>>> = measuredConfusion.counts

/** The chance that a judge names each cause (columns) when a cause is true (rows). */
export type Naming = Readonly<Record<Cause, Readonly<Record<Cause, number>>>>

/** A judge that names a wrong cause in a share of failures, each other cause as often. */
export function namesWrongly(share: number): Naming {
  const others = causeNames.length - 1
  const rowOf = (truth: Cause) =>
    Object.fromEntries(causeNames.map((named) => [named, named === truth ? 1 - share : share / others]))
  return Object.fromEntries(causeNames.map((truth) => [truth, rowOf(truth)])) as Naming
}

/** The chance that a judge names each cause, as it was measured on failing rounds with known causes. A verdict that is wrong is named as it comes. */
export const measuredNaming: Naming = Object.fromEntries(
  causeNames.map((truth) => {
    const row = causeNames.map((named) => counts[truth]?.[named] ?? 0)
    const total = row.reduce((sum, count) => sum + count, 0)
    const chance = (at: number) => (total === 0 ? 1 / causeNames.length : (row[at] ?? 0) / total)
    return [truth, Object.fromEntries(causeNames.map((named, at) => [named, chance(at)]))]
  }),
) as Naming

const draws = { verdict: 31, failureClass: 32, merge: 33, name: 34, class: 35 } as const

interface Judged {
  readonly plant: Plant
  readonly naming: Naming
  /** The number of the part. */
  readonly index: number
  readonly round: number
}

/**
 * What judges say of the attempts of a round. Their errors last for the round: a judge that is asked again about the same thing
 * says the same again.
 */
export function verdictsOn(results: readonly Attempted[], judged: Judged): readonly CriterionObservation[] {
  const { plant, index, round } = judged
  const last = results.at(-1)
  const criteria = plant.parts[index]?.criteria ?? []
  return criteria.map(({ basis, mode }, criterion) => {
    const lot = draw(plant.seed, draws.verdict, index, criterion, round)
    const passes = results.map(({ met }) => seenAs(met[criterion] === true, basis, lot, plant))
    const isPassed = passes.at(-1) === true
    return {
      criterion: `criterion ${criterion}`,
      mode,
      verdict: isPassed ? 'pass' : 'fail',
      failureClass: isPassed ? null : classSeen(judged, last?.cause ?? null),
      cause: isPassed ? null : causeNamed(judged, last?.cause ?? null),
      failedAttempts: passes.filter((pass) => !pass).length,
      attempts: results.length,
    }
  })
}

/** The last look at a merged result: one criterion for each part. */
export function verdictsOnMerge(
  results: readonly (Attempted | null)[],
  { plant, naming, round }: Omit<Judged, 'index'>,
): readonly CriterionObservation[] {
  return results.map((result, index) => {
    const judged = { plant, naming, round, index }
    const isPassed = seenAs(result?.cause === null, 'judge', draw(plant.seed, draws.merge, index, round), plant)
    return {
      criterion: `part ${index}`,
      mode: 'verifiable',
      verdict: isPassed ? 'pass' : 'fail',
      failureClass: isPassed ? null : classSeen(judged, result?.cause ?? null),
      cause: isPassed ? null : causeNamed(judged, result?.cause ?? null),
      failedAttempts: isPassed ? 0 : 1,
      attempts: 1,
    }
  })
}

function seenAs(isMet: boolean, basis: 'code' | 'judge', lot: number, { judge }: Plant): boolean {
  if (basis === 'code') return isMet
  return isMet ? lot >= judge.falseFail : lot < judge.falsePass
}

/** A failure without a cause is called logical or environmental as it comes. */
function classSeen({ plant, index, round }: Judged, cause: Cause | null): FailureClass {
  const lot = draw(plant.seed, draws.failureClass, index, round)
  const truth = cause === null ? null : causes[cause].failureClass
  if (truth === null) return lot < 0.5 ? 'logical' : 'environmental'
  if (lot >= plant.judge.classErrors) return truth
  return truth === 'logical' ? 'environmental' : 'logical'
}

/** The cause that a judge names: the same for all criteria of a part in a round. */
function causeNamed({ plant, naming, index, round }: Judged, cause: Cause | null): Cause {
  const row = naming[cause ?? 'judged_wrongly']
  const total = causeNames.reduce((sum, name) => sum + row[name], 0)
  let left = draw(plant.seed, draws.name, index, round) * total
  for (const name of causeNames) {
    left -= row[name]
    if (left < 0) return name
  }
  return itemAt(causeNames, draw(plant.seed, draws.class, index, round))
}
