const data = `Your output is data for a program, in the form that its schema gives, and all that the program gets. Make nothing up to fill it: where
something is not known and the form has no place for that,`

/** The additional instruction of each role when the answer is data for a program. */
export const typedOutputPrompts = {
  planner: `The answer is data for a program, which fit the JSON Schema in "outputSchema": plan what makes all of it known, each field by its
description, and word criteria for what the data say, not for their form, which code checks. An "answer" is such data.`,
  executor: `${data} report "failed" and say so in "reason".`,
  judge: `The output is data for a program, as JSON. Code has checked its form; judge what it says.`,
  merger: `${data} fail the criteria that this concerns.`,
} as const

/** An instruction with what typed output adds to it. */
export function withTypedOutput(instruction: string, role: keyof typeof typedOutputPrompts, isTyped: boolean): string {
  return isTyped ? `${instruction}\n\n${typedOutputPrompts[role]}` : instruction
}
