import { changingFamilies, heldOutFamilies, tuningFamilies } from './plants/families.js'
import type { Family } from './plants/family.js'
import { bandit } from './policies/bandit.js'
import { blind } from './policies/blind.js'
import { version06, version07 } from './policies/earlier-versions.js'
import { oracle } from './policies/oracle.js'
import { randomDirectives, retry, retryAndSettle, retryWithLists } from './policies/retry.js'
import { solver } from './policies/solver.js'
import { type Contender, contender, type Result, study } from './study.js'
import { added, gradients, removed } from './switches.js'

/** The policies, the worst informed first. */
const policies = (): readonly Contender[] => [
  { policy: retry },
  { policy: retryWithLists },
  { policy: retryAndSettle },
  { policy: randomDirectives },
  { policy: version06 },
  { policy: version07 },
  contender('paper', 'paper'),
  contender('measured', 'measured'),
  { policy: bandit() },
  { policy: oracle },
]

const variants: readonly Contender[] = [
  ...added.map(({ name, profile }) => contender(`paper, ${name}`, profile)),
  ...removed.map(({ name, profile }) => contender(`measured, not: ${name}`, profile)),
  ...gradients.map(({ name, profile }) => contender(name, profile)),
]

/** The policies in worlds that change; `blind` is told of every call that failed as of one that will fail again. */
const inChangingWorlds = (): readonly Contender[] => [
  { policy: retry },
  { policy: retryWithLists },
  contender('paper', 'paper'),
  { policy: blind(solver('measured, blind to change', { profile: 'measured' })) },
  contender('measured', 'measured'),
  { policy: oracle },
]

export interface ControllerResults {
  readonly tuning: readonly Result[]
  readonly heldOut: readonly Result[]
  readonly changing: readonly Result[]
  /** Tasks of each family. */
  readonly tasks: number
}

/** Every policy and every switch on the same tasks of all families. */
export function studyController(tasks: number): ControllerResults {
  const contenders = [...policies(), ...variants]
  const on = (families: readonly Family[], among: readonly Contender[]) =>
    families.flatMap((family) => among.map((one) => study(family, one, tasks)))
  return {
    tuning: on(tuningFamilies, contenders),
    heldOut: on(heldOutFamilies, contenders),
    changing: on(changingFamilies, inChangingWorlds()),
    tasks,
  }
}

export const policyNames: readonly string[] = policies().map(({ policy }) => policy.name)
