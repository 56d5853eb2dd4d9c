/** Why a subtask's first plan fails. */
export const causes = {
  wrong_method: 'the tool cannot do it; another can',
  blocked_target: 'the call fails on this target; another one holds what is wanted',
  empty_target: 'the call works, but the target does not hold what is wanted; another does',
  near_miss: 'tool and target are right, a parameter is one or two steps off',
  flaky: 'tool and target are right, and three of four calls fail for no reason',
  deceptive: 'a wrong tool that meets more criteria from round to round, but never all',
  drifting: 'the right target moves on every second round',
  impossible: 'no tool can do it',
  outage: 'tool and target are right, and every call fails in the first two rounds',
  far_miss: 'tool and target are right, a parameter is three steps off',
  two_ways: 'the tool cannot do it; two others can',
  mislabelled: 'the tool cannot do it, and judges blame the environment',
  unmended: 'tool and target are right, and the call fails until this task has worked there for a round or two',
  passing: 'tool and target are right, and for a round or two nothing answers, as the error says',
} as const

export type Cause = keyof typeof causes

/** How the model that plans behaves. Shares are of replans. */
interface PlannerTraits {
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
