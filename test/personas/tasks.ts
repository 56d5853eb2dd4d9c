import type { Task } from './task.js'
import { administrationTasks } from './tasks/administration.js'
import { compositionTasks } from './tasks/composition.js'
import { dataTasks } from './tasks/data.js'
import { fileTasks } from './tasks/files.js'
import { mergedTasks } from './tasks/merged.js'
import { partialTasks } from './tasks/partial.js'
import { researchTasks } from './tasks/research.js'

/**
 * The kinds of work that the paper names (section 13), and reporting. There is no network, so the pages to search stand in a
 * folder: what is measured of research is finding, following and comparing, not the web.
 */
const byCategory = {
  'file management': fileTasks,
  'data and reports': dataTasks,
  'research over pages': researchTasks,
  'system administration': administrationTasks,
  composition: compositionTasks,
} as const satisfies Readonly<Record<string, readonly Task[]>>

export type Category = keyof typeof byCategory

export const categories = Object.keys(byCategory) as Category[]

export interface CategorisedTask extends Task {
  readonly category: Category
}

export const tasks: readonly CategorisedTask[] = categories.flatMap((category) =>
  byCategory[category].map((task: Task) => ({ ...task, category })),
)

const changing = tasks.filter(({ leaves, accepts }) => leaves !== undefined || accepts !== undefined)

const tasksByLie: readonly (readonly [liars: RegExp, tasks: readonly Task[]])[] = [
  [/^planner|^lazy/, changing],
  [/^half/, partialTasks],
  [/^merge/, mergedTasks],
  [/^judge/, [...tasks, ...mergedTasks]],
]

/** The tasks on which a lie can be told. */
export const tasksOfLie = (liar: string): readonly Task[] => tasksByLie.find(([liars]) => liars.test(liar))?.[1] ?? []
