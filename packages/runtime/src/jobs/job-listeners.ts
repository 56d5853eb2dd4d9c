import { unheard } from '@artoo/spec'

/** The listeners of a queue: the ids of changed jobs are given to each of them. */
export interface JobListeners {
  readonly size: number
  add(listener: (taskId: string) => void): () => void
  /** Never throws: a change has been made when listeners hear of it, and one that fails must not keep it from the others. */
  tell(taskId: string): void
  clear(): void
}

export function jobListeners(): JobListeners {
  const listeners = new Set<(taskId: string) => void>()
  return {
    get size() {
      return listeners.size
    },
    add(listener) {
      const own = (taskId: string) => listener(taskId)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    tell(taskId) {
      for (const listener of listeners) {
        try {
          unheard(listener(taskId))
        } catch {
          // A listener of the host.
        }
      }
    },
    clear: () => listeners.clear(),
  }
}
