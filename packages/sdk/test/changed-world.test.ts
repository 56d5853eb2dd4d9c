import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cause } from '@artoo/ggs'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createMemory, type Memory } from '@artoo/mkct'
import { type ArtooOptions, createArtoo, defineTool, type RunEvent } from '@artoo/sdk'
import { manualClock } from '@artoo/spec/testing'
import { standardTools } from '@artoo/tools/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { ended, firstPause, pausing } from './script.js'

interface Call {
  readonly name: string
  readonly input: object
}

/** What one plan asks for, and the calls that carry it out one after the other. */
interface Round {
  readonly intent: string
  readonly calls: readonly Call[]
  /** The cause that its judge gives a failure. @defaultValue 'wrong_target' */
  readonly blames?: Cause
}

const shell = (command: string): Call => ({ name: 'shell', input: { command } })
const write = (path: string, content = 'done\n'): Call => ({ name: 'write_file', input: { path, content } })
const read = (path: string): Call => ({ name: 'read_file', input: { path } })
const check = shell('node check.mjs')

type Data = Readonly<Record<string, unknown>>
const dataOf = (content = '{}') => JSON.parse(content) as Data

/** A model that plans one round after the other, makes its calls, and judges by whether the last one went well. */
function worker(...rounds: readonly Round[]) {
  let round = 0
  const script: Readonly<Record<string, ScriptedTurn>> = {
    plan: () => {
      const { intent, calls } = rounds[Math.min(round++, rounds.length - 1)] as Round
      const criterion = { text: `${intent}: it works`, mode: 'verifiable' }
      const tools = [...new Set(calls.map(({ name }) => name))]
      return { json: { criteria: [criterion], subtasks: [{ intent, sequence: 1, criteria: [criterion], tools }] } }
    },
    execution: ({ messages }) => {
      const next = rounds[round - 1]?.calls[messages.filter(({ role }) => role === 'assistant').length]
      return next ? { toolCalls: [next] } : { json: { status: 'completed', output: 'see the calls', reason: null } }
    },
    last_verdicts: ({ messages }) => {
      const { toolCalls = [], criteria = [] } = dataOf(messages.find(({ role }) => role === 'user')?.content) as {
        toolCalls?: { id: string; status: string }[]
        criteria?: { criterion: number }[]
      }
      const verdict = toolCalls.at(-1)?.status === 'ok' ? 'pass' : 'fail'
      const cause = verdict === 'pass' ? null : (rounds[round - 1]?.blames ?? 'wrong_target')
      const records = toolCalls.map(({ id }) => id)
      const said = { verdict, cause, evidence: 'the last call', records }
      return { json: { verdicts: criteria.map(({ criterion }) => ({ criterion, ...said })), correction: null } }
    },
  }
  return scriptedModel(script, { repeatLast: true })
}

/** A folder whose check is red until all parts are written. */
function folderWith(parts: number) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-world-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const source = `import { existsSync } from 'node:fs'
const missing = Array.from({ length: ${parts} }, (_, index) => 'part-' + (index + 1) + '.txt').filter((part) => !existsSync(part))
if (missing.length > 0) { console.error('missing: ' + missing.join(', ')); process.exit(1) }
console.log('all there')
`
  writeFileSync(join(root, 'check.mjs'), source)
  return root
}

const parts = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => write(`part-${first + index}.txt`))

/** A task with real tools on a real folder; everything that is asked about is allowed. */
async function task(root: string, memory: Memory, rounds: readonly Round[], options: Partial<ArtooOptions> = {}) {
  const artoo = createArtoo({
    model: worker(...rounds),
    tools: standardTools({ root }),
    memory,
    dreamer: false,
    confirm: () => true,
    limits: { retries: 0 },
    ...options,
  })
  const run = artoo.run(rounds[0]?.intent ?? '')
  const { directive, usage, rounds: count } = ended(await run)
  await memory.flush()
  await artoo.close()
  const results = run.events.filter(
    (event): event is Extract<RunEvent, { type: 'ToolResult' }> => event.type === 'ToolResult',
  )
  const calls = usage.total.modelCalls
  const contexts = run.events.flatMap((event) => (event.type === 'SubTask' ? event.payload.context : []))
  const timers = run.events.flatMap((event) => (event.type === 'TimerRequest' ? [event.payload] : []))
  const codes = results.map(({ payload }) => payload.code)
  return { directive, rounds: count, calls, codes, results, contexts, timers }
}

function freshMemory(): Memory {
  const memory = createMemory()
  onTestFinished(() => memory.close())
  return memory
}

