/** Journals of several kinds of task, as text, and where each comes to when it is gone on with. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Artoo,
  type FinalResult,
  type Interrupted,
  isInterrupted,
  isWaiting,
  type Journal,
  type JournalLine,
  memoryJournal,
  type Waiting,
} from '@artoo/sdk'
import { artooIn, task, worldIn } from '../task/invitation.js'
import { essenceOf } from '../task/outcome.js'

export interface JournalledTask {
  readonly kind: string
  readonly taskId: string
  /** Lines that end with a line feed. */
  readonly text: string
  /** What resuming it gives, as JSON. */
  readonly outcome: string
}

/** All of an outcome that does not depend on when and where it came about. */
export function comparable(outcome: FinalResult | Waiting | Interrupted): string {
  if (isInterrupted(outcome)) return `${outcome.status} ${outcome.reason}`
  if (!isWaiting(outcome)) return JSON.stringify(essenceOf(outcome))
  return JSON.stringify(outcome.requests.map((request) => ({ ...request, id: '', askedAt: 0 })))
}

/** A process with a world of its own, in which nothing has been done. */
export function processOver(journal: Journal, root: string, mayAsk = true): { artoo: Artoo; deeds: () => string[] } {
  const directory = mkdtempSync(join(root, 'world-'))
  return { artoo: artooIn(directory, journal, { mayAsk }), deeds: worldIn(directory).deeds }
}

/** A journal that takes nothing more after a line for which `isLast` is true. */
function mortal(kept: Journal, isLast: (line: JournalLine) => boolean): Journal {
  let dead = false
  const { count: _, ...rest } = kept
  return {
    ...rest,
    async append(taskId, lines) {
      for (const line of lines) {
        if (dead) throw new Error('this process is dead')
        await kept.append(taskId, [line])
        dead ||= isLast(line)
      }
    },
  }
}

const isEvent = (type: string, nth: number) => {
  let seen = 0
  return (line: JournalLine) => line.kind === 'event' && line.event.type === type && ++seen === nth
}

async function textOf(journal: Journal, taskId: string): Promise<string> {
  let text = ''
  for await (const line of journal.read(taskId)) text += `${JSON.stringify(line)}\n`
  return text
}

/** Begins the task, or goes on with it, until its journal has the line that ends its process. */
async function runUntil(
  journal: Journal,
  root: string,
  isLast: (line: JournalLine) => boolean,
  resumed?: string,
): Promise<string> {
  const { artoo } = processOver(mortal(journal, isLast), root)
  const run = resumed === undefined ? artoo.run(task) : artoo.resume(resumed, { takeOver: 1 })
  await run
  await artoo.close()
  return run.taskId
}

export async function journalledTasks(root: string): Promise<readonly JournalledTask[]> {
  const undisturbed = memoryJournal()
  const first = processOver(undisturbed, root)
  const whole = first.artoo.run(task)
  const outcome = comparable(await whole)
  await first.artoo.close()

  const waits = { ...memoryJournal(), durable: true }
  const second = processOver(waits, root, false)
  const waiting = second.artoo.run(task, { onUnanswered: 'wait' })
  const question = comparable(await waiting)
  await second.artoo.close()

  const planned = memoryJournal()
  const plannedId = await runUntil(planned, root, isEvent('SubTask', 2))
  const allowed = memoryJournal()
  const allowedId = await runUntil(allowed, root, isEvent('ConfirmationAnswer', 1))
  const over = memoryJournal()
  const overId = await runUntil(over, root, isEvent('ModelCall', 5))
  await runUntil(over, root, isEvent('ModelCall', 4), overId)

  return [
    { kind: 'ended', taskId: whole.taskId, text: await textOf(undisturbed, whole.taskId), outcome },
    { kind: 'waiting', taskId: waiting.taskId, text: await textOf(waits, waiting.taskId), outcome: question },
    { kind: 'planned', taskId: plannedId, text: await textOf(planned, plannedId), outcome },
    { kind: 'allowed', taskId: allowedId, text: await textOf(allowed, allowedId), outcome },
    { kind: 'taken over', taskId: overId, text: await textOf(over, overId), outcome },
  ]
}
