import {
  type Confirm,
  type Journal,
  type JournalLine,
  journalVersion,
  levelJournal,
  memoryJournal,
  readEvents,
  type Task,
} from '@artoo/runtime'
import { appendLines } from '@artoo/runtime/conformance'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { MemoryLevel } from 'memory-level'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { notReplayed } from '../../../test/replayed/not-replayed.js'
import { boss, errands, type Outcome, pass, turn } from './errand.js'

const deciders = () => [boss]
const byHand = 'carried out by hand, by a person: '
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A tool whose deeds outlive processes; `before` is waited for before each. */
function payments(before: () => Promise<void> | void = () => {}, idempotent = false) {
  const paid: string[] = []
  const pay = defineTool({
    name: 'pay',
    description: 'pays',
    input: z.object({}),
    effect: 'irreversible',
    idempotent,
    async execute(_, { fence }) {
      await before()
      paid.push(`in epoch ${fence}`)
      return 'paid'
    },
  })
  return { paid, tools: [pay] }
}

/** A process over the journal of others, at a time that all of them share. */
function processOver(journal: Journal, name: string, { tools = [] }: Partial<ReturnType<typeof payments>> = {}) {
  const clock = manualClock(1_000)
  const errand = errands({ journal, ids: sequentialIds(name), clock, tools })
  closing.push(() => errand.runtime.close())
  return { ...errand, clock }
}

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

async function taskOf({ runtime }: ReturnType<typeof processOver>, state?: Task['state']): Promise<Task | undefined> {
  for await (const task of runtime.tasks({ state })) return task
  return undefined
}

/** A task whose process is slow: it waits for time to pass, and says nothing until it does. */
async function slowTask(journal: Journal, steps = ['ask a', 'wait 600', 'ask b']) {
  const slow = processOver(journal, 'slow')
  const handle = slow.run(steps)
  for await (const { type } of handle) if (type === 'TimerRequest') break
  return { slow, handle, taskId: handle.taskId }
}

const journals: readonly [string, () => Journal][] = [
  ['memory', memoryJournal],
  ['LevelDB', () => levelJournal(new MemoryLevel())],
  [
    'a journal that can’t count',
    () => {
      const { count: _, ...kept } = memoryJournal()
      return kept
    },
  ],
]

describe.each(journals)('in %s', (_, open) => {
  test('one of two processes that take a task over from the same owner at once runs it', async () => {
    for (let round = 0; round < 12; round++) {
      const journal = open()
      const { taskId } = await slowTask(journal)
      const rivals = ['one', 'two', 'three'].map((name) => processOver(journal, `${name}-${round}`))
      const handles = rivals.map(({ runtime }) => runtime.resume(taskId, { deciders, takeOver: 1 }))
      const settled = await Promise.all(
        handles.map(({ result }, index) =>
          pass(rivals[index]?.clock ?? manualClock(), result).then(
            () => 'done',
            ({ code }) => code,
          ),
        ),
      )
      expect(settled.sort()).toEqual(['done', 'task_leased', 'task_leased'])
      const events = await readEvents(journal, taskId)
      expect(events.filter(({ type }) => type === 'Outcome')).toHaveLength(1)
      expect(await taskOf(processOver(journal, `later-${round}`))).toMatchObject({ state: 'ended', epoch: 2 })
    }
  })

  test('a slow process that was taken over stops at its next word, and writes nothing more', async () => {
    const journal = open()
    const { slow, handle, taskId } = await slowTask(journal)
    const quick = processOver(journal, 'quick')
    const resumed = quick.runtime.resume(taskId, { deciders, takeOver: 1 })
    for await (const { type } of resumed) if (type === 'TimerRequest') break
    const before = await linesOf(journal, taskId)
    const asked = slow.model.requests.length
    slow.clock.advance(1_000)
    expect(await handle).toMatchObject({ status: 'interrupted', reason: 'taken_over' })
    expect(handle.events.find(({ type }) => type === 'JournalFailure')?.payload).toMatchObject({
      message: expect.stringContaining('quick-1 runs it in epoch 2'),
    })
    expect(slow.model.requests.length).toBe(asked)
    expect(await linesOf(journal, taskId)).toEqual(before)
    expect(await pass(quick.clock, resumed)).toMatchObject({ heard: ['yes', '600 ms', 'yes'] })
  })

  test('a slow process that was taken over between the yes and the deed leaves the deed to its successor', async () => {
    const journal = open()
    const world = payments()
    const slow = processOver(journal, 'slow', world)
    let answer: (yes: boolean) => void = () => {}
    let handle: ReturnType<typeof slow.run> | undefined
    const asked = new Promise<void>((resolve) => {
      handle = slow.run(['call pay'], {
        confirm: () => {
          resolve()
          return new Promise((yes) => {
            answer = yes
          })
        },
      })
    })
    const claimed = { kind: 'lease', epoch: 2, owner: 'quick', at: 1_000, until: 31_000, takesOver: 1 } as const
    // It has looked before it writes the answer; the claim comes right behind that.
    const { append } = journal
    journal.append = async (taskId, lines) => {
      await append.call(journal, taskId, lines)
      const isYes = lines.some((line) => line.kind === 'event' && line.event.type === 'ConfirmationAnswer')
      if (isYes) await appendLines({ ...journal, append }, taskId, [claimed])
    }
    await asked
    answer(true)
    expect(await handle).toMatchObject({ status: 'interrupted', reason: 'taken_over' })
    expect(world.paid).toEqual([])
    const lines = await linesOf(journal, handle?.taskId ?? '')
    expect(lines.at(-1)).toMatchObject(claimed)
  })
})

