import {
  type Confirm,
  type ConfirmRequest,
  effect,
  type Journal,
  type JournalLine,
  journalVersion,
  memoryJournal,
} from '@artoo/runtime'
import { appendLines } from '@artoo/runtime/conformance'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { notReplayed } from '../../../test/replayed/not-replayed.js'
import { answer, boss, type ErrandOptions, errands, type Outcome, pass, turn } from './errand.js'

const steps = ['ask first', 'call fetch', 'ask second', 'call send', 'ask third']

/** Tools that tell what was done, over all processes of a task. */
function world() {
  const done: string[] = []
  const tool = (name: string, effect: 'read' | 'irreversible') =>
    defineTool({
      name,
      description: name,
      input: z.object({}),
      effect,
      execute() {
        done.push(name)
        return `${name} done`
      },
    })
  return { done, tools: [tool('fetch', 'read'), tool('send', 'irreversible')] }
}

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

const turns = [answer('one'), answer('two'), answer('three')]
const confirm = () => true
const deciders = () => [boss]
const again = { deciders, confirm, takeOver: 1 }

async function undisturbed() {
  const journal = memoryJournal()
  const { done, tools } = world()
  const { run, runtime } = errands({ turns, tools, journal })
  const handle = run(steps, { confirm })
  const result = await handle
  await runtime.close()
  return { lines: await linesOf(journal, handle.taskId), result, done, taskId: handle.taskId }
}

describe('a run that is resumed', () => {
  test('after any line of its journal comes to the same result, and pays for no answer twice', async () => {
    const { lines, result, taskId } = await undisturbed()
    expect(result).toEqual({ reason: 'done', heard: ['one', 'fetch done', 'two', 'send done', 'three'] })
    for (let count = 1; count < lines.length; count++) {
      const kept = lines.slice(0, count)
      const journal = memoryJournal()
      await journal.append(taskId, kept)
      const { done, tools } = world()
      const paid = kept.filter((line) => line.kind === 'event' && line.event.type === 'ModelCall').length
      const { runtime, model } = errands({ turns: turns.slice(paid), tools, journal, ids: sequentialIds('later') })
      const handle = runtime.resume(taskId, again)
      expect(await handle, `after ${count} lines`).toEqual(result)
      expect(model.requests.length, `after ${count} lines`).toBe(3 - paid)
      expect(done.filter((name) => name === 'send').length).toBeLessThanOrEqual(1)
      await runtime.close()
      expect((await linesOf(journal, taskId)).at(-1)?.kind).toBe('end')
      expect(handle.events.map(({ type }) => type)).toContain('Outcome')
    }
  })
})

test('the calls of one turn are carried out in the model’s order, whichever line was the last', async () => {
  const done: string[] = []
  const tools = ['backup', 'delete'].map((name) =>
    defineTool({
      name,
      description: name,
      input: z.object({}),
      effect: 'irreversible',
      execute() {
        done.push(name)
        return name
      },
    }),
  )
  const journal = memoryJournal()
  const first = errands({ tools, journal })
  const handle = first.run(['call backup,delete'], { confirm })
  await handle
  expect(done.splice(0)).toEqual(['backup', 'delete'])
  const lines = await linesOf(journal, handle.taskId)
  for (let count = 1; count < lines.length; count++) {
    const kept = lines.slice(0, count)
    const isDone = (name: string) => JSON.stringify(kept).includes(`"output":"${name}"`)
    const cut = memoryJournal()
    await cut.append(handle.taskId, kept)
    const { runtime } = errands({ tools, journal: cut, ids: sequentialIds('later') })
    expect(await runtime.resume(handle.taskId, again)).toMatchObject({ heard: ['backup', 'delete'] })
    expect(done.splice(0), `after ${count} lines`).toEqual(['backup', 'delete'].filter((name) => !isDone(name)))
  }
})

