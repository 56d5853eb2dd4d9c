import type { Hyperparameters } from './hyperparameters.js'
import { type RoundInputs, type Verdict, worseningRounds } from './verdict.js'

/** One sentence that says why, with the numbers that decided. */
export function rationaleOf(
  { directive, rule }: Verdict,
  round: RoundInputs,
  hyperparameters: Hyperparameters,
  isFirst: boolean,
): string {
  const { epsilon, delta, rho, theta, maxReplans } = hyperparameters
  const stuck = isFirst
    ? 'A first round has no gradient'
    : `|∇L| = ${show(Math.abs(round.gradient))} is below ε = ${show(epsilon)}`
  const signal = `∇L = ${show(round.gradient)} is a signal (ε = ${show(epsilon)})`
  const logical = `P = ${show(round.P)} exceeds ρ = ${show(rho)}`
  const environmental = `P = ${show(round.P)} is within ρ = ${show(rho)}`
  switch (directive) {
    case 'accept':
      return 'Every criterion passed and the meta-validator accepted the result.'
    case 'success':
      return `D = ${show(round.D)} is within δ = ${show(delta)}: close enough to deliver.`
    case 'abandon':
      if (rule === 'law_2') {
        const rounds = worseningRounds(round, hyperparameters)
        return `∇L = ${show(round.gradient)} exceeds ε = ${show(epsilon)}, worsening round ${rounds} in a row: diverging.`
      }
      if (rule === 'replan_limit') {
        return `D = ${show(round.D)} still exceeds δ = ${show(delta)} after ${round.replans} of ${maxReplans} replans.`
      }
      return `Ω = ${show(round.Omega)} has reached θ = ${show(theta)}: the budget is spent.`
    case 'break_symmetry':
      return `${stuck} and ${logical}: ${isFirst ? '' : 'stuck with '}a wrong approach, use a different class of tools.`
    case 'change_approach':
      return `${signal} and ${logical}: the approach is wrong, switch the method.`
    case 'change_path':
      return `${stuck} and ${environmental}: ${isFirst ? '' : 'stuck with '}a sound approach, try another target.`
    case 'refine':
      return `${signal} and ${environmental}: the approach is sound, tighten its parameters.`
    default:
      return directive satisfies never
  }
}

/** Four decimals at most; exact values are in the decision. */
function show(value: number): string {
  return String(Number(value.toFixed(4)))
}