test('a result that another process has outrun is not given', async () => {
  notReplayed('what a process wrote in vain is no part of the run')
  const journal = memoryJournal()
  let pay: () => void = () => {}
  let isPaying = () => {}
  const paying = new Promise<void>((resolve) => {
    isPaying = resolve
  })
  const world = payments(() => {
    isPaying()
    return new Promise<void>((resolve) => {
      pay = resolve
    })
  })
  const slow = processOver(journal, 'slow', world)
  const handle = slow.run(['call pay'], { confirm: () => true })
  await paying
  const quick = processOver(journal, 'quick', payments())
  const confirm = () => ({ allow: false, done: true, note: 'paid by the other' }) as const
  const theirs = await quick.runtime.resume(handle.taskId, { deciders, takeOver: 1, confirm })
  pay()
  expect(theirs).toEqual({ reason: 'done', heard: [`${byHand}paid by the other`] })
  expect(await handle).toEqual({
    ...{ status: 'interrupted', taskId: handle.taskId, output: null, directive: null, reason: 'taken_over' },
    summary: expect.stringMatching(/^The task goes on without this process.* was taken over from epoch 1/),
    nextMoves: [expect.stringContaining('tasks()'), expect.stringContaining(`resume('${handle.taskId}')`)],
  })
  expect(await slow.runtime.resume(handle.taskId, { deciders })).toEqual(theirs)
})

describe('a task that was taken over is interrupted as such when its process notices it', () => {
  const claim = { kind: 'lease', epoch: 2, owner: 'quick', at: 1_000, until: 31_000, takesOver: 1 } as const
  const asking = ['ask a', 'call pay']

  /** A process whose task is claimed right before its first append with such a line. */
  function claimed(isMoment: (line: JournalLine) => boolean, durable: boolean) {
    const { append, ...kept } = memoryJournal()
    let isClaimed = false
    const journal: Journal = {
      ...kept,
      durable,
      async append(taskId, lines) {
        const isNow = !isClaimed && lines.some(isMoment)
        isClaimed ||= isNow
        if (isNow) await appendLines({ ...journal, append }, taskId, [claim])
        await append(taskId, lines)
      },
    }
    return { journal, ...processOver(journal, 'slow', payments()) }
  }

  const hasEvent = (type: string) => (line: JournalLine) => line.kind === 'event' && line.event.type === type
  const hasKind = (kind: string) => (line: JournalLine) => line.kind === kind
  const waiting = { onUnanswered: 'wait' } as const
  const moments = [
    ['with a request', hasEvent('ToolRequest'), {}, true],
    ['with a request, in a journal that does not outlive the process', hasEvent('ToolRequest'), {}, false],
    ['with its result', hasEvent('Outcome'), {}, true],
    ['with its result, in a journal that does not outlive the process', hasEvent('Outcome'), {}, false],
    ['with a question that it would wait for', hasEvent('ConfirmationRequest'), waiting, true],
    ['when it parks', hasKind('wait'), waiting, true],
  ] as const

  test.each(moments)('%s', async (_, isMoment, options, durable) => {
    notReplayed('what a process wrote in vain is no part of the run')
    const { journal, run } = claimed(isMoment, durable)
    const handle = run(asking, options)
    expect(await handle).toMatchObject({ status: 'interrupted', reason: 'taken_over', output: null })
    expect((await readEvents(journal, handle.taskId)).filter(({ type }) => type === 'Outcome')).toEqual([])
  })

  test('when it is closed', async () => {
    const { journal, run, runtime } = claimed(() => false, true)
    const handle = run(['wait 600'])
    for await (const { type } of handle) if (type === 'TimerRequest') break
    await appendLines(journal, handle.taskId, [claim])
    await runtime.close()
    expect(await handle).toMatchObject({ status: 'interrupted', reason: 'taken_over' })
  })

  test('but not when its result was written before the claim: both handles give that', async () => {
    const { journal, run } = claimed(hasKind('end'), true)
    const handle = run(asking, { confirm: () => true })
    const result = await handle
    expect(result).toMatchObject({ reason: 'done' })
    const quick = processOver(journal, 'quick', payments())
    quick.clock.advance(60_000)
    expect(await quick.runtime.resume(handle.taskId, { deciders })).toEqual(result)
  })
})

