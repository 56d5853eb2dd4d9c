/**
 * `direct`: one conversation with the tools, without a plan and a judge; only checks that take no arguments look at the result.
 * `auto`: begins as `direct`, and is judged or planned where its records give a reason. `lean`: three model calls one after the other
 * for a task of one subtask, beside tool turns: the planner reads the user's words itself, and one judge at R4b's tier decides on the
 * subtask and the task. `full`: the paper's five.
 */
export type Depth = (typeof depths)[number]

export const depths = ['direct', 'auto', 'lean', 'full'] as const