describe('a call that was under way', () => {
  /** A journal up to a message of the type, `extra` of them behind it. */
  async function diedAfter(type: string) {
    const { lines, taskId } = await undisturbed()
    const index = lines.findIndex((line) => line.kind === 'event' && line.event.type === type)
    const journal = memoryJournal()
    await journal.append(taskId, lines.slice(0, index + 1))
    return { journal, taskId }
  }

  async function resumed(type: string, confirm: Confirm | undefined) {
    const { journal, taskId } = await diedAfter(type)
    const { done, tools } = world()
    const { runtime } = errands({ turns: turns.slice(2), tools, journal, ids: sequentialIds('later') })
    const asked: ConfirmRequest[] = []
    const answering: Confirm | undefined =
      confirm &&
      ((request, options) => {
        asked.push(request)
        return confirm(request, options)
      })
    const result = await runtime.resume(taskId, { deciders, confirm: answering, takeOver: 1 })
    return { result: result as Outcome, done, asked }
  }

  test('and can’t be undone is asked about before it is made again', async () => {
    const { done, asked, result } = await resumed('ConfirmationAnswer', () => true)
    expect(asked).toMatchObject([
      { tool: 'send', reason: expect.stringContaining('may have been carried out already') },
    ])
    expect(asked[0]?.earlier).toEqual({ callId: 'c3', allowed: true })
    expect(done).toEqual(['send'])
    expect(result.heard[3]).toBe('send done')
  })

  test('is not made again by whoever is told that it was done, and counts as what it gave', async () => {
    const { done, result } = await resumed('ConfirmationAnswer', () => ({
      allow: false,
      done: true,
      note: 'sent at noon',
    }))
    expect(done).toEqual([])
    expect(result.heard).toEqual([
      'one',
      'fetch done',
      'two',
      'carried out by hand, by a person: sent at noon',
      'three',
    ])
  })

  test.each([
    ['by a no', () => false, 'asked about and not allowed'],
    ['without anybody to ask', undefined, 'gave no confirm function'],
  ])('is refused %s', async (_, confirm, why) => {
    const { done, result } = await resumed('ConfirmationAnswer', confirm)
    expect(done).toEqual([])
    expect(result.heard[3]).toContain(why)
  })

  test('is merely asked about again when nobody had answered', async () => {
    const { asked } = await resumed('ConfirmationRequest', () => true)
    expect(asked).toMatchObject([{ tool: 'send', earlier: null }])
    expect(asked[0]?.reason).not.toContain('may have been')
  })

  test('did not begin before the yes stood in the journal', async () => {
    const kept = memoryJournal()
    const stuck: Journal = {
      ...kept,
      append(taskId, lines) {
        const hasAnswer = lines.some((line) => line.kind === 'event' && line.event.type === 'ConfirmationAnswer')
        return hasAnswer ? new Promise(() => {}) : kept.append(taskId, lines)
      },
    }
    const { done, tools } = world()
    let asked = false
    const { run } = errands({ turns, tools, journal: stuck })
    run(['call send'], {
      confirm() {
        asked = true
        return true
      },
    })
    for (let turns = 0; turns < 20; turns++) await turn()
    expect(asked).toBe(true)
    expect(done).toEqual([])
  })

  test('and only reads is made again unasked', async () => {
    const { done, asked, result } = await resumed('ToolRequest', undefined)
    expect(done).toEqual(['fetch'])
    expect(asked).toEqual([])
    expect(result.heard[1]).toBe('fetch done')
  })
})

test('a no of an earlier process is not asked for again', async () => {
  const journal = memoryJournal()
  const { done, tools } = world()
  const first = errands({ turns, tools, journal })
  const handle = first.run(['call send'], { confirm: () => false })
  await handle
  const lines = await linesOf(journal, handle.taskId)
  const index = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'ConfirmationAnswer')
  const cut = memoryJournal()
  await cut.append(handle.taskId, lines.slice(0, index + 1))
  const { runtime } = errands({ turns, tools, journal: cut, ids: sequentialIds('later') })
  const asking = () => {
    throw new Error('nobody is to be asked')
  }
  const result = (await runtime.resume(handle.taskId, { deciders, confirm: asking, takeOver: 1 })) as Outcome
  expect(result.heard).toEqual([expect.stringContaining('asked about and not allowed')])
  expect(done).toEqual([])
})

test('what an effect says can’t be asked for again ends the run', async () => {
  const journal = memoryJournal()
  const once = effect({ actor: 'timer', unanswered: 'fail', bind: () => {} })
  const handle = errands({ turns, journal }).run(['wait 5000', 'ask a'])
  for await (const { type } of handle) if (type === 'TimerRequest') break
  const { runtime } = errands({ turns, journal, effects: [once], ids: sequentialIds('later') })
  const resumed = runtime.resume(handle.taskId, again)
  expect(await resumed).toEqual({ reason: 'host_failed', heard: [] })
  expect(resumed.events.find(({ type }) => type === 'Interrupt')?.payload).toMatchObject({
    message: expect.stringContaining('TimerRequest to timer was under way'),
  })
})

