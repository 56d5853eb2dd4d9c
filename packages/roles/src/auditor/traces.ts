import type { Notice } from '@artoo/bus'
import type { ArtooEvent } from '../messages/contracts.js'
import { emptyTrace, type Found, follow, type TaskTrace } from './task-trace.js'

/** The most tasks that are followed at once, those that ended last included; the oldest one beyond is dropped. */
const mostFollowed = 1_000
/** The last tasks that ended are kept for a while, to see what comes after their end. */
const endedKept = 100

export interface Traces {
  /** Returns the problems of the event's task. `dropped`: number of events that the tap has dropped so far. */
  follow(event: ArtooEvent | Notice, dropped: number): readonly Found[]
}

/** Follows tasks side by side. */
export function createTraces(): Traces {
  const traces = new Map<string, TaskTrace>()
  const ended: string[] = []
  let droppedBefore = 0

  return {
    follow(event, dropped) {
      // After a gap, missed events look like events that never came, so all traces are dropped.
      if (dropped > droppedBefore) traces.clear()
      droppedBefore = dropped
      const { taskId, type } = event
      const [task, found] = follow(traces.get(taskId) ?? emptyTrace, event)
      // Stragglers of a forgotten task start no new trace: nothing would ever remove it.
      if (type === 'TaskStarted' || traces.has(taskId)) traces.set(taskId, task)
      if (type === 'FinalResult' && ended.push(taskId) > endedKept) traces.delete(ended.shift() ?? '')
      if (traces.size > mostFollowed) traces.delete(traces.keys().next().value ?? '')
      return found
    },
  }
}
