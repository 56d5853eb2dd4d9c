import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Journal, type JournalLine, levelJournal, memoryJournal, readEvents, replayRun } from '@artoo/runtime'
import { appendLines } from '@artoo/runtime/conformance'
import { fileJournal } from '@artoo/runtime/node'
import { sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { notReplayed } from '../../../test/replayed/not-replayed.js'
import { boss, errands } from './errand.js'

const deciders = () => [boss]
let directory: string
beforeEach(() => {
  notReplayed('what is damaged is not replayed')
  directory = mkdtempSync(join(tmpdir(), 'artoo-damage-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

/** The lines of a run that died while it waited for time to pass. */
async function deadRun() {
  const journal = memoryJournal()
  const { run, runtime } = errands({ journal, ids: sequentialIds('dead') })
  const handle = run([`ask ${'long '.repeat(200)}`, 'wait 600', 'ask b'])
  for await (const { type } of handle) if (type === 'TimerRequest') break
  const lines = await linesOf(journal, handle.taskId)
  await runtime.close()
  return { taskId: handle.taskId, lines }
}

/** Every way to read the journal, and what it has afterwards. */
async function readings(journal: Journal, taskId: string) {
  const { runtime, system } = errands({ journal, ids: sequentialIds('later') })
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      ({ code, message, field }) => ({ code, message, field }),
    )
  const states: string[] = []
  for await (const { state, problem } of runtime.tasks()) states.push(problem ? `${state} ${problem.code}` : state)
  const found = {
    resume: await codeOf(runtime.resume(taskId, { deciders, takeOver: 1 }).result),
    replay: await codeOf(replayRun(journal, taskId, { system, deciders })),
    read: await codeOf(readEvents(journal, taskId)),
    states,
  }
  await runtime.close()
  return found
}

const eventOf = (type: string) => (line: JournalLine) => line.kind === 'event' && line.event.type === type

function changed(lines: readonly JournalLine[], type: string, change: object): JournalLine[] {
  return lines.map((line) =>
    line.kind === 'event' && line.event.type === type ? { ...line, event: { ...line.event, ...change } } : line,
  )
}

describe('a journal that was damaged is refused with the line, and left as it was:', () => {
  test.each<[string, (lines: readonly JournalLine[]) => readonly unknown[]]>([
    ['a payload that is null', (lines) => changed(lines, 'ModelReply', { payload: null })],
    ['another type', (lines) => changed(lines, 'ModelReply', { type: 'ModelRepl9' })],
    ['another time', (lines) => changed(lines, 'ModelReply', { at: 5 })],
    ['a line that is missing', (lines) => lines.filter((line) => !eventOf('ModelCall')(line))],
    [
      'a line that is there twice',
      (lines) => lines.flatMap((line) => (eventOf('ModelCall')(line) ? [line, line] : line)),
    ],
    ['a line without a check', (lines) => lines.map(({ check: _, ...line }) => line)],
    ['a text that is another', (lines) => lines.map((line) => (line.kind === 'blob' ? { ...line, text: 'x' } : line))],
    ['a text that is missing', (lines) => lines.filter(({ kind }) => kind !== 'blob')],
    ['a beginning that is missing', (lines) => lines.slice(1)],
    ['a line that is null', (lines) => [...lines, null]],
    ['a line without an epoch', (lines) => [...lines, { kind: 'end', check: '' }]],
  ])('%s', async (_, damage) => {
    const { taskId, lines } = await deadRun()
    const journal = memoryJournal()
    const damaged = damage(lines) as JournalLine[]
    const own: Journal = {
      ...journal,
      async *read() {
        yield* damaged
      },
      append: () => {
        throw new Error('written to')
      },
      async *list() {
        yield { taskId, state: 'running', startedAt: 0 }
      },
    }
    const { resume, replay, read, states } = await readings(own, taskId)
    const refused = {
      code: 'damaged_journal',
      message: expect.stringMatching(
        /^line \d+ of the journal of dead-1 is damaged, .*: nothing was written: put back/,
      ),
      field: expect.stringMatching(/^line \d+$/),
    }
    expect([resume, replay, read]).toEqual([refused, refused, refused])
    expect(states).toEqual(['unreadable damaged_journal'])
  })

  test('a text that is missing, though no line is', async () => {
    const { taskId, lines } = await deadRun()
    const journal = memoryJournal()
    await appendLines(
      journal,
      taskId,
      lines.filter(({ kind }) => kind !== 'blob'),
    )
    const { resume } = await readings(journal, taskId)
    expect(resume).toMatchObject({
      code: 'damaged_journal',
      message: expect.stringMatching(/the text of hash \w+ is missing/),
    })
  })

  test('in a file, where tasks() and list() go on with the others', async () => {
    const journal = fileJournal(directory)
    const { taskId, lines } = await deadRun()
    await journal.append(taskId, lines)
    for (const id of ['a', 'z']) await appendLines(journal, id, [{ ...(lines[0] as JournalLine), ...{ taskId: id } }])
    const path = journal.pathOf(taskId)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"ModelReply"', '"ModelR'))
    const before = readFileSync(path, 'utf8')
    const { resume, states } = await readings(journal, taskId)
    expect(resume).toMatchObject({ code: 'damaged_journal' })
    expect(states.sort()).toEqual(['died', 'died', 'unreadable damaged_journal'])
    expect(readFileSync(path, 'utf8')).toBe(before)
  })
})

describe('one damaged journal of several does not stop the list', () => {
  test.each<[string, () => Journal & { damage(taskId: string): Promise<void> }]>([
    [
      'in LevelDB',
      () => {
        const store = new MemoryLevel<string, string>()
        const inner = store.sublevel('artoo-journal', {})
        return Object.assign(levelJournal(store), {
          damage: (taskId: string) => inner.put(`${taskId}/000000000001`, '{"kind":'),
        })
      },
    ],
    [
      'in files',
      () => {
        const journal = fileJournal(directory)
        return Object.assign(journal, {
          damage: async (taskId: string) => appendFileSync(journal.pathOf(taskId), '{"kind":\n'),
        })
      },
    ],
  ])('%s', async (_, open) => {
    const journal = open()
    const { lines } = await deadRun()
    for (const id of ['a', 'b', 'c'])
      await appendLines(journal, id, [{ ...(lines[0] as JournalLine), ...{ taskId: id } }])
    await journal.damage('b')
    const listed: string[] = []
    for await (const { taskId, state } of journal.list()) listed.push(`${taskId} ${state}`)
    expect(listed.sort()).toEqual(['a running', 'b running', 'c running'])
    const { states } = await readings(journal, 'b')
    expect(states.sort()).toEqual(['died', 'died', 'unreadable damaged_journal'])
  })
})

describe('a journal of something else is refused with the line, and left as it was:', () => {
  test.each<[string, (lines: readonly JournalLine[]) => readonly JournalLine[], RegExp]>([
    ['an event type', (lines) => changed(lines, 'ModelReply', { type: 'Telegram' }), /no message type Telegram/],
    ['a payload', (lines) => changed(lines, 'ModelReply', { payload: null }), /ModelReply from model/],
    ['a route', (lines) => changed(lines, 'ModelReply', { from: 'host' }), /host may not send ModelReply to boss/],
    [
      'a version',
      (lines) => lines.map((line) => (line.kind === 'start' ? { ...line, version: 1 } : line)),
      /^line 1 of the journal of dead-1 has version 1/,
    ],
    ['a kind of line', (lines) => [...lines, { ...lines.at(-1), kind: 'seal' } as never], /a line of kind seal/],
  ])('%s', async (_, change, message) => {
    const { taskId, lines } = await deadRun()
    const journal = memoryJournal()
    await appendLines(journal, taskId, change(lines))
    const before = await linesOf(journal, taskId)
    const { resume, replay } = await readings(journal, taskId)
    const refused = {
      code: 'unsupported_journal',
      message: expect.stringMatching(message),
      field: expect.stringMatching(/^line \d+$/),
    }
    expect([resume, replay]).toEqual([refused, refused])
    expect(await linesOf(journal, taskId)).toEqual(before)
  })

  test('but a text that was taken out may be all that made a payload fit', async () => {
    const journal = memoryJournal()
    const { run, system } = errands({ journal, redact: (text) => text.replace('aborted', '***') })
    const { taskId, result } = run(['ask a'], { signal: AbortSignal.abort('enough') })
    await result
    const options = { system, deciders }
    await expect(replayRun(journal, taskId, options)).rejects.toMatchObject({ code: 'unsupported_journal' })
    expect((await replayRun(journal, taskId, { ...options, redact: (text) => text })).parting).toBeNull()
    const broken = memoryJournal()
    await appendLines(broken, taskId, changed(await linesOf(journal, taskId), 'Interrupt', { payload: { reason: 5 } }))
    await expect(replayRun(broken, taskId, { ...options, redact: (text) => text })).rejects.toMatchObject({
      code: 'unsupported_journal',
    })
  })
})