describe('tests fail, mend, tests pass', () => {
  test('within one round', async () => {
    const calls = [check, ...parts(1, 2), check]
    const done = await task(folderWith(2), freshMemory(), [{ intent: 'make the check green', calls }])
    expect(done).toMatchObject({ directive: 'accept', rounds: 1, codes: ['exit_nonzero', null, null, null] })
  })

  test.each(['write the second part', 'write what is missing'])('over two rounds, the second to %s', async (second) => {
    const done = await task(folderWith(2), freshMemory(), [
      { intent: 'write what is missing', calls: [...parts(1, 1), check] },
      { intent: second, calls: [...parts(2, 2), check] },
    ])
    expect(done).toMatchObject({ directive: 'accept', rounds: 2, calls: 10, codes: [null, 'exit_nonzero', null, null] })
  })

  test('the check may be run first in the second round, to see what it says', async () => {
    const done = await task(folderWith(2), freshMemory(), [
      { intent: 'write the first part', calls: [...parts(1, 1), check] },
      { intent: 'see what is missing and write it', calls: [check, ...parts(2, 2), check] },
    ])
    expect(done).toMatchObject({
      directive: 'accept',
      rounds: 2,
      codes: [null, 'exit_nonzero', 'exit_nonzero', null, null],
    })
  })
})

test.each(['wrong_method', 'not_yet'] as const)(
  'eight edits and then five other tasks: all are accepted, in as many calls as without memory, red checks being %s',
  async (blames) => {
    const eight: readonly Round[] = [
      { intent: 'write the first three parts', calls: [...parts(1, 3), check], blames },
      { intent: 'write three more', calls: [...parts(4, 6), check], blames },
      { intent: 'write the rest', calls: [...parts(7, 8), check] },
    ]
    const others: readonly Round[] = [
      { intent: 'say whether everything is there', calls: [check] },
      { intent: 'add a licence', calls: [write('LICENCE'), check] },
      { intent: 'translate the greeting', calls: [write('greeting.txt'), read('greeting.txt')] },
      { intent: 'note the number of parts', calls: [check, write('count.txt', '8\n')] },
      { intent: 'publish the handbook', calls: [write('handbook.md'), check] },
    ]
    const all = [eight, ...others.map((round) => [round])]
    const memory = freshMemory()
    const [root, control] = [folderWith(8), folderWith(8)]
    for (const rounds of all) {
      const remembering = await task(root, memory, rounds)
      const without = await task(control, freshMemory(), rounds)
      expect(remembering).toMatchObject({ directive: 'accept', calls: without.calls, codes: without.codes })
      expect(without.directive).toBe('accept')
    }
  },
)

test('a missing file that the user writes is read in the next task, and written over in the one after', async () => {
  const root = folderWith(0)
  const memory = freshMemory()
  const looking: readonly Round[] = [
    { intent: 'read the notes', calls: [read('notes.txt')] },
    { intent: 'read the notes again', calls: [read('notes.txt')] },
  ]
  const first = await task(root, memory, looking, { limits: { retries: 0, replans: 1 } })
  expect(first.directive).toBe('abandon')
  expect(first.codes).toEqual(['path_not_found', 'blocked_target'])
  expect(first.results[1]?.payload.output).toMatch(
    /^read_file failed on notes\.txt at \d{4}-.*Z in this task, .* \(path_not_found: notes\.txt does not exist\), and nothing has changed since/,
  )
  writeFileSync(join(root, 'notes.txt'), 'by the user\n')
  const second = await task(root, memory, [{ intent: 'sum up the notes', calls: [read('notes.txt')] }])
  expect(second).toMatchObject({ directive: 'accept', calls: 4, codes: [null] })
  const third = await task(root, memory, [
    { intent: 'rewrite the notes', calls: [read('notes.txt'), write('notes.txt', 'by artoo\n')] },
  ])
  expect(third).toMatchObject({ directive: 'accept', calls: 5, codes: [null, null] })
  expect(readFileSync(join(root, 'notes.txt'), 'utf8')).toBe('by artoo\n')
})

test('what a task has written it may read back and write again, though reading it failed in two rounds before', async () => {
  const root = folderWith(0)
  const memory = freshMemory()
  const done = await task(root, memory, [
    { intent: 'read the plan', calls: [read('plan.txt')] },
    { intent: 'look for it under another name', calls: [read('plan.md')] },
    { intent: 'read the plan after all', calls: [read('plan.txt')] },
    { intent: 'write the plan', calls: [write('plan.txt', 'one\n'), read('plan.txt'), write('plan.txt', 'two\n')] },
  ])
  const missing = 'path_not_found'
  expect(done).toMatchObject({ directive: 'accept', codes: [missing, missing, missing, null, null, null] })
  const later = await task(root, memory, [
    { intent: 'write another', calls: [write('plan.md', 'three\n'), read('plan.md')] },
  ])
  expect(later).toMatchObject({ directive: 'accept', calls: 5 })
})

