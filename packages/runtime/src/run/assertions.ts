import { ArtooError } from '@artoo/spec'
import type { Journal } from '../journal/journal.js'

/** @throws {ArtooError} `no_journal` */
export function assertJournal(journal: Journal | undefined): Journal {
  if (journal) return journal
  throw new ArtooError('no_journal', 'there is no journal to find tasks in: give one as `journal`', {
    field: 'journal',
  })
}

/** Whether what a journal has outlives the process. */
export function isKept(journal: Journal | undefined): boolean {
  return journal !== undefined && journal.durable !== false
}

/** A run that waits is nowhere but in its journal. @throws {ArtooError} `invalid_option` */
export function assertMayWait(journal: Journal | undefined, parent: object | undefined): void {
  if (isKept(journal) && !parent) return
  const remedy = 'give a journal that outlives the process, such as fileJournal, or leave onUnanswered out'
  const why = parent ? 'a run that is a part of another ends with it, and can’t' : `a run can't`
  throw new ArtooError('invalid_option', `${why} wait for a person: ${parent ? 'start it without a parent' : remedy}`, {
    field: 'onUnanswered',
  })
}

export function taskEnded(taskId: string): ArtooError {
  return new ArtooError(
    'task_ended',
    `${taskId} is not under way: say it in another task, or resume this one if it waits or was interrupted`,
  )
}

export function taskRunning(taskId: string): ArtooError {
  return new ArtooError(
    'task_running',
    `${taskId} runs in this process already: use the handle that run or resume gave`,
  )
}
