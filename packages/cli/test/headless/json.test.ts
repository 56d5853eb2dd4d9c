import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { place, start } from '../run-cli.js'

const writes = (path: string) =>
  `{ toolCalls: [{ name: 'write_file', input: { path: '${path}', content: 'one\\n' } }] }`
const config = (turns: string) => `{ model: scriptedModel({ text: [${turns}] }), depth: 'direct', sandbox: false }`

const outcomes = (lines: readonly { readonly type: string; readonly outcome?: { readonly status: string } }[]) =>
  lines.flatMap(({ type, outcome }) => (type === 'outcome' ? [outcome?.status] : []))

test('events are lines of JSON, and the last one is the outcome', async () => {
  const cli = start(await place(config(`{ text: 'Hello.' }`)), ['Greet.', '--json'])
  cli.end()
  expect(await cli.code).toBe(0)
  const types = cli.lines().map(({ type }) => type)
  expect(types[0]).toBe('task')
  expect(types).toContain('FinalResult')
  expect(cli.lines().at(-1)).toMatchObject({ type: 'outcome', outcome: { status: 'complete', output: 'Hello.' } })
})

test('a confirmation is answered on stdin', async () => {
  const where = await place(config(`${writes('.env')}, { text: 'Written.' }`))
  const cli = start(where, ['Write .env.', '--json'])
  await expect.poll(() => cli.lines().some(({ type }) => type === 'request')).toBe(true)
  const { request } = cli.lines().find(({ type }) => type === 'request')
  cli.send({ type: 'answer', id: request.id, answer: 'perhaps' })
  cli.send({ type: 'answer', id: request.id, answer: { allow: 'once' } })
  expect(await cli.code).toBe(0)
  expect(cli.lines().filter(({ type }) => type === 'error')).toMatchObject([{ line: 1, code: 'invalid_answer' }])
  expect(await readFile(join(where.root, '.env'), 'utf8')).toBe('one\n')
})

test('when stdin ends nobody answers: the call is refused, or the task waits', async () => {
  const where = await place(config(`${writes('.env')}, { text: 'Not written.' }`))
  const refused = start(where, ['Write .env.', '--json'])
  refused.end()
  expect(await refused.code).toBe(3)
  const waiting = start(where, ['Write .env.', '--json', '--wait'])
  waiting.end()
  expect([await waiting.code, outcomes(waiting.lines())]).toEqual([4, ['waiting']])
})

test('a session takes tasks, words, commands and a rewind from stdin, as the screen does from keys', async () => {
  const where = await place(config(`${writes('a.txt')}, { text: 'First.' }, { text: 'Second.' }, { text: 'Instead.' }`))
  const cli = start(where, ['--json'])
  const settled = (count: number) => expect.poll(() => outcomes(cli.lines()).length).toBe(count)
  cli.send({ type: 'task', text: 'Write a.txt.' })
  await settled(1)
  cli.send({ type: 'task', text: 'And another.' })
  await settled(2)
  cli.send({ type: 'points' })
  await expect.poll(() => cli.lines().some(({ type }) => type === 'points')).toBe(true)
  const [first] = cli.lines().find(({ type }) => type === 'points').points
  cli.send({ type: 'rewind', taskId: first.taskId, part: 'both' })
  await expect.poll(() => cli.lines().some(({ type }) => type === 'rewound')).toBe(true)
  await expect(readFile(join(where.root, 'a.txt'))).rejects.toThrow('ENOENT')
  cli.send({ type: 'task', text: 'Something else.' })
  await settled(3)
  for (const line of ['/cost', '/why', '/plan', '/context', '/help']) cli.send({ type: 'command', line })
  cli.send({ type: 'points' })
  cli.end()
  expect(await cli.code).toBe(0)
  const lines = cli.lines()
  expect(lines.flatMap(({ type, name }) => (type === 'command' ? [name] : []))).toEqual([
    'cost',
    'why',
    'plan',
    'context',
    'help',
  ])
  expect(lines.at(-1).points.map((point: { readonly title: string }) => point.title)).toEqual(['Something else.'])
})

test.each([
  ['not json', 'invalid_line'],
  ['[]', 'invalid_line'],
  ['{"type":"constructor"}', 'invalid_line'],
  ['{"type":"words","text":"louder"}', 'invalid_line'],
  ['{"type":"task"}', 'invalid_line'],
  ['{"type":"answer","id":"x","answer":true}', 'unknown_request'],
  ['{"type":"mode","mode":"yolo"}', 'invalid_line'],
  ['{"type":"rewind","taskId":"x","part":"all"}', 'invalid_line'],
  ['{"type":"command","line":"/fly"}', 'unknown_command'],
])('%s is answered by an error, and the session goes on', async (line, code) => {
  const cli = start(await place(config('')), ['--json'])
  cli.stdin.write(`${line}\n`)
  cli.send({ type: 'command', line: '/mode plan' })
  cli.send({ type: 'close' })
  expect(await cli.code).toBe(0)
  expect(cli.lines().map(({ type, ...rest }) => rest.code ?? type)).toEqual([code, 'mode', 'command'])
})

test('a signal parks the task, and it can be resumed', async () => {
  const where = await place(config(`'hang', { text: 'Done.' }`))
  const cli = start(where, ['Wait.', '--json'])
  await expect.poll(() => cli.lines().some(({ type }) => type === 'ModelRequest')).toBe(true)
  cli.abort(new Error('SIGTERM'))
  expect([await cli.code, outcomes(cli.lines())]).toEqual([5, ['interrupted']])
})

test('stderr says what is left out of what was configured', async () => {
  const where = await place(config(`{ text: 'Hello.' }`))
  await writeFile(join(where.root, 'AGENTS.md'), 'x'.repeat(40_000))
  const cli = start(where, ['Greet.', '--json'])
  expect(await cli.code).toBe(0)
  expect(cli.printed.err).toMatch(/^artoo: .*AGENTS\.md/)
})

test('a model that there is not is refused, and the conversation goes on with the one before', async () => {
  const cli = start(await place(config(`{ text: 'Hello.' }`)), ['--json'])
  cli.send({ type: 'command', line: '/model nobody/nothing' })
  cli.send({ type: 'task', text: 'Greet.' })
  await expect.poll(() => outcomes(cli.lines())).toEqual(['complete'])
  cli.end()
  expect(await cli.code).toBe(0)
  expect(cli.lines().filter(({ type }) => type === 'error')).toMatchObject([{ line: 1, code: 'unknown_provider' }])
})
