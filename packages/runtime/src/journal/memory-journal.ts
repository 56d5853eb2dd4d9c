import { textsOf } from './checked-lines.js'
import type { MemoryJournal } from './journal.js'
import { assertFilter, isWanted, runOn, tailLength } from './journalled-run.js'
import { parseLine } from './parse-line.js'
import { taskExists } from './task-exists.js'

/** Keeps journals as long as the process lives: for tests, and for looking at runs that need not be kept. */
export function memoryJournal(): MemoryJournal {
  const runs = new Map<string, string[]>()
  return {
    durable: false,
    append(taskId, lines, texts = textsOf(lines)) {
      const kept = runs.get(taskId) ?? []
      if (kept.length > 0 && lines.some(({ kind }) => kind === 'start')) throw taskExists(taskId)
      kept.push(...texts)
      runs.set(taskId, kept)
    },
    count: (taskId) => runs.get(taskId)?.length ?? 0,
    async *read(taskId, from = 0) {
      for (const line of (runs.get(taskId) ?? []).slice(from)) yield parseLine(line)
    },
    async *list(filter = {}) {
      assertFilter(filter)
      for (const [taskId, lines] of runs) {
        const run = runOn(taskId, lines[0], lines.slice(-tailLength))
        if (isWanted(run, filter)) yield run
      }
    },
    async remove(taskId) {
      runs.delete(taskId)
    },
  }
}
