/**
 * What every test file gets: a run that was journalled is decided again when its test is over, from the lines that its journal took,
 * and has to come to the same decisions, as far as it came. A test whose journals can't be replayed says why: `notReplayed`.
 */
import { afterEach, vi } from 'vitest'
import { refusal } from './not-replayed.js'
import { type Makers, type RecordedRun, recorder } from './recorder.js'

/** One for all files that a process serves: what is mocked for the first of them stays mocked. */
const key = Symbol.for('artoo.test.replayed')
const shared = globalThis as { [key]?: { readonly recorded: RecordedRun[]; readonly makers: Makers } }
shared[key] ??= { recorded: [], makers: new WeakMap() }
const { recorded, makers } = shared[key]

vi.mock('../../packages/runtime/src/runtime.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../packages/runtime/src/runtime.js')>()
  return { ...original, createRuntime: recorder(original.createRuntime, recorded, makers) }
})

/** So that what is replayed is made from the settings that the journal has. */
vi.mock('../../packages/roles/src/new-task.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../packages/roles/src/new-task.js')>()
  const { recordedRoles } = await import('../../packages/roles/src/settings.js')
  const { newTask } = original
  return {
    ...original,
    newTask(...[text, options]: Parameters<typeof newTask>) {
      const task = newTask(text, options)
      makers.set(task.deciders, (known) => recordedRoles(known, options.checks))
      return task
    },
  }
})

afterEach(async () => {
  const runs = recorded.splice(0)
  if (refusal.end() !== undefined || runs.length === 0) return
  const { memoryJournal, replayRun } = await import('@artoo/runtime')
  for (const { taskId, lines, ...options } of runs) {
    const [first] = lines()
    if (first?.kind !== 'start' || !first.run) continue
    const journal = memoryJournal()
    await journal.append(taskId, lines())
    const { parting } = await replayRun(journal, taskId, options)
    if (parting) throw new Error(`the replay of ${taskId} parts: ${JSON.stringify(parting).slice(0, 2_000)}`)
  }
})
