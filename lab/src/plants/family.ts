/** Why a subtask's first plan fails. */
export const causes = [
  'wrong_method',
  'blocked_target',
  'near_miss',
  'flaky',
  'impossible',
  'deceptive',
  'drifting',
  'empty_target',
] as const

export type Cause = (typeof causes)[number]

/** How the model that plans behaves. Shares are of replans. */
export interface PlannerTraits {
  /** Share in which it does what a directive says. */
  readonly obedience: number
  /** Share in which it keeps its tool, when it goes its own way. */
  readonly stickiness: number
  /** Share in which it makes something of the feedback, when it goes its own way. */
  readonly reading: number
  /** Share in which a parameter is moved the right way. */
  readonly aim: number
  /** Share in which it remembers what it tried before. */
  readonly recall: number
}

/** A kind of task. Ranges include both ends. */
export interface Family {
  readonly name: string
  /** Which causes its subtasks may have, each as likely. */
  readonly causes: readonly Cause[]
  readonly subtasks: readonly [least: number, most: number]
  readonly tools: readonly [least: number, most: number]
  readonly targets: readonly [least: number, most: number]
  readonly criteria: readonly [least: number, most: number]
  /** Seconds that a round takes. */
  readonly seconds: readonly [least: number, most: number]
  /** Share of verdicts that are wrong. */
  readonly verdictErrors: number
  /** Share of failures whose class is taken for the other one. */
  readonly classErrors: number
  readonly planner: PlannerTraits
}
