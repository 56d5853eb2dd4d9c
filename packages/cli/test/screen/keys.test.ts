import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyWords } from '../../src/screen/index.js'
import { escaped, stopped } from '../../src/screen/keys.js'
import { type AScreen, aScreen } from './a-screen.js'
import { timers } from './virtual-terminal.js'

beforeEach(() => vi.useFakeTimers({ toFake: timers }))
afterEach(() => vi.useRealTimers())

interface Row {
  readonly name: string
  readonly keys: readonly string[]
  readonly working?: boolean
  /** Milliseconds between the keys. */
  readonly wait?: number
  readonly calls: AScreen['calls']
  /** A text that the screen then shows. */
  readonly shows?: RegExp
}

const esc = '\u001b'
const rows: readonly Row[] = [
  { name: 'Enter sends', keys: ['h', 'i', '\r'], calls: [['say', 'hi']] },
  { name: 'Enter steers a task', working: true, keys: ['h', 'i', '\r'], calls: [['say', 'hi']] },
  { name: 'Enter alone sends nothing', keys: ['\r', ' ', '\r'], calls: [] },
  { name: 'Esc interrupts', working: true, keys: ['h', esc], calls: [['interrupt']], shows: /^h/m },
  { name: 'Esc clears the text', keys: ['h', 'i', esc, 'o', '\r'], calls: [['say', 'o']] },
  { name: 'Esc Esc rewinds', keys: [esc, esc], calls: [], shows: /no point to go back to/ },
  {
    name: 'Esc Esc after an interrupt rewinds',
    working: true,
    keys: [esc, esc],
    calls: [['interrupt']],
    shows: /no point/,
  },
  { name: 'a slow Esc Esc does not rewind', keys: [esc, esc], wait: 600, calls: [], shows: /^─+\n\n─/ },
  { name: 'Shift+Tab goes to the next mode', keys: ['\u001b[Z'], calls: [['setMode', 'edits']], shows: /mode edits/ },
  {
    name: 'the modes are a circle',
    keys: ['\u001b[Z', '\u001b[Z', '\u001b[Z'],
    calls: [
      ['setMode', 'edits'],
      ['setMode', 'plan'],
      ['setMode', 'ask'],
    ],
  },
  { name: 'Ctrl+C clears', keys: ['h', '\u0003', 'o', '\r'], calls: [['say', 'o']], shows: /again leaves/ },
  { name: 'a slow Ctrl+C does not leave', keys: ['\u0003', '\u0003'], wait: 2_500, calls: [], shows: /again leaves/ },
  { name: 'Ctrl+D in a text does not leave', keys: ['h', '\u0004', '\r'], calls: [['say', 'h']] },
  { name: 'Ctrl+R searches earlier words', keys: ['\u0012', 'b', 'e', '\r'], calls: [], shows: /^beta$/m },
  { name: 'Ctrl+O shows the calls', keys: ['\u000f'], calls: [], shows: /Calls/ },
]

test.each(rows)('$name', async ({ keys, working = false, wait = 0, calls, shows }) => {
  const screen = aScreen({ history: ['alpha', 'beta'] })
  screen.working(working)
  await screen.terminal.screen()
  for (const key of keys) {
    screen.terminal.type(key)
    screen.clock.now += wait
  }
  expect(screen.calls).toEqual(calls)
  if (shows) expect((await screen.terminal.screen()).join('\n')).toMatch(shows)
  await screen.leave()
})

test.each([
  ['Ctrl+D on an empty text', ['\u0004']],
  ['Ctrl+C twice', ['h', '\u0003', '\u0003']],
])('%s leaves, and the terminal is as it was', async (_, keys) => {
  const screen = aScreen()
  screen.working(true)
  screen.terminal.type(...keys)
  await screen.terminal.screen()
  await screen.ended
  expect(screen.terminal).toMatchObject({ isOn: false, isCursorShown: true })
  expect(screen.terminal.written.endsWith('\u001b[?25h\u001b[?7h')).toBe(true)
  expect(screen.calls).toEqual([['silence']])
})

test('Ctrl+L draws everything anew', async () => {
  const screen = aScreen()
  await screen.terminal.screen()
  const before = screen.terminal.written.length
  screen.terminal.type('\u000c')
  await screen.terminal.screen()
  expect(screen.terminal.written.slice(before)).toContain('\u001b[H\u001b[J')
  await screen.leave()
})

test('the help names every key', () => {
  expect(keyWords().length).toBeGreaterThan(10)
  expect(keyWords()).toContainEqual(expect.objectContaining({ name: 'Ctrl+R', words: 'searches earlier words' }))
})

test.each([
  [500, 'rewind'],
  [501, 'none'],
])('a second Esc after %i ms: %s', (later, does) => {
  const standing = { isWorking: false, isEmpty: true }
  const { pressedAt } = escaped({ ...standing, now: 1_000 }, null)
  expect(escaped({ ...standing, now: 1_000 + later }, pressedAt).does).toBe(does)
})

test.each([
  [2_000, 'leave'],
  [2_001, 'warn'],
])('a second Ctrl+C after %i ms: %s', (later, does) => {
  const standing = { isWorking: true, isEmpty: true }
  const { pressedAt } = stopped({ ...standing, now: 1_000 }, null)
  expect(stopped({ ...standing, now: 1_000 + later }, pressedAt).does).toBe(does)
})
