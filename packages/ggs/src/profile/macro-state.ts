/** The six macro-states of the 24 cells (paper, section 5.3), from the most drastic to the least. */
export const macroStates = ['abandon', 'success', 'break_symmetry', 'change_approach', 'change_path', 'refine'] as const

export type MacroState = (typeof macroStates)[number]
