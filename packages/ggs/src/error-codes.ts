/** Codes of errors of the controller’s arithmetic. Each with its cause and the way out. */
export const errorCodes = {
  acceptance_mismatch: [
    'A result is accepted although a criterion failed, or rejected although none did.',
    'Let `accepted` follow the verdicts; add the failed criterion as an outcome.',
  ],
  inconsistent_decision: [
    'A recorded decision does not follow from its own numbers.',
    'Give the decision as `step` returned it; do not edit it.',
  ],
  invalid_hyperparameter: [
    'A gain or limit of the controller is out of its range.',
    'Give a value in the range that the message names.',
  ],
  invalid_input: [
    'A number of a formula is not finite or out of its range.',
    'Give the value that the message asks for.',
  ],
  invalid_observation: [
    'An observation of a round is incomplete or contradicts itself.',
    'Give the field that the message names.',
  ],
  invalid_profile: [
    'A profile of one’s own is incomplete, contradicts itself, or does not always end.',
    'Mend the row or rule that the message names.',
  ],
  invalid_state: [
    'A controller state is not one that `step` returned.',
    'Begin with `initialState`, and pass on what `step` returns.',
  ],
  task_ended: [
    'The controller is asked to decide a round of a task that has ended.',
    'Begin a new task with `initialState`.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes
