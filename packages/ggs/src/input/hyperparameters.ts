import { count, type Range, type Requirements, requirements, unitInterval } from './requirements.js'

/** The gains, thresholds and budgets of the controller (paper, appendix B). */
export interface Hyperparameters {
  /** α, weight of the intent-result distance D. 0 to 100. @defaultValue 0.6 */
  readonly alpha: number
  /** β, weight of the process implausibility P. 0 to 100. @defaultValue 0.3 */
  readonly beta: number
  /** λ, weight of the resource cost Ω. 0 to 100. @defaultValue 0.4 */
  readonly lambda: number
  /** w₁, the fraction of Ω that comes from replans; w₁ + w₂ = 1. @defaultValue 0.6 */
  readonly replanWeight: number
  /** w₂, the fraction of Ω that comes from elapsed time; w₁ + w₂ = 1. @defaultValue 0.4 */
  readonly timeWeight: number
  /** ε: below it, |∇L| is no signal. At least 1e-9. @defaultValue 0.1 */
  readonly epsilon: number
  /** δ: up to it, D is close enough to deliver. At least 0, below 1. @defaultValue 0.3 */
  readonly delta: number
  /** µ: up to it, a wrong approach is near enough to be refined (profile `measured`). 0 to 1; without effect up to δ. @defaultValue 0.5 */
  readonly mu: number
  /** ρ: above it, P says that the approach is wrong. 0 to 1. @defaultValue 0.5 */
  readonly rho: number
  /** θ: from it on, Ω ends the task. Above 0, at most 1. @defaultValue 0.8 */
  readonly theta: number
  /** Time budget of a task in milliseconds. At least 1. @defaultValue 300000 */
  readonly timeBudgetMs: number
  /** The number of replans that a task may have; the next failing round abandons. An integer. @defaultValue 3 */
  readonly maxReplans: number
  /** Law 2: consecutive worsening rounds that abandon the task. An integer of at least 1. @defaultValue 2 */
  readonly worseningLimit: number
}

/** The thresholds that divide the input space into bands. */
export type Thresholds = Pick<Hyperparameters, 'epsilon' | 'delta' | 'mu' | 'rho' | 'theta'>

export const defaultHyperparameters: Hyperparameters = Object.freeze({
  alpha: 0.6,
  beta: 0.3,
  lambda: 0.4,
  replanWeight: 0.6,
  timeWeight: 0.4,
  epsilon: 0.1,
  delta: 0.3,
  mu: 0.5,
  rho: 0.5,
  theta: 0.8,
  timeBudgetMs: 300_000,
  maxReplans: 3,
  worseningLimit: 2,
})

const weight: Range = { min: 0, max: 100 }

const ranges: Readonly<Record<keyof Hyperparameters, Range>> = {
  alpha: weight,
  beta: weight,
  lambda: weight,
  replanWeight: unitInterval,
  timeWeight: unitInterval,
  epsilon: { min: 1e-9, max: 100 },
  delta: { min: 0, max: 1, excludes: 'max' },
  mu: unitInterval,
  rho: unitInterval,
  theta: { min: 0, max: 1, excludes: 'min' },
  timeBudgetMs: { min: 1, max: Number.MAX_SAFE_INTEGER },
  maxReplans: count,
  worseningLimit: { ...count, min: 1 },
}

const hyperparameterNames = Object.keys(ranges) as readonly (keyof Hyperparameters)[]
const demand: Requirements = requirements('invalid_hyperparameter')

/**
 * The defaults with `overrides` applied. An override that is `undefined` keeps the default.
 *
 * @throws GgsError `invalid_hyperparameter` naming the field that is out of range, unknown, or breaks w₁ + w₂ = 1.
 */
export function resolveHyperparameters(overrides: Partial<Hyperparameters> = {}): Hyperparameters {
  demand.object('hyperparameters', overrides)
  const resolved: Record<keyof Hyperparameters, number> = { ...defaultHyperparameters }
  for (const [name, value] of Object.entries(overrides)) {
    if (!isHyperparameter(name)) demand.refuse(name, `one of ${hyperparameterNames.join(', ')}`, name)
    if (value !== undefined) resolved[name] = value
  }
  for (const name of hyperparameterNames) demand.number(name, resolved[name], ranges[name])
  const { replanWeight, timeWeight } = resolved
  if (Math.abs(replanWeight + timeWeight - 1) > 1e-9) {
    demand.refuse('timeWeight', `1 - replanWeight (${1 - replanWeight}), as they divide Ω between them`, timeWeight)
  }
  return resolved
}

function isHyperparameter(name: string): name is keyof Hyperparameters {
  return Object.hasOwn(ranges, name)
}
