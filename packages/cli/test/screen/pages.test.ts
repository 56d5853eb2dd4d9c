import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '../../src/screen/index.js'
import { aScreen, text } from './a-screen.js'
import { timers } from './virtual-terminal.js'

beforeEach(() => vi.useFakeTimers({ toFake: timers }))
afterEach(() => vi.useRealTimers())

const page = (title: string, count = 50): Page => ({
  title,
  lines: () => Array.from({ length: count }, (_, index) => `${title} ${index}`),
})

test('Ctrl+O opens the record of a call over the screen, and closes it to what was there', async () => {
  const screen = aScreen({ rows: 10 })
  screen.finish(text('before'))
  screen.shown.records = [page('first'), page('second')]
  screen.terminal.type('\u000f')
  expect((await screen.terminal.screen()).slice(1, 5)).toEqual([
    'Calls, the last one first',
    '> ',
    '→ second',
    '  first',
  ])
  screen.terminal.type('\u001b[B', '\r')
  expect(await screen.terminal.screen()).toEqual([
    'first',
    ...Array.from({ length: 8 }, (_, index) => `first ${index}`),
    '1–8 of 50 · ↑ ↓ PgUp PgDn Home End · q closes',
  ])
  screen.finish(text('meanwhile'))
  screen.terminal.type('G', 'k')
  expect((await screen.terminal.screen()).slice(-2)).toEqual([
    'first 48',
    '42–49 of 50 · ↑ ↓ PgUp PgDn Home End · q closes',
  ])
  screen.terminal.resize(40, 6)
  expect((await screen.terminal.screen())[0]).toBe('first')
  screen.terminal.resize(80, 10)
  await screen.terminal.screen()
  screen.terminal.type('q')
  expect((await screen.terminal.screen()).slice(0, 4)).toEqual(['before', 'meanwhile', '─'.repeat(80), ''])
  await screen.leave()
})

test('leaving while a page is open leaves the page, too', async () => {
  const screen = aScreen({
    commands: [{ name: 'help', summary: '', run: async () => ({ type: 'page', page: page('help') }) }],
  })
  screen.terminal.type('/help', '\r')
  expect((await screen.terminal.screen())[0]).toBe('help')
  await screen.leave()
  expect(screen.terminal.written.endsWith('\u001b[?25h\u001b[?7h')).toBe(true)
  expect(screen.terminal.written).toContain('\u001b[?1049l')
})

test('a list is narrowed by what is typed, and Esc leaves it', async () => {
  const screen = aScreen({ history: ['fix the parser', 'write docs', 'fix a typo\nand more'] })
  await screen.terminal.screen()
  screen.terminal.type('\u0012', 'f', 'i', 'x')
  expect((await screen.terminal.screen()).slice(0, 5)).toEqual([
    'Earlier words',
    '> fix',
    '→ fix a typo and more',
    '  fix the parser',
    'Enter chooses · Esc goes back',
  ])
  screen.terminal.type('q', 'q')
  expect((await screen.terminal.screen())[2]).toBe('  Nothing fits.')
  screen.terminal.type('\r', '\u001b')
  expect((await screen.terminal.screen())[1]).toBe('')
  screen.terminal.type('\u0012', '\r', '\r')
  await screen.terminal.screen()
  screen.terminal.type('\r')
  expect(screen.calls).toEqual([['say', 'fix a typo\nand more']])
  await screen.leave()
})

test('a rewind asks for the point, then for the parts, and the words come back', async () => {
  const points = [
    { taskId: 'one', round: null, title: 'first words', at: 0, files: 0 },
    { taskId: 'two', round: 3, title: 'a gap', at: 0, files: 2 },
  ]
  const screen = aScreen({ points })
  screen.terminal.type('\u001b', '\u001b')
  expect((await screen.terminal.screen()).slice(2, 4).join('\n')).toMatch(
    /→ a gap +round 3 · 2 files differ.*\n {2}first words +no file differs/,
  )
  screen.terminal.type('\r')
  expect((await screen.terminal.screen()).slice(2, 5)).toEqual([
    '→ files and conversation',
    '  files alone',
    '  conversation alone',
  ])
  screen.terminal.type('\r')
  expect((await screen.terminal.screen()).slice(0, 3)).toEqual([
    'The conversation is back there.',
    '─'.repeat(80),
    'the words again',
  ])
  expect(screen.calls).toEqual([['rewind', 'two', 'both']])
  await screen.leave()
})