describe('a takeover', () => {
  test('of an owner that has a successor is refused, with the epoch that there is now', async () => {
    const journal = memoryJournal()
    const { taskId } = await slowTask(journal)
    const second = processOver(journal, 'second')
    const handle = second.runtime.resume(taskId, { deciders, takeOver: 1 })
    for await (const { type } of handle) if (type === 'TimerRequest') break
    const third = processOver(journal, 'third')
    expect(await taskOf(third)).toMatchObject({ taskId, state: 'running', epoch: 2 })
    await expect(third.runtime.resume(taskId, { deciders, takeOver: 1 }).result).rejects.toMatchObject({
      code: 'task_leased',
      message: expect.stringContaining('in epoch 2, not in epoch 1'),
    })
    expect(await pass(third.clock, third.runtime.resume(taskId, { deciders, takeOver: 2 }))).toMatchObject({
      reason: 'done',
    })
    expect(await taskOf(third)).toMatchObject({ state: 'ended', epoch: 3 })
  })

  test('leaves no mark on a task that has ended meanwhile: its result is given', async () => {
    const journal = memoryJournal()
    const { slow, handle, taskId } = await slowTask(journal)
    const { append } = journal
    const claimsLate: Journal = {
      ...journal,
      async append(id, lines) {
        if (lines.some(({ kind }) => kind === 'lease')) await pass(slow.clock, handle)
        return append.call(journal, id, lines)
      },
    }
    const late = processOver(claimsLate, 'late')
    expect(await late.runtime.resume(taskId, { deciders, takeOver: 1 })).toMatchObject({ reason: 'done' })
    expect(await taskOf(late)).toMatchObject({ state: 'ended', epoch: 1 })
    expect(late.model.requests).toEqual([])
  })

  test('of a task that waits is none: it is free', async () => {
    const journal: Journal = { ...memoryJournal(), durable: true }
    const first = processOver(journal, 'first', payments())
    const { taskId } = first.run(['call pay'], { onUnanswered: 'wait' })
    for (let turns = 0; turns < 20; turns++) await turn()
    expect(await taskOf(first)).toMatchObject({ state: 'waiting', epoch: 1 })
    const world = payments()
    const second = processOver(journal, 'second', world)
    await second.runtime.resume(taskId, { deciders, answers: { c0: true } })
    expect(world.paid).toEqual(['in epoch 2'])
  })
})

