import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, type ConfirmRequest, createArtoo, memoryJournal } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answers, planOf, straightThrough, subtask } from './script.js'

let place: string
let root: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'artoo-undo-'))
  root = join(place, 'root')
  mkdirSync(root)
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(root, name), 'one\n')
  writeFileSync(join(root, 'package.json'), '{"scripts":{"test":"true"}}\n')
})
afterEach(() => rmSync(place, { recursive: true }))

const text = (name: string) => readFileSync(join(root, name), 'utf8')
const edit = (path: string, oldText: string, newText: string) => ({
  name: 'edit_file',
  input: { path, oldText, newText },
})

function instance(execution: readonly object[], options: Partial<ArtooOptions> = {}) {
  const tools = standardTools({ root, snapshots: { folder: join(place, 'kept') } })
  const asked: ConfirmRequest[] = []
  const confirm = (request: ConfirmRequest) => asked.push(request) > 0
  const plan = planOf(subtask('rename one to two', ['edit_file', 'read_file', 'write_file', 'shell']))
  const model = scriptedModel({ ...straightThrough, plan, execution: [...execution, answers.execution] } as never)
  return { artoo: createArtoo({ model, tools, confirm, dreamer: false, ...options }), asked }
}

test('in mode edits a task renames without a question, shows its diff, and is undone', async () => {
  const toolCalls = [edit('a.txt', 'one', 'two'), edit('b.txt', 'one', 'two')]
  const { artoo, asked } = instance([{ toolCalls }], { permissions: { mode: 'edits' } })
  const run = artoo.run('Rename')
  await expect(artoo.undo(run.taskId)).rejects.toMatchObject({ code: 'task_running' })
  await run
  expect([asked.length, text('a.txt'), text('b.txt')]).toEqual([0, 'two\n', 'two\n'])
  expect((await artoo.diff(run.taskId)).map(({ path }) => path)).toEqual(['a.txt', 'b.txt'])
  writeFileSync(join(root, 'b.txt'), 'mine\n')
  expect(await artoo.undo(run.taskId)).toMatchObject({ restored: ['a.txt'], left: [{ path: 'b.txt' }] })
  expect([text('a.txt'), text('b.txt')]).toEqual(['one\n', 'mine\n'])
  await artoo.close()
})

test('a yes for the task covers the other edits, but no file that programs obey', async () => {
  const toolCalls = [edit('a.txt', 'one', 'two'), edit('b.txt', 'one', 'two'), edit('package.json', 'true', 'false')]
  const { artoo, asked } = instance([{ toolCalls }], { confirm: undefined })
  const confirm = (request: ConfirmRequest) => {
    asked.push(request)
    return { allow: 'task', by: 'ann' } as const
  }
  await artoo.run('Rename', { confirm })
  expect(asked).toMatchObject([
    { target: 'a.txt', undo: 'snapshot', offers: [{ allow: 'task', rule: 'edit_file: **' }] },
    { target: 'package.json', undo: 'snapshot' },
  ])
  expect(asked[1]).not.toHaveProperty('offers')
  expect([text('a.txt'), text('b.txt'), text('package.json')]).toEqual([
    'two\n',
    'two\n',
    '{"scripts":{"test":"false"}}\n',
  ])
  await artoo.close()
})

test('rounds are taken back from the last one', async () => {
  const one = { toolCalls: [edit('a.txt', 'one', 'two'), edit('b.txt', 'one', 'two')] }
  const { artoo } = instance([], {
    journal: memoryJournal(),
    permissions: { mode: 'edits' },
    limits: { retries: 0, replans: 1 },
    model: scriptedModel({
      ...straightThrough,
      plan: [1, 2].map((round) => planOf(subtask(`round ${round}`, ['edit_file']))),
      execution: [one, answers.infeasible, { toolCalls: [edit('a.txt', 'two', 'three')] }, answers.execution],
    }),
  })
  const run = artoo.run('Rename')
  await run
  expect([text('a.txt'), text('b.txt')]).toEqual(['three\n', 'two\n'])
  await expect(artoo.undo(run.taskId, { to: 7 })).rejects.toMatchObject({ code: 'unknown_round', field: 'to' })
  const rounds = run.events.flatMap((event) => (event.type === 'DispatchManifest' ? event.payload.round : []))
  const [first = 0, last = 0] = rounds
  expect(await artoo.undo(run.taskId, { to: last })).toEqual({ restored: ['a.txt'], left: [], commands: [] })
  expect([text('a.txt'), text('b.txt')]).toEqual(['two\n', 'two\n'])
  expect((await artoo.diff(run.taskId, { to: first })).length).toBe(2)
  await artoo.undo(run.taskId)
  expect([text('a.txt'), text('b.txt')]).toEqual(['one\n', 'one\n'])
  await artoo.close()
})

