import type { Family } from '../plants/plant.js'
import { measuredNaming, namesWrongly } from './judge.js'
import { bandit } from './policies/bandit.js'
import { measured } from './policies/measured.js'
import { oracle } from './policies/oracle.js'
import type { Policy } from './policies/policy.js'
import {
  feedback,
  feedbackWithLists,
  retry,
  retrySettling,
  retryWithLists,
  retryWithListsSettling,
} from './policies/retry.js'
import { causesPolicy, solver } from './policies/solver.js'
import { type SetName, setNames, sets } from './sets.js'
import { type Result, study } from './study.js'

/** The policies, the worst informed first. */
const policies = (): readonly Policy[] => [
  retry,
  retryWithLists,
  retrySettling,
  retryWithListsSettling,
  feedback,
  feedbackWithLists,
  solver('paper', { profile: 'paper' }),
  measured,
  bandit(),
  causesPolicy(),
  oracle,
]

/** The shares of names that are wrong, in a judge that takes each other cause as often. */
const wrongNames = [0, 0.1, 0.2, 0.25, 0.3, 0.4] as const

/** The policies that are sent what a judge names. */
const named = (): readonly Policy[] => [feedback, causesPolicy()]

export interface ControllerResults {
  readonly sets: Readonly<Partial<Record<SetName, readonly Result[]>>>
  /** By share of wrong names, on the set that is reported. */
  readonly byNaming: readonly { readonly wrong: number; readonly results: readonly Result[] }[]
  /** Tasks of each family. */
  readonly tasks: number
}

/** Every policy on the same tasks of all families. */
export function studyFamilies(families: readonly Family[], tasks: number): readonly Result[] {
  const given = { count: tasks, naming: measuredNaming }
  return families.flatMap((family) => policies().map((policy) => study(family, policy, given)))
}

export function studyController(tasks: number): ControllerResults {
  return {
    sets: Object.fromEntries(setNames.map((name) => [name, studyFamilies(sets[name], tasks)])),
    byNaming: wrongNames.map((wrong) => ({
      wrong,
      results: sets['held-out'].flatMap((family) =>
        named().map((policy) => study(family, policy, { count: tasks, naming: namesWrongly(wrong) })),
      ),
    })),
    tasks,
  }
}

export const policyNames: readonly string[] = policies().map(({ name }) => name)
