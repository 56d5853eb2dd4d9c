import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewMegram } from '@artoo/mkct'
import { openMemory } from '@artoo/sdk/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectionFrom } from '../../src/records/memory/selector.js'
import { command } from './command.js'

/** A folder whose agent has learnt. */
async function taught(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'artoo-memory-'))
  const memory = await openMemory({ root })
  const lessons: readonly NewMegram[] = [
    { ...pair('shell', 'npm test'), state: 'accept', content: 'npm test \u001b[31mran', origin: 'R7/task-one' },
    { ...pair('edit_file', 'dist'), state: 'abandon', content: 'dist is built', origin: 'R7/task-two' },
    { ...pair('edit_file', 'dist'), state: 'abandon', content: 'dist is built, again', origin: 'R7/task-two' },
    { space: 'word:dist', entity: 'intent:edit', state: 'abandon', content: '', origin: 'R7/task-two' },
    { ...pair('shell', 'npm test'), state: 'accept', content: 'test before you say so', level: 'C', subject: 'ann' },
  ]
  for (const lesson of lessons) memory.write(lesson)
  await memory.close()
  return root
}

let root: string
beforeAll(async () => {
  root = await taught()
})
afterAll(() => rmSync(root, { recursive: true }))

const pair = (tool: string, path: string) => ({ space: `tool:${tool}`, entity: `path:${path}` })
const artoo = (...words: readonly string[]) => command(root, ['memory', ...words])
const parsed = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a summary counts, and tells the strongest lessons for and against', async () => {
  const { code, out } = await artoo()
  expect(code).toBe(0)
  expect(out).toMatch(/^4 episodes, 0 facts, 1 rule about 3 pairs; the last one (just now|\d+ s ago)\n/)
  expect(out).toMatch(/\nspeaks for\n +\.90 +tool:shell +path:npm test\n +npm test \[31mran\n/)
  expect(out).toMatch(/\nspeaks against\n +−\d\.\d\d +tool:edit_file +path:dist\n +dist is built, again\n$/)
  expect(parsed((await artoo('--json')).out)).toMatchObject([{ megrams: 5, lessons: [{ entity: 'path:dist' }, {}] }])
})

test.each([
  [['list'], ['dist is built', 'dist is built, again', 'npm test', 'test before you say so']],
  [
    ['list', 'tool:edit_file'],
    ['dist is built', 'dist is built, again'],
  ],
  [['rules'], ['test before you say so']],
  [['rules', 'tool:edit_file'], ['no entries']],
] as const)('%j shows entries with a text', async (words, texts) => {
  const { out } = await artoo(...words)
  expect(out.trimEnd().split('\n')).toHaveLength(texts.length)
  for (const text of texts) expect(out).toContain(text)
})

test('explains why a pair is seen as it is', async () => {
  const { out } = await artoo('explain', 'tool:edit_file', 'path:dist')
  expect(out).toContain('it speaks against it')
  expect(out).toMatch(/50% +−.* dist is built/)
  expect((await artoo('explain', 'tool:glob', 'path:x')).out).toBe('no entries about tool:glob  path:x\n')
  expect(await artoo('explain', 'tool:glob')).toMatchObject({ code: 2, err: expect.stringContaining('entity') })
})

test.each([
  [['task:task-t'], 3],
  [['space:tool:edit_file', 'entity:path:dist'], 2],
  [['subject:ann'], 1],
] as const)('forgets %j, and no more', async (selector, erased) => {
  const own = await taught()
  const { out } = await command(own, ['memory', 'forget', ...selector, '--force', '--json'])
  expect(out).toContain(`"erased":${erased},`)
  expect(parsed((await command(own, ['memory', 'export'])).out)).toHaveLength(1 + 5 - erased)
  rmSync(own, { recursive: true })
})

test.each([
  [[], 'it is missing'],
  [['dist'], "there is no ':'"],
  [['word:x'], "there is no 'word:'"],
  [['space:'], 'space: has no value'],
  [['space:a', 'space:b'], 'given twice'],
  [['task:one', 'space:a'], 'stands alone'],
] as const)('%j says not what to forget', (words, why) => {
  expect(() => selectionFrom(words)).toThrow(expect.objectContaining({ code: 'invalid_selector' }))
  expect(() => selectionFrom(words)).toThrow(why)
})

test('forgets no task that is not the only one', async () => {
  const { code, err } = await artoo('forget', 'task:task-', '--force')
  expect([code, err]).toEqual([2, expect.stringContaining('task-one, task-two: give more of the id (ambiguous_task)')])
})

test.each([
  ['yes\n', 0, 2],
  ['', 1, 5],
])('asks a person before it forgets: %j', async (input, code, left) => {
  const own = await taught()
  const said = await command(own, ['memory', 'forget', 'task:task-two'], { input })
  expect(said.code).toBe(code)
  expect(said.err).toContain('dist is built')
  expect(said.err).toContain('Erase 3 entries')
  expect(parsed((await command(own, ['memory', 'export'])).out)).toHaveLength(1 + left)
  rmSync(own, { recursive: true })
})

test('forgets nothing unasked', async () => {
  expect(await artoo('forget', 'task:task-two')).toMatchObject({ code: 2, err: expect.stringContaining('needs_force') })
})

test('finds a memory sound', async () => {
  expect(await artoo('verify')).toMatchObject({ code: 0, out: '5 entries, sound\n' })
})

test('a memory in use names its holder', async () => {
  const held = await openMemory({ root })
  const { code, err } = await artoo()
  await held.close()
  expect([code, err]).toEqual([2, expect.stringMatching(/is in use by process \d+ on .*: call this again when/)])
})

test('a look that is ended from outside leaves without an error', async () => {
  const said = await command(root, ['memory', 'list'], { signal: AbortSignal.abort(new Error('ended')) })
  expect(said).toEqual({ code: 5, out: '', err: '' })
})
