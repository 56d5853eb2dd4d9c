import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { place, start } from '../run-cli.js'

const config = (turns: string) => `{ model: scriptedModel({ text: [${turns}] }), depth: 'direct', sandbox: false }`

/** The exit codes that a script can count on. */
test.each([
  ['complete', `{ text: 'Hello.' }`, ['Greet.'], 0],
  ['failed', `{ error: new Error('no such model') }`, ['Greet.'], 1],
  ['an unknown flag', '', ['Greet.', '--modle', 'x'], 2],
  ['a value that a flag does not have', '', ['Greet.', '--mode', 'yolo'], 2],
  ['an unknown id', '', ['resume', '0000-none'], 2],
  [
    'partial',
    `{ toolCalls: [{ name: 'write_file', input: { path: '.env', content: '' } }] }, { text: 'Not written.' }`,
    ['Write .env.'],
    3,
  ],
  [
    'waiting',
    `{ toolCalls: [{ name: 'write_file', input: { path: '.env', content: '' } }] }`,
    ['Write .env.', '--wait'],
    4,
  ],
])('%s', async (_, turns, words, code) => {
  const cli = start(await place(config(turns)), words)
  expect(await cli.code).toBe(code)
})

test('the answer stands on stdout as the model wrote it, and the progress on stderr', async () => {
  const turns = `{ toolCalls: [{ name: 'list_files', input: { path: '.' } }] }, { text: '# Files\\n\\nThere is \\u001b[31mnothing.' }`
  const cli = start(await place(config(turns)), ['List the files.'])
  expect(await cli.code).toBe(0)
  expect(cli.printed.out).toBe('# Files\n\nThere is \u001b[31mnothing.\n')
  expect(cli.printed.err).toMatch(/✓ list_files/)
  expect(cli.printed.err).not.toContain('\u001b')
})

test.each(['--quiet', '--json'])('no control character reaches a terminal, with %s', async (flag) => {
  const hostile = `'\\u001b]0;x\\u0007\\u009b31m\\u202e'`
  const turns = `{ toolCalls: [{ name: 'list_files', input: { path: ${hostile} } }] }, { text: 'Done' + ${hostile} }`
  const cli = start(await place(config(turns)), [flag, 'List the files.'], { columns: 80 })
  cli.end()
  expect(await cli.code).toBe(0)
  expect(cli.printed.out).toContain('Done')
  expect(cli.printed.out + cli.printed.err).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
})

test('a terminal that tells no width gets whole lines', async () => {
  const where = await place(config(`{ text: 'Hello.' }`))
  const cli = start(where, ['Greet.'], { columns: 0 })
  expect(await cli.code).toBe(0)
  expect(cli.printed.err).toContain('done')
})

test('--quiet leaves the answer alone', async () => {
  const cli = start(await place(config(`{ text: 'Hello.' }`)), ['Greet.', '--quiet'])
  await cli.code
  expect(cli.printed).toEqual({ out: 'Hello.\n', err: '' })
})

test('--quiet says why there is no answer', async () => {
  const cli = start(await place(config(`{ error: new Error('no such model') }`)), ['Greet.', '--quiet'])
  expect(await cli.code).toBe(1)
  expect(cli.printed.out).toBe('')
  expect(cli.printed.err).toMatch(/^artoo: .*no such model.*\n$/)
})

test('text that is piped in follows the task', async () => {
  const echo = `({ messages }) => ({ text: JSON.stringify(messages.at(-1).content) })`
  const cli = start(await place(config(echo)), ['Review this.'], { piped: true })
  cli.stdin.end(Buffer.from('+ const 你好 = 1'))
  await cli.code
  expect(cli.printed.out).toContain('Review this.')
  expect(cli.printed.out).toContain('+ const 你好 = 1')
})

test('without a task and a terminal it says what to type', async () => {
  const cli = start(await place(config('')), [])
  expect([await cli.code, cli.printed.err]).toEqual([2, expect.stringContaining('artoo "your task"')])
})

test('two runs of a session are one conversation', async () => {
  const where = await place(config(`{ text: 'Hello, Bob.' }`))
  await start(where, ['Greet Bob.', '--session', 'talk']).code
  const again = await place(config(`({ messages }) => ({ text: JSON.stringify(messages) })`))
  const cli = start({ ...where, config: again.config }, ['Again, in Chinese.', '--continue'])
  await cli.code
  expect(cli.printed.out).toContain('Hello, Bob.')
})

test('a refusal without a terminal says how to allow the call from a shell', async () => {
  const turns = `{ toolCalls: [{ name: 'write_file', input: { path: '.env', content: '' } }] }, { text: 'Not written.' }`
  const cli = start(await place(config(turns)), ['Write .env.'])
  await cli.code
  expect(cli.printed.err).toMatch(
    /next: Run it in a terminal, which asks you about “write file \.env”; .*--allow; .*--wait/,
  )
  expect(cli.printed.err).not.toContain('`confirm`')
})
