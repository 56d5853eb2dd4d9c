import type { RunHandle } from '@artoo/sdk'
import { HttpError } from './http-error.js'

/** The tasks under way, each with the user who started it: nobody else may speak to it or interrupt it. */
export interface Running {
  add(run: RunHandle, user: string): void
  /** @throws {HttpError} 404 for a task that is not under way, or is somebody else's. */
  of(taskId: string, user: string): RunHandle
}

export function createRunning(): Running {
  const runs = new Map<string, { readonly run: RunHandle; readonly user: string }>()
  return {
    add(run, user) {
      runs.set(run.taskId, { run, user })
      const remove = () => runs.delete(run.taskId)
      run.result.then(remove, remove)
    },
    of(taskId, user) {
      const known = runs.get(taskId)
      if (known?.user === user) return known.run
      throw new HttpError(404, 'unknown_task', 'no task of yours is under way by that id')
    },
  }
}
