/**
 * `lean`: three model calls one after the other for a task of one subtask, beside tool turns: the planner reads the user's
 * words itself, and one judge at R4b's tier decides on the subtask and the task. `full`: the paper's five.
 */
export type Depth = (typeof depths)[number]

export const depths = ['lean', 'full'] as const