describe('lines of an epoch that has a successor', () => {
  /** A process that is stopped in the middle of an append: it has looked, and writes when it is woken. */
  async function stopped(type: string, world = payments()) {
    const journal = memoryJournal()
    let wake = () => {}
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    let asleep = () => {}
    const sleeping = new Promise<void>((resolve) => {
      asleep = resolve
    })
    const stopping: Journal = {
      ...journal,
      async append(taskId, lines) {
        if (lines.some((line) => line.kind === 'event' && line.event.type === type)) {
          asleep()
          await woken
        }
        return journal.append(taskId, lines)
      },
    }
    const slow = processOver(stopping, 'slow', world)
    const handle = slow.run(['ask a', 'call pay', 'ask b'], { confirm: () => true })
    await sleeping
    return { journal, taskId: handle.taskId, slow, handle, wake, world }
  }

  test('are no part of the run, for any reader', async () => {
    notReplayed('what a process wrote in vain is no part of the run')
    const { journal, taskId, handle, wake } = await stopped('ToolResult')
    const quick = processOver(journal, 'quick', payments())
    const done = { allow: false, done: true, note: 'paid at noon' } as const
    await quick.runtime.resume(taskId, { deciders, takeOver: 1, confirm: () => done })
    const before = await readEvents(journal, taskId)
    wake()
    expect(await handle).toMatchObject({ status: 'interrupted', reason: 'taken_over' })
    const lines = await linesOf(journal, taskId)
    expect(lines.slice(-3)).toMatchObject([
      { kind: 'end', epoch: 2 },
      { epoch: 1, event: { type: 'ToolResult' } },
      { epoch: 1, event: { type: 'ModelRequest' } },
    ])
    expect(await readEvents(journal, taskId)).toEqual(before)
    expect(await taskOf(quick)).toMatchObject({ state: 'ended', epoch: 2 })
    const listed = []
    for await (const { state } of journal.list({ state: 'ended' })) listed.push(state)
    expect(listed).toEqual(['ended'])
    const again = await quick.runtime.resume(taskId, { deciders })
    expect(again).toMatchObject({ heard: ['yes', `${byHand}paid at noon`, 'yes'] })
  })

  test('hold a late result, which is shown to whoever is asked whether it was done', async () => {
    notReplayed('what a process wrote in vain is no part of the run')
    const { journal, taskId, wake, world } = await stopped('ToolResult')
    expect(world.paid).toHaveLength(1)
    const reasons: string[] = []
    const confirm: Confirm = async ({ reason }) => {
      reasons.push(reason)
      // The first time nothing is known; while the person thinks, the other one wakes up.
      wake()
      for (let turns = 0; turns < 20; turns++) await turn()
      return reasons.length === 1 ? true : ({ allow: false, done: true, note: 'paid' } as const)
    }
    const quick = processOver(journal, 'quick', world)
    const result = await quick.runtime.resume(taskId, { deciders, takeOver: 1, confirm })
    expect((result as Outcome).heard).toEqual(['yes', `${byHand}paid`, 'yes'])
    expect(reasons).toEqual([
      expect.not.stringContaining('too late'),
      expect.stringContaining('a result of it came too late to count (ok): "paid"'),
    ])
    expect(world.paid).toHaveLength(1)
  })

  test('hold a late result, and an idempotent call is then not repeated unasked', async () => {
    notReplayed('what a process wrote in vain is no part of the run')
    const { journal, taskId, wake, world, handle } = await stopped('ToolResult', payments(undefined, true))
    const claim = { kind: 'lease', epoch: 2, owner: 'dead', at: 1_000, until: 1_000, takesOver: 1 } as const
    await appendLines(journal, taskId, [claim])
    wake()
    await handle
    const reasons: string[] = []
    const quick = processOver(journal, 'quick', world)
    await quick.runtime.resume(taskId, {
      deciders,
      confirm({ reason }) {
        reasons.push(reason)
        return { allow: false, done: true, note: 'paid' } as const
      },
    })
    expect(reasons).toEqual([expect.stringContaining('too late to count')])
    expect(world.paid).toHaveLength(1)
  })

  test('that look like an end don’t hide a task that died', async () => {
    const journal = memoryJournal()
    const { taskId } = await slowTask(journal)
    await appendLines(journal, taskId, [
      { kind: 'lease', epoch: 2, owner: 'dead', at: 1_000, until: 2_000, takesOver: 1 },
      { kind: 'end', epoch: 1, at: 2_000 },
    ])
    const later = processOver(journal, 'later')
    later.clock.advance(60_000)
    expect(await taskOf(later, 'died')).toMatchObject({ taskId, state: 'died', epoch: 2 })
    expect(await pass(later.clock, later.runtime.resume(taskId, { deciders }))).toMatchObject({ reason: 'done' })
  })
})

test.each([
  ['no claim at all', { epoch: 1 }],
  ['a claim of a later epoch', { epoch: 3 }],
  ['one while another process has the task', { epoch: 2 }],
  ['one that takes over another epoch', { epoch: 2, takesOver: 2 }],
])('a lease line that is %s is void', async (_, claim) => {
  const journal = memoryJournal()
  const { taskId } = await slowTask(journal)
  await appendLines(journal, taskId, [{ kind: 'lease', owner: 'thief', at: 1_000, until: 99_000, ...claim }])
  expect(await taskOf(processOver(journal, 'later'))).toMatchObject({ epoch: 1, state: 'running' })
})

test('a journal of the version before epochs is refused', async () => {
  const journal = memoryJournal()
  const { taskId } = await slowTask(journal)
  const lines = await linesOf(journal, taskId)
  const older = memoryJournal()
  await older.append(
    taskId,
    lines.map(({ epoch: _, ...line }) =>
      line.kind === 'start' ? { ...line, version: journalVersion - 1 } : line,
    ) as JournalLine[],
  )
  const { runtime } = processOver(older, 'later')
  await expect(runtime.resume(taskId, { deciders, takeOver: 1 }).result).rejects.toMatchObject({
    code: 'unsupported_journal',
  })
})
