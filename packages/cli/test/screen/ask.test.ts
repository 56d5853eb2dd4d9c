import type { PersonAnswer, PersonRequest } from '@artoo/sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aScreen } from './a-screen.js'
import { confirm, offers, question } from './requests.js'
import { timers } from './virtual-terminal.js'

beforeEach(() => vi.useFakeTimers({ toFake: timers }))
afterEach(() => vi.useRealTimers())

interface Row {
  readonly name: string
  readonly request: PersonRequest
  readonly keys: readonly string[]
  /** Undefined: no answer. */
  readonly answer: PersonAnswer | undefined
}

const esc = '\u001b'
const down = '\u001b[B'
const rows: readonly Row[] = [
  { name: 'y allows once', request: confirm(), keys: ['y'], answer: { allow: 'once' } },
  { name: '1 allows once', request: confirm(), keys: ['1'], answer: { allow: 'once' } },
  { name: 'Enter takes the choice of the arrow', request: confirm(), keys: ['\r'], answer: { allow: 'once' } },
  { name: 't is not there unless it is offered', request: confirm(), keys: ['t', 'a'], answer: undefined },
  { name: 't allows for the task', request: confirm({ offers }), keys: ['t'], answer: { allow: 'task' } },
  { name: 'a allows always', request: confirm({ offers }), keys: ['a'], answer: { allow: 'always' } },
  { name: 'arrows reach it, too', request: confirm({ offers }), keys: [down, down, '\r'], answer: { allow: 'always' } },
  { name: 'n refuses', request: confirm(), keys: ['n', '\r'], answer: { allow: false } },
  {
    name: 'n refuses with a note',
    request: confirm(),
    keys: ['n', 'n', 'o', '\r'],
    answer: { allow: false, note: 'no' },
  },
  { name: 'Esc leaves the note', request: confirm(), keys: ['n', 'x', esc, 'y'], answer: { allow: 'once' } },
  {
    name: 'another key does not answer',
    request: confirm(),
    keys: ['x', ' ', '\u001b[200~y\u001b[201~'],
    answer: undefined,
  },
  {
    name: 'e changes the input',
    request: confirm({ input: {} }),
    keys: ['e', '\u007f', '"b": 1', '}', '\r'],
    answer: { allow: 'once', input: { b: 1 } },
  },
  { name: 'a number chooses', request: question({ choices: ['red', 'blue'] }), keys: ['2'], answer: 'blue' },
  { name: 'o answers otherwise', request: question({ choices: ['red'] }), keys: ['o', 'h', 'i', '\r'], answer: 'hi' },
  { name: 'a question without choices', request: question(), keys: ['h', 'i', '\r'], answer: 'hi' },
  { name: 'an empty answer', request: question(), keys: ['\r'], answer: '' },
  {
    name: 'an empty answer where words are needed',
    request: question({ required: true }),
    keys: ['\r'],
    answer: undefined,
  },
  { name: 'an access is granted', request: question({ kind: 'access' }), keys: ['y'], answer: { granted: true } },
  {
    name: 'an access is refused',
    request: question({ kind: 'access' }),
    keys: ['n', 'o', '\r'],
    answer: { granted: false, note: 'o' },
  },
]

test.each(rows)('$name', async ({ request, keys, answer }) => {
  const screen = aScreen()
  screen.request(request)
  screen.terminal.type(...keys)
  expect(screen.calls).toEqual(answer === undefined ? [] : [['answer', request.id, answer]])
  await screen.leave()
})

test('an input that is no JSON stays, with what is wrong', async () => {
  const screen = aScreen()
  screen.request(confirm({ input: { name: 'a\u202e\u009b' } }))
  screen.terminal.type('e', 'x', '\r')
  const shown = (await screen.terminal.screen()).join('\n')
  expect(shown).toMatch(/This is no JSON: .+\n─+\n\{\n {2}"name": "a\\u202e\\u009b"\n\}x/)
  screen.terminal.type('\u007f', '\r')
  expect(screen.calls).toEqual([['answer', 'call', { allow: 'once', input: { name: 'a\u202e\u009b' } }]])
  await screen.leave()
})

test('several requests come one after another, and a key pressed twice answers one', async () => {
  const screen = aScreen()
  screen.request(confirm(), confirm({ id: 'second' }), question({ id: 'third', choices: ['red'] }))
  expect((await screen.terminal.screen())[0]).toBe('May it? (1 of 3)')
  screen.terminal.type('y', 'y')
  expect((await screen.terminal.screen())[0]).toBe('May it? (2 of 3)')
  screen.clock.now += 500
  screen.terminal.type('y')
  expect((await screen.terminal.screen())[0]).toBe('Question (3 of 3)')
  screen.clock.now += 500
  screen.terminal.type('1')
  expect(screen.calls.map(([, id]) => id)).toEqual(['call', 'second', 'third'])
  expect((await screen.terminal.screen())[3]).toBe('mode ask')
  await screen.leave()
})

test('an answered request is not shown again before it is settled, and again when it is asked anew', async () => {
  const second = confirm({ id: 'second' })
  const screen = aScreen()
  screen.request(confirm(), second)
  screen.terminal.type('y')
  screen.request(confirm(), second)
  expect((await screen.terminal.screen())[0]).toBe('May it? (2 of 2)')
  screen.request(confirm({ askedAt: 2, amended: true }), second)
  screen.clock.now += 500
  screen.terminal.type('y')
  expect(screen.calls.map(([, id]) => id)).toEqual(['call', 'call'])
  await screen.leave()
})

test('someone who is typing does not answer by it', async () => {
  const screen = aScreen()
  screen.terminal.type('e', 'a', 's')
  screen.request(confirm())
  screen.terminal.type('y')
  expect(screen.calls).toEqual([])
  expect((await screen.terminal.screen()).join('\n')).toMatch(/May it\?[\s\S]*\neasy\n/u)
  screen.clock.now += 500
  screen.terminal.type('y')
  expect(screen.calls).toEqual([['answer', 'call', { allow: 'once' }]])
  await screen.leave()
})

test('a request that is settled elsewhere goes', async () => {
  const screen = aScreen()
  screen.request(confirm())
  screen.request()
  expect((await screen.terminal.screen())[0]).toBe('─'.repeat(80))
  await screen.leave()
})

test('a long diff is scrolled inside of its request', async () => {
  const requestLines = Array.from({ length: 100 }, (_, index) => `+ line ${index}`)
  const screen = aScreen({ rows: 20, requestLines })
  screen.request(confirm())
  expect((await screen.terminal.screen()).slice(0, 18)).toEqual([
    'May it?',
    ...requestLines.slice(0, 11),
    'lines 1–11 of 100 · PgUp PgDn',
    '→ y  yes, once',
    '  n  no',
    '  e  yes, with another input',
    'mode ask',
    '',
  ])
  screen.terminal.type('\u001b[6~', '\u001b[6~', '\u001b[5~')
  expect((await screen.terminal.screen())[12]).toBe('lines 12–22 of 100 · PgUp PgDn')
  for (let page = 0; page < 20; page++) screen.terminal.type('\u001b[6~')
  expect((await screen.terminal.screen())[12]).toBe('lines 90–100 of 100 · PgUp PgDn')
  await screen.leave()
})
