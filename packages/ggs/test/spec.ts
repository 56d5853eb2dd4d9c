import type { Directive, Hyperparameters } from '../src/index.js'

/** A round of one outcome, and what the task brings along. */
export interface Point {
  readonly D: number
  readonly P: number
  readonly Omega: number
  readonly gradient: number | null
  readonly failedCalls: number
  readonly replans: number
  readonly worseningBefore: number
  readonly bestBefore: number | null
}

/** The order of verdicts of both tables, once more and in prose order, to hold the tables against. */
export const spec: Readonly<Record<'paper' | 'measured', (point: Point, gains: Hyperparameters) => Directive>> = {
  paper(point, gains) {
    if (point.Omega >= gains.theta) return 'abandon'
    if (point.D <= gains.delta) return 'success'
    if (isDiverging(point, gains) || point.replans >= gains.maxReplans) return 'abandon'
    const hasSignal = point.gradient !== null && Math.abs(point.gradient) >= gains.epsilon
    if (point.P > gains.rho) return hasSignal ? 'change_approach' : 'break_symmetry'
    return hasSignal ? 'refine' : 'change_path'
  },
  measured(point, gains) {
    const isLast = point.Omega >= gains.theta || isDiverging(point, gains) || point.replans >= gains.maxReplans
    if (isLast) return Math.min(point.D, point.bestBefore ?? 1) <= gains.delta ? 'success' : 'abandon'
    if (point.failedCalls > 0) return 'change_path'
    if (point.D <= Math.max(gains.mu, gains.delta)) return 'refine'
    if (point.P > gains.rho) return 'break_symmetry'
    return point.gradient === null || point.gradient <= -gains.epsilon ? 'refine' : 'change_path'
  },
}

function isDiverging({ gradient, worseningBefore }: Point, gains: Hyperparameters): boolean {
  return gradient !== null && gradient > gains.epsilon && worseningBefore + 1 >= gains.worseningLimit
}
