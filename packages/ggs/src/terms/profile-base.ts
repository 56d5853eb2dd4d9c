/** The part of a profile that every rule of the controller has, however it chooses a directive. */
export interface ProfileBase {
  readonly name: string
  /**
   * Which criteria D is a share of: those of the `round`, or all that was promised of the task and is not done otherwise by now (`promise`):
   * `promised` of an outcome without verdicts, and `met`. Where it is the promise, no round with an `undone` outcome is a `success`.
   */
  readonly counts: 'round' | 'promise'
  /** The time for which a target is blocked: the next plan, or the rest of the task. */
  readonly targetsFor: 'plan' | 'task'
  /**
   * The consequence of a round that failed by refused calls alone. `any`: that of any other round. `once`: one more plan in the whole task, then
   * the end `refused`, without a lesson and without a tool set aside. `step` can't recognise such a round: its caller does.
   */
  readonly refusals: 'any' | 'once'
}
