import type { Envelope } from '@artoo/bus'
import type { Clock } from '@artoo/spec'
import { nextLook } from '../time/next-look.js'
import { assertIsJournal } from './assert-is-journal.js'
import { assertTaskId } from './assert-task-id.js'
import type { Journal } from './journal.js'
import { ownershipFold } from './ownership.js'
import { lineReader } from './read-lines.js'
import { eventFold } from './read-run.js'

/** Milliseconds between two looks at the journal of a run, and the looks after which is asked whether it is over. */
const [lookMs, looksPerQuestion] = [250, 4]

interface FollowOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Whether the run writes no more, though its journal has no end. @defaultValue it always may */
  readonly isOver?: (() => Promise<boolean>) | undefined
}

/**
 * The events of a run from its first one, as they come to stand in the journal, whichever process writes them; a run that has not begun is waited
 * for. Ends with the run, or when it is over. Throws the signal's reason when it aborts, and as `readEvents` does for lines that can't be read.
 */
export async function* followEvents<Event extends Envelope = Envelope>(
  journal: Journal,
  taskId: string,
  { clock, signal, isOver = async () => false }: FollowOptions,
): AsyncGenerator<Event> {
  assertIsJournal(journal)
  assertTaskId(taskId)
  const fold = ownershipFold()
  const reader = lineReader(journal, taskId, fold)
  const eventIn = eventFold(taskId)
  for (let looks = 0; ; looks++) {
    // Asked before the last lines are read.
    const isLast = looks % looksPerQuestion === 0 && (await isOver())
    for await (const sound of reader.more()) {
      const event = eventIn(sound)
      if (event && sound.isValid) yield event as Event
    }
    if (isLast || fold.now.state === 'ended') return
    await nextLook({ clock, ms: lookMs, signal })
    signal.throwIfAborted()
  }
}