test('an undo names the commands that ran since the round', async () => {
  const shell = (command: string) => ({ name: 'shell', input: { command } })
  const { artoo } = instance([], {
    journal: memoryJournal(),
    limits: { retries: 0, replans: 1 },
    model: scriptedModel({
      ...straightThrough,
      plan: [1, 2].map((round) => planOf(subtask(`round ${round}`, ['shell', 'edit_file']))),
      execution: [
        ...[{ toolCalls: [shell('touch one')] }, answers.infeasible],
        ...[{ toolCalls: [edit('a.txt', 'one', 'two')] }, { toolCalls: [shell('rm a.txt')] }, answers.execution],
      ],
    }),
  })
  const run = artoo.run('Rename')
  await run
  const rounds = run.events.flatMap((event) => (event.type === 'DispatchManifest' ? event.payload.round : []))
  const why = 'somebody else, or the command `rm a.txt`, has changed it since'
  const left = [{ path: 'a.txt', why }]
  expect(await artoo.undo(run.taskId, { to: rounds.at(-1) })).toEqual({ restored: [], left, commands: ['rm a.txt'] })
  expect(await artoo.undo(run.taskId)).toMatchObject({ left, commands: ['touch one', 'rm a.txt'] })
  await artoo.close()
})

test('without a tool that keeps the states of files there is nothing to show or to take back', async () => {
  const { artoo } = instance([], { tools: standardTools({ root, snapshots: false }) })
  await expect(artoo.diff('task')).rejects.toMatchObject({ code: 'no_history', field: 'tools' })
  await expect(artoo.undo('task')).rejects.toMatchObject({ code: 'no_history' })
  await artoo.close()
})

test('a task that there is not is an error, one that changed no file is none', async () => {
  const unknown = { code: 'unknown_task', field: 'taskId' }
  const journal = memoryJournal()
  for (const options of [{}, { journal }]) {
    const { artoo } = instance([], options)
    await expect(artoo.diff('no-such-task')).rejects.toMatchObject(unknown)
    await expect(artoo.undo('no-such-task')).rejects.toMatchObject(unknown)
    await expect(artoo.undo('')).rejects.toMatchObject({ code: 'invalid_task_id' })
    const run = artoo.run('Say hello')
    expect(await artoo.diff(run.taskId)).toEqual([])
    await run
    expect(await artoo.diff(run.taskId)).toEqual([])
    expect(await artoo.undo(run.taskId)).toEqual({ restored: [], left: [], commands: [] })
    await artoo.close()
    if (!('journal' in options)) continue
    const { artoo: later } = instance([], options)
    expect(await later.undo(run.taskId)).toEqual({ restored: [], left: [], commands: [] })
    await later.close()
  }
})

test('a task is known in another process by what is kept of it', async () => {
  const { artoo } = instance([{ toolCalls: [edit('a.txt', 'one', 'two')] }])
  const run = artoo.run('Rename')
  await run
  await artoo.close()
  const { artoo: later } = instance([])
  await later.undo(run.taskId)
  expect(await later.diff(run.taskId)).toEqual([])
  await later.close()
})

test('an explanation names the rule that decides and what would change it', async () => {
  const { artoo } = instance([], { permissions: { deny: ['shell: git push'] } })
  const explain = (tool: string, input: unknown) => artoo.explainPermission({ tool, input })
  expect(await explain('write_file', { path: 'new.txt', content: '' })).toMatchObject({ verdict: 'run', by: 'gate' })
  expect(await explain('edit_file', { path: 'a.txt', oldText: 'one', newText: 'two' })).toMatchObject({
    ...{ verdict: 'ask', by: 'gate', rule: null },
    runsWith: ["allow: 'edit_file: a.txt'", "allow: 'edit_file: **'", "allow: 'edit_file'", "mode: 'edits'"],
  })
  await expect(explain('edit', {})).rejects.toMatchObject({ code: 'unknown_tool', field: 'tool' })
  await artoo.close()
})
