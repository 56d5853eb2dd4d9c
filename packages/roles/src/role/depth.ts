/**
 * `direct`: one conversation with the tools, without a plan and a judge; only checks that take no arguments look at the result.
 * `lean`: three model calls one after the other for a task of one subtask, beside tool turns: the planner reads the user's
 * words itself, and one judge at R4b's tier decides on the subtask and the task. `full`: the paper's five.
 */
export type Depth = (typeof depths)[number]

export const depths = ['direct', 'lean', 'full'] as const
