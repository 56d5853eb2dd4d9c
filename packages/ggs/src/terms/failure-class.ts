export const failureClasses = ['logical', 'environmental'] as const

/** `logical`: the approach is wrong. `environmental`: the approach is sound, but something outside blocked it. */
export type FailureClass = (typeof failureClasses)[number]
