import { type Journal, type JournalLine, memoryJournal, readEvents } from '@artoo/runtime'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { boss, errands, pass, turn } from './errand.js'

const deciders = () => [boss]
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A process over the journal of others, at a time that all of them share. */
function processOver(journal: Journal, name: string, clock = manualClock(1_000)) {
  const errand = errands({ journal, ids: sequentialIds(name), clock })
  closing.push(() => errand.runtime.close())
  return { ...errand, clock }
}

/** The journal as it is now, which nobody goes on with: what a crash leaves behind. */
async function copyOf(journal: Journal, taskId: string): Promise<Journal> {
  const copy = memoryJournal()
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  await copy.append(taskId, lines)
  return copy
}

async function tasksOf({ runtime }: ReturnType<typeof processOver>) {
  const states: string[] = []
  for await (const { state } of runtime.tasks()) states.push(state)
  return states
}

/** A task that died while it waited for time to pass. */
async function deadTask() {
  const journal = memoryJournal()
  const { run } = processOver(journal, 'dead')
  const handle = run(['ask a', 'wait 600', 'ask b'])
  for await (const { type } of handle) if (type === 'TimerRequest') break
  return { journal: await copyOf(journal, handle.taskId), taskId: handle.taskId }
}

describe('a task that a process runs', () => {
  test('is not gone on with by another, which is told how long to wait', async () => {
    const { journal, taskId } = await deadTask()
    const { runtime } = processOver(journal, 'other')
    await expect(runtime.resume(taskId, { deciders }).result).rejects.toMatchObject({
      code: 'task_leased',
      message: expect.stringContaining('1970-01-01T00:00:31.000Z'),
    })
  })

  test('has died when it has said nothing for the time of its lease, and can be gone on with', async () => {
    const { journal, taskId } = await deadTask()
    const clock = manualClock(1_000)
    const other = processOver(journal, 'other', clock)
    expect(await tasksOf(other)).toEqual(['running'])
    clock.advance(30_000)
    expect(await tasksOf(other)).toEqual(['died'])
    expect(await pass(clock, other.runtime.resume(taskId, { deciders }))).toMatchObject({
      heard: ['yes', '600 ms', 'yes'],
    })
    expect(await tasksOf(other)).toEqual(['ended'])
  })

  test('can be taken at once from a process that is known to be dead', async () => {
    const { journal, taskId } = await deadTask()
    const { runtime, clock } = processOver(journal, 'other')
    const handle = runtime.resume(taskId, { deciders, takeOver: 1 })
    expect(await pass(clock, handle)).toMatchObject({ reason: 'done' })
  })

  test('keeps its lease as long as it runs', async () => {
    const journal = memoryJournal()
    const { run, runtime, clock } = processOver(journal, 'own')
    const handle = run(['wait 299000'], { limits: { timeMs: 1_000_000 } })
    for (let second = 0; second < 290; second++) {
      clock.advance(1_000)
      await turn()
      if (second % 20 === 0) expect(await tasksOf({ runtime } as never)).toEqual(['running'])
    }
    expect(await pass(clock, handle)).toMatchObject({ heard: ['299000 ms'] })
  })

  test('is gone on with by one of two that reach for it at once', async () => {
    const { journal, taskId } = await deadTask()
    const clock = manualClock(60_000)
    const handles = ['one', 'two'].map((name) => processOver(journal, name, clock).runtime.resume(taskId, { deciders }))
    const settled = await pass(clock, Promise.allSettled(handles.map(({ result }) => result)))
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'task_leased' } })
    const events = await readEvents(journal, taskId)
    expect(events.filter(({ type }) => type === 'Outcome')).toHaveLength(1)
  })

  test('is lost to whoever took it while this process was stopped, and nothing of it is mixed up', async () => {
    const journal = memoryJournal()
    const slow = processOver(journal, 'slow')
    const lost = slow.run(['ask a', 'wait 100000', 'ask b'])
    for await (const { type } of lost) if (type === 'TimerRequest') break
    const quick = processOver(journal, 'quick', manualClock(60_000))
    expect(await pass(quick.clock, quick.runtime.resume(lost.taskId, { deciders }))).toMatchObject({ reason: 'done' })
    const before = await readEvents(journal, lost.taskId)
    slow.clock.advance(200_000)
    expect(await pass(slow.clock, lost)).toMatchObject({ reason: 'taken_over' })
    expect(await readEvents(journal, lost.taskId)).toEqual(before)
    expect(lost.events.find(({ type }) => type === 'JournalFailure')?.payload).toMatchObject({
      message: expect.stringContaining('was taken over from epoch 1'),
    })
  })

  test('is not resumed beside itself', async () => {
    const { run, runtime } = processOver(memoryJournal(), 'own')
    const { taskId } = run(['idle'])
    expect(() => runtime.resume(taskId, { deciders })).toThrow(expect.objectContaining({ code: 'task_running' }))
  })
})
