import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createArtoo, readEvents } from '@artoo/sdk'
import { fileJournal, stateFolder } from '@artoo/sdk/node'
import { scriptedModel } from '@artoo/sdk/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { main } from '../../src/command-line/main.js'
import { command } from './command.js'
import { type Worked, worked } from './fixture.js'

let place: Worked
beforeAll(async () => {
  place = await worked()
})
afterAll(() => place.remove())

const artoo = (...words: readonly string[]) => command(place.root, words)
const linesOf = (text: string) => text.trimEnd().split('\n')
const parsed = (text: string) => linesOf(text).map((line) => JSON.parse(line))
const emptyFolder = () => mkdtempSync(join(tmpdir(), 'artoo-empty-'))
/** Characters that a terminal must not get from a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

describe('tasks', () => {
  test('are listed newest first, with state, turn, words and the way they ended', async () => {
    const { code, out } = await artoo('tasks')
    const { redacted, waiting, turn, rounds } = place.tasks
    expect(code).toBe(0)
    expect(linesOf(out).map((line) => line.split(/ {2,}/).filter((_, index) => index !== 2))).toEqual([
      [redacted, 'complete', 'Tell the number'],
      [waiting, 'waiting', 'Publish it', '(1 question)'],
      [turn, 'complete', 'talk#1', 'Say good morning'],
      [rounds, 'complete', 'Rename one to two everywhere [2J'],
    ])
  })

  test('are JSON lines for a program', async () => {
    const tasks = parsed((await artoo('tasks', '--json')).out)
    expect(tasks[2]).toMatchObject({
      ...{ taskId: place.tasks.turn, state: 'ended', session: { id: 'talk', turn: 1 }, text: 'Say good morning' },
      ...{ end: { status: 'complete', reason: 'answered' }, questions: 0, problem: null },
    })
    expect(tasks.map(({ endedAt }) => typeof endedAt)).toEqual(['number', 'object', 'number', 'number'])
  })

  test.each([
    ['waiting', ['waiting']],
    ['died', []],
    ['ended', ['redacted', 'turn', 'rounds']],
  ] as const)('of state %s alone', async (state, names) => {
    const tasks = (await artoo('tasks', '--state', state, '--json')).out
    expect(tasks === '' ? [] : parsed(tasks).map(({ taskId }) => taskId)).toEqual(
      names.map((name) => place.tasks[name]),
    )
  })

  test('of a folder without any are no error', async () => {
    const root = emptyFolder()
    expect(await command(root, ['tasks'])).toMatchObject({ code: 0, out: 'no tasks here\n' })
    rmSync(root, { recursive: true })
  })

  test('fit a terminal: short ids that tell them apart, the newest forty, and how many more there are', async () => {
    const root = emptyFolder()
    const { directory } = fileJournal({ root })
    mkdirSync(join(directory, 'ended'), { recursive: true })
    const from = fileJournal({ root: place.root }).pathOf(place.tasks.turn)
    for (let task = 0; task < 42; task++) {
      copyFileSync(from, join(directory, 'ended', `01a2229c-c546-7b2c-9d24-${String(task).padStart(12, '0')}.jsonl`))
    }
    writeFileSync(join(directory, 'torn.jsonl'), 'not a line\n')
    const { out } = await command(root, ['tasks'], { columns: 50 })
    const lines = linesOf(out)
    expect(lines).toHaveLength(41)
    expect(lines.at(-1)).toBe('… and 3 more: artoo tasks | less')
    expect(lines[0]).toMatch(/^torn +unreadable/)
    expect(lines.filter((line) => line.length > 50)).toEqual([])
    const ids = lines.slice(1, -1).map((line) => line.split(' ')[0] ?? '')
    expect(new Set(ids).size).toBe(39)
    expect((await command(root, ['why', ids[3] ?? ''])).code).toBe(0)
    expect((await command(root, ['why', 'torn'])).err).toContain('(damaged_journal)')
    rmSync(root, { recursive: true })
  })

  test('are found by a beginning or an end of their id that no other has', async () => {
    const { turn, rounds } = place.tasks
    const short = turn.slice(0, 13)
    expect((await artoo('why', short)).out).toBe((await artoo('why', turn)).out)
    expect((await artoo('why', turn.slice(-6))).out).toBe((await artoo('why', turn)).out)
    const ambiguous = await artoo('why', rounds.slice(0, 4))
    expect(ambiguous).toMatchObject({ code: 2, out: '' })
    expect(ambiguous.err).toMatch(/^artoo: 4 tasks have an id with .* \(ambiguous_task\)\n$/)
    expect((await artoo('why', `${rounds.slice(0, -1)}x`)).err).toContain(`such as ${rounds} (unknown_task)`)
  })
})

describe('show and why', () => {
  test('tell a task from its words to its bill', async () => {
    const { out } = await artoo('show', place.tasks.rounds)
    for (const part of [
      ...['Rename one to two\neverywhere', place.tasks.rounds, 'second way', 'edit_file c.txt', 'break_symmetry'],
      ...['Every criterion passed', 'done, checked by a model', '\nrenamed\n', 'planning'],
    ]) {
      expect(out).toContain(part)
    }
    expect(out).not.toMatch(dangerous)
  })

  test('show the questions of a task that waits', async () => {
    const { out } = await artoo('show', place.tasks.waiting)
    expect(out).toContain('run `npm publish`')
  })

  test('cut lines at the width of the terminal alone', async () => {
    const widest = (text: string) => Math.max(...linesOf(text).map(({ length }) => length))
    expect(widest((await command(place.root, ['show', place.tasks.rounds], { columns: 40 })).out)).toBeLessThanOrEqual(
      40,
    )
    expect(widest((await artoo('show', place.tasks.rounds)).out)).toBeGreaterThan(120)
  })

  test('give every event as the journal has it', async () => {
    const { out } = await artoo('show', place.tasks.rounds, '--json')
    expect(parsed(out)).toEqual(await readEvents(fileJournal({ root: place.root }), place.tasks.rounds))
    expect(out).not.toMatch(dangerous)
  })

  test('say why in two sentences, and with the numbers as JSON', async () => {
    const { out } = await artoo('why', place.tasks.rounds)
    expect(linesOf(out)).toHaveLength(2)
    expect(out).toContain('Round 2 was accepted')
    expect(parsed((await artoo('why', place.tasks.rounds, '--json')).out)).toMatchObject([
      { decision: { round: 2, directive: 'accept' } },
    ])
  })
})

describe('diff and undo', () => {
  const read = (name: string) => readFileSync(join(place.root, name), 'utf8')

  test.each([
    [[], ['a.txt', 'c.txt']],
    [['--at', '2'], ['c.txt']],
  ] as const)('show the files of a task %j', async (at, paths) => {
    const { code, out } = await artoo('diff', place.tasks.rounds, ...at, '--json')
    expect([code, parsed(out).map(({ path }) => path)]).toEqual([0, paths])
    const plain = (await artoo('diff', place.tasks.rounds, ...at)).out
    expect(plain.match(/- one\n.*\+ two/g)).toHaveLength(paths.length)
  })

  test('take files back, of a round alone too, and leave with a reason what somebody else changed', async () => {
    const { rounds } = place.tasks
    expect(await artoo('undo', rounds, '--at', '2')).toMatchObject({ code: 0, out: 'restored  c.txt\n' })
    expect([read('a.txt'), read('c.txt')]).toEqual(['two\n', 'one\n'])
    writeFileSync(join(place.root, 'a.txt'), 'mine\n')
    const left = await artoo('undo', rounds, 'a.txt')
    expect(left).toMatchObject({ code: 3, out: expect.stringMatching(/^left {6}a\.txt: .*changed it since\n$/) })
    expect(parsed((await artoo('undo', rounds, 'a.txt', '--json')).out)).toMatchObject([{ left: [{ path: 'a.txt' }] }])
    expect(read('a.txt')).toBe('mine\n')
    writeFileSync(join(place.root, 'a.txt'), 'two\n')
    expect(await artoo('undo', rounds, 'a.txt')).toMatchObject({ code: 0, out: 'restored  a.txt\n' })
    expect(read('a.txt')).toBe('one\n')
  })

  test.each([
    [['diff', '--at', 'x'], 'invalid_point'],
    [['undo', '--at', '9'], 'unknown_round'],
  ] as const)('refuse a point that there is not: %j', async ([name, ...rest], problem) => {
    const { code, err } = await artoo(name, place.tasks.rounds, ...rest)
    expect([code, err.includes(`(${problem})`)]).toEqual([2, true])
  })

  test('take nothing back from a task that a process works at', async () => {
    const journal = fileJournal({ root: place.root })
    const model = scriptedModel({ text: ['hang'] })
    const elsewhere = createArtoo({ model, journal, dreamer: false, depth: 'direct' })
    const run = elsewhere.run('Hang')
    while (!run.events.some(({ type }) => type === 'ModelRequest'))
      await new Promise((resolve) => setImmediate(resolve))
    const { code, err } = await artoo('undo', run.taskId)
    await elsewhere.close()
    await journal.remove(run.taskId)
    expect([code, err]).toEqual([2, expect.stringContaining('task_running')])
  })
})

describe('replay', () => {
  test('decides a task as before', async () => {
    const { code, out } = await artoo('replay', place.tasks.rounds)
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ decisions as before\n$/)])
  })

  test('names the first decision that differs, and ends with code 1', async () => {
    const { code, out } = await artoo('replay', place.tasks.redacted)
    expect(code).toBe(1)
    expect(out).toMatch(/\n {2}was "\[word\] .*\n {2}now "Nothing /)
    const [{ parting }] = parsed((await artoo('replay', place.tasks.redacted, '--json')).out)
    expect(parting).toMatchObject({ eventId: expect.any(String), where: expect.any(String) })
  })
})

describe('audit', () => {
  test('finds a sound trail, lists it and sums up the tasks', async () => {
    expect(await artoo('audit')).toMatchObject({ code: 0, out: expect.stringContaining('as it was written') })
    expect((await artoo('audit', 'list')).out).toMatch(/^ +1 {2}\S+ {2}report +3 tasks, 1 replan\n$/)
    expect(parsed((await artoo('audit', 'list', '--json')).out)).toMatchObject([{ sequence: 1 }])
    expect((await artoo('audit', 'stats')).out).toContain('4 tasks, 1 under way or cut off')
    expect(parsed((await artoo('audit', 'stats', '--json')).out)).toMatchObject([{ totals: { tasks: 4 } }])
  })

  test('names the line that was changed, and ends with code 1', async () => {
    const root = emptyFolder()
    const trail = readFileSync(join(stateFolder({ root: place.root }), 'audit.jsonl'), 'utf8')
    writeFileSync(join(stateFolder({ root }), 'audit.jsonl'), trail.replace('"replans":1', '"replans":0'))
    expect(await command(root, ['audit', 'verify'])).toMatchObject({ code: 1, out: expect.stringContaining('line 1') })
    rmSync(root, { recursive: true })
  })

  test('is missing before the first task', async () => {
    const root = emptyFolder()
    expect(await command(root, ['audit'])).toMatchObject({ code: 2, err: expect.stringContaining('(no_audit_log)') })
    rmSync(root, { recursive: true })
  })
})

test('a reader that goes away ends a command without an error', async () => {
  const ending = new AbortController()
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const words = ['show', place.tasks.rounds, '--json']
  const code = main(words, { stdin, hasInput: false, stdout, stderr, env: {}, cwd: place.root, signal: ending.signal })
  while (!stdout.writableNeedDrain) await new Promise((resolve) => setImmediate(resolve))
  ending.abort()
  expect(await code).toBe(0)
  expect([stderr.read(), stdout.listenerCount('drain')]).toEqual([null, 0])
})

test('a folder that there is not is a wrong command line', async () => {
  const { code, err } = await artoo('tasks', '--dir', 'nowhere')
  expect([code, err]).toEqual([2, expect.stringContaining('give --dir one')])
})
