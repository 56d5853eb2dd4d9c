/**
 * A process that begins the task in argv[2], or goes on with it, and prints its result as the last line.
 *
 *     host.ts DIRECTORY files|level lean|direct|auto [EVENT|DEED] [DELAY]
 *
 * With a number it kills itself once that many events stand in the journal, with the name of a deed right after that has changed the world.
 */
import { join } from 'node:path'
import { isWaiting, type Journal, levelJournal, type Task } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { ClassicLevel } from 'classic-level'
import { artooIn, type Depth, task } from './invitation.js'

const [directory = '', kind = 'files', depth = 'lean', last = '', delay = '0'] = process.argv.slice(2)

const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}

/** One event at a time, so that the process can end after any of them. */
function dyingAfter(journal: Journal, count: number): Journal {
  let events = 0
  return {
    ...journal,
    async append(taskId, lines) {
      for (const line of lines) {
        await journal.append(taskId, [line])
        if (line.kind === 'event' && ++events === count) await die()
      }
    },
  }
}

const kept = kind === 'level' ? levelJournal(new ClassicLevel(join(directory, 'level'))) : fileJournal(directory)
const journal = Number(last) > 0 ? dyingAfter(kept, Number(last)) : kept
const artoo = artooIn(directory, journal, {
  delayMs: Number(delay),
  depth: depth as Depth,
  async onDeed(deed) {
    if (last === deed) await die()
  },
})
process.stdout.write('ready\n')

/** There is one at the most, and whoever ran it is dead. */
let known: Task | undefined
for await (const one of artoo.tasks()) known = one
const run = known ? artoo.resume(known.taskId, { takeOver: known.epoch }) : artoo.run(task)
const result = await run
await artoo.close()
if (isWaiting(result)) throw new Error('somebody is waited for')
process.stdout.write(`${JSON.stringify({ taskId: run.taskId, events: run.events.length, result })}\n`)
