/** The six macro-states of the 24 cells (paper, section 5.3), from the most drastic to the least. */
export const macroStates = ['abandon', 'success', 'break_symmetry', 'change_approach', 'change_path', 'refine'] as const

export type MacroState = (typeof macroStates)[number]

/** The directives of the controller: deliver an accepted result, or one of the macro-states. */
export const directives = ['accept', ...macroStates] as const

export type Directive = (typeof directives)[number]

/** The one that asks for the greater change. */
export function moreDrastic(one: Directive, other: Directive): Directive {
  return directives.indexOf(one) <= directives.indexOf(other) ? one : other
}

/** True for the directives that end a task. */
export function isTerminal(directive: Directive): boolean {
  return directive === 'accept' || directive === 'success' || directive === 'abandon'
}