describe('resume says what is wrong with', () => {
  async function resuming(change: (lines: JournalLine[]) => JournalLine[], options: Partial<ErrandOptions> = {}) {
    const { lines, taskId } = await undisturbed()
    const journal = memoryJournal()
    const changed = change(lines.slice(0, -1))
    if (changed.length > 0) await appendLines(journal, taskId, changed)
    const { runtime } = errands({ turns, journal, ids: sequentialIds('later'), ...options })
    const { result } = runtime.resume(taskId, again)
    return result.then(
      () => 'it was resumed',
      (error: unknown) => error,
    )
  }

  const withEvent = (type: string, payload: object) => (lines: JournalLine[]) =>
    lines.map((line) =>
      line.kind === 'event' && line.event.type === type
        ? { ...line, event: { ...line.event, payload: { ...(line.event.payload as object), ...payload } } }
        : line,
    )

  test('a log that the deciders would not have written: the event and where in it', async () => {
    notReplayed('its log is forged')
    const changed = withEvent('ToolRequest', { tool: 'burn' })
    expect(await resuming(changed)).toMatchObject({
      code: 'nondeterministic',
      message: expect.stringMatching(/event 6 of id-1, ToolRequest from boss .*differs at payload\.tool/),
      field: expect.any(String),
    })
  })

  test('a run of other deciders', async () => {
    const older = (lines: JournalLine[]) =>
      lines.map((line) => (line.kind === 'start' && line.run ? { ...line, run: { ...line.run, deciders: '0' } } : line))
    expect(await resuming(older)).toMatchObject({
      code: 'deciders_version',
      message: expect.stringContaining('resume it with a release of that version'),
    })
  })

  test('a journal that doesn’t say how the run began', async () => {
    const bare = (lines: JournalLine[]) =>
      lines.map((line) =>
        line.kind === 'start'
          ? { kind: 'start', epoch: 1, version: journalVersion, taskId: line.taskId, at: line.at }
          : line,
      ) as JournalLine[]
    expect(await resuming(bare)).toMatchObject({ code: 'not_resumable' })
  })

  test('a run that is not there', async () => {
    expect(await resuming(() => [])).toMatchObject({ code: 'unknown_task' })
  })

  test('a runtime without a journal', () => {
    const { runtime } = errands({ turns })
    expect(() => runtime.resume('id-1', again)).toThrow(expect.objectContaining({ code: 'no_journal' }))
  })

  test.each([
    [{ deciders: undefined }, 'deciders'],
    [{ ...again, answers: 5 }, 'answers'],
    [{ ...again, takeOver: 'yes' }, 'takeOver'],
    [{ ...again, instructions: '' }, 'instructions'],
  ])('options like %j', (options, field) => {
    const { runtime } = errands({ journal: memoryJournal() })
    expect(() => runtime.resume('id-1', options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field }),
    )
  })
})

test('a run that has ended gives its result again, and nothing is done or written', async () => {
  const { lines, taskId, result } = await undisturbed()
  const journal = memoryJournal()
  await journal.append(taskId, lines)
  const { runtime, model } = errands({ journal, ids: sequentialIds('later') })
  const handle = runtime.resume(taskId, { deciders })
  expect(await handle).toEqual(result)
  expect(handle.events.at(-1)?.type).toBe('Outcome')
  expect(model.requests).toEqual([])
  expect(await linesOf(journal, taskId)).toEqual(lines)
})

test('the budget and the time of earlier processes count', async () => {
  const journal = memoryJournal()
  const first = errands({ turns, journal })
  const limits = { modelCalls: 2, timeMs: 10_000 }
  const handle = first.run(['ask a', 'wait 4000', 'ask b', 'ask c'], { limits })
  await pass(first.clock, handle)
  const lines = await linesOf(journal, handle.taskId)
  const index = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'TimerFired')
  const cut = memoryJournal()
  await cut.append(handle.taskId, lines.slice(0, index + 1))
  const { runtime, clock } = errands({ turns, journal: cut, ids: sequentialIds('later') })
  clock.advance(86_400_000)
  const again = runtime.resume(handle.taskId, { deciders, takeOver: 1 })
  expect(await again).toMatchObject({ reason: 'limit_reached', heard: ['one', '4000 ms', 'one'] })
})

test('the time that earlier processes worked counts, the time between them doesn’t', async () => {
  const journal = memoryJournal()
  const first = errands({ turns, journal })
  const handle = first.run(['wait 6000', 'idle'], { limits: { timeMs: 10_000 } })
  for await (const { type } of handle) {
    if (type === 'TimerFired') break
    await turn()
    if (type === 'TimerRequest') first.clock.advance(6_000)
  }
  const { runtime, clock } = errands({ turns, journal, ids: sequentialIds('later') })
  clock.advance(86_400_000)
  const resumed = runtime.resume(handle.taskId, { deciders, takeOver: 1 })
  for await (const { type } of resumed) if (type === 'Waited') break
  for (let turns = 0; turns < 5; turns++) await turn()
  clock.advance(3_999)
  for (let turns = 0; turns < 5; turns++) await turn()
  expect(resumed.events.at(-1)?.type).not.toBe('Outcome')
  clock.advance(1)
  expect(await resumed).toMatchObject({ reason: 'deadline', heard: ['6000 ms'] })
})

test('a journal that was redacted is gone on with as it is', async () => {
  const { tools } = world()
  const redact = (text: string) => text.replaceAll('secret', '[-]')
  const journal = memoryJournal()
  const first = errands({ turns, tools, journal, redact })
  const handle = first.run(['ask secret', 'call fetch', 'ask more'])
  await handle
  const lines = await linesOf(journal, handle.taskId)
  for (let count = 5; count < lines.length; count++) {
    const cut = memoryJournal()
    await cut.append(handle.taskId, lines.slice(0, count))
    const { runtime } = errands({ turns, tools, journal: cut, redact, ids: sequentialIds('later') })
    expect(await runtime.resume(handle.taskId, { deciders, takeOver: 1 })).toMatchObject({ reason: 'done' })
    expect(JSON.stringify(await linesOf(cut, handle.taskId))).not.toContain('secret')
  }
})
