import type { Task } from '@artoo/runtime'
import type { ResumeAllOptions, ResumeOptions, WaitingRunHandle } from './options.js'

type Each<Else> = Pick<ResumeAllOptions<Else>, 'options' | 'onRun'>

/** Returns the function that resumes one of many tasks with the host's options. It resolves to the outcome, and to null for a task that is left alone. */
export function resumeEach<Else>(
  resume: (taskId: string, options: ResumeOptions) => WaitingRunHandle<Else>,
  { options: optionsOf, onRun }: Each<Else>,
) {
  return async (task: Task) => {
    const options = optionsOf ? await optionsOf(task) : {}
    if (!options) return null
    const run = resume(task.taskId, options)
    try {
      onRun?.(run)
    } catch (error) {
      // The task goes on; its place is free once it has ended.
      await run.result.catch(() => undefined)
      throw error
    }
    return { outcome: await run.result }
  }
}