test('a task that was given up and then done warns of nothing: what is told of it is no success under Caution', async () => {
  const root = folderWith(1)
  const memory = freshMemory()
  const same = 'bring the garden in order'
  const givenUp = await task(root, memory, [{ intent: same, calls: [check], blames: 'wrong_method' }], {
    limits: { retries: 0, replans: 0 },
  })
  expect(givenUp.directive).toBe('abandon')
  const experience = () =>
    memory.consult({ pairs: [{ space: `intent:${same.replaceAll(' ', '-')}`, entity: 'env:local' }], spaces: [] })
  expect((await experience()).readings[0]).toMatchObject({
    action: 'avoid',
    lesson: expect.stringMatching(
      /^"bring the garden in order" was given up at .*; missed: bring the garden in order: it works\./,
    ),
  })
  writeFileSync(join(root, 'part-1.txt'), 'by the user\n')
  const done = await task(root, memory, [{ intent: same, calls: [check] }])
  expect(done.directive).toBe('accept')
  expect((await experience()).readings[0]).toMatchObject({
    action: 'caution',
    lesson: expect.stringContaining('given up'),
  })
  const again = await task(root, memory, [{ intent: same, calls: [check] }])
  expect(again.contexts.join()).not.toContain('Caution')
})

describe('an API that is down', () => {
  const minute = 60_000
  const get = (url: string) =>
    defineTool({
      name: 'get',
      description: 'gets the rates',
      input: z.object({}),
      effect: 'read',
      target: () => url,
      async execute(_, { signal }) {
        const response = await fetch(url, { signal })
        if (!response.ok) throw new Error(`HTTP ${response.status}`)
        return response.text()
      },
    })
  const rounds = (name: string): readonly Round[] => [
    { intent: `${name}: get the rates`, calls: [{ name: 'get', input: {} }], blames: 'outage' },
    { intent: `${name}: try again`, calls: [{ name: 'get', input: {} }] },
  ]

  test.each(['refuses connections', 'answers 503', 'answers 429'])(
    'for ten minutes, as it %s, is asked again after a pause, and works in the eleventh',
    async (how) => {
      let status = how === 'answers 429' ? 429 : 503
      const server = createServer((_, response) => response.writeHead(status).end('1.08'))
      const listening = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      const closed = () => new Promise((resolve) => server.close(resolve))
      let port = 0
      await listening()
      port = (server.address() as AddressInfo).port
      onTestFinished(async () => void (await closed()))
      if (how === 'refuses connections') await closed()

      const clock = manualClock(Date.UTC(2026, 0, 1))
      const memory = createMemory({ clock })
      onTestFinished(() => memory.close())
      const given = { tools: [get(`http://127.0.0.1:${port}/`)], limits: { retries: 0, replans: 1 } }
      for (const name of ['first', 'second']) {
        const down = await task('/', memory, rounds(name), { ...given, clock: pausing(clock) })
        expect(down).toMatchObject({
          ...{ directive: 'abandon', codes: ['tool_unavailable', 'tool_unavailable'] },
          timers: [{ key: 'pause', delayMs: firstPause }],
        })
        clock.advance(5 * minute)
      }
      clock.advance(minute)
      status = 200
      if (how === 'refuses connections') await listening()
      const up = await task('/', memory, rounds('third'), { ...given, clock })
      expect(up).toMatchObject({ directive: 'accept', rounds: 1, calls: 4, codes: [null] })
    },
  )
})

test.each(['ls docs', 'find . -name notes.txt'])(
  'a file that the user writes while the task runs is read once a look has shown it: %s',
  async (command) => {
    const root = folderWith(0)
    mkdirSync(join(root, 'docs'))
    const notes = 'docs/notes.txt'
    const user = defineTool({
      name: 'say',
      description: 'says nothing, and hides that the user writes the notes meanwhile',
      input: z.object({}),
      effect: 'read',
      execute() {
        writeFileSync(join(root, notes), 'by the user\n')
        return 'nothing'
      },
    })
    const done = await task(
      root,
      freshMemory(),
      [
        { intent: 'read the notes', calls: [read(notes)] },
        { intent: 'look for them', calls: [{ name: 'say', input: {} }, read(notes), shell(command), read(notes)] },
      ],
      { tools: [...standardTools({ root }), user] },
    )
    expect(done).toMatchObject({ directive: 'accept', codes: ['path_not_found', null, 'blocked_target', null, null] })
  },
)
