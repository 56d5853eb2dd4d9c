import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AScreen, aScreen, text } from './a-screen.js'
import { confirm, offers, question } from './requests.js'
import { timers } from './virtual-terminal.js'

beforeEach(() => vi.useFakeTimers({ toFake: timers }))
afterEach(() => vi.useRealTimers())

const words =
  'Wide 漢字 and 👩‍👩‍👧 words that are longer than any small screen is wide, with https://example.com/a/path'
const states: Readonly<Record<string, (screen: AScreen) => void>> = {
  prompt: (screen) => screen.terminal.type(words),
  'a task': (screen) => {
    screen.shown.live = [
      { markdown: `# ${words}\n\n| a | ${words} |\n|---|---|\n| 1 | 2 |\n\n- ${words}` },
      text(words),
    ]
    screen.working(true)
  },
  'a call': (screen) => screen.request(confirm({ offers })),
  'an input': (screen) => {
    screen.request(confirm({ offers, input: { words } }))
    screen.terminal.type('e')
  },
  'a question': (screen) => screen.request(question({ choices: [words, words] })),
  'a list': (screen) => screen.terminal.type('\u0012'),
  'a page': (screen) => {
    screen.shown.records = [{ title: words, lines: () => [words, words] }]
    screen.terminal.type('\u000f', '\r')
  },
  completions: (screen) => screen.terminal.type('/', 'a'),
}

test.each(Object.entries(states))('%s is drawn on the smallest screens, also in a storm of sizes', async (_, enter) => {
  const commands = ['a', 'ab', 'abc', 'abcd', 'abcde'].map((name) => ({ name, summary: words, run: async () => null }))
  const screen = aScreen({ columns: 20, rows: 5, history: [words], commands, requestLines: [words, words], env: {} })
  screen.finish(text(words, words), { tone: 'person', lines: () => [words] }, { markdown: words })
  enter(screen)
  await screen.terminal.screen()
  for (const [columns, rows] of [
    [20, 5],
    [1, 1],
    [2, 3],
    [80, 24],
    [7, 2],
    [200, 60],
    [20, 5],
  ] as const) {
    for (let step = 0; step < 2; step++) screen.terminal.resize(columns + step, rows)
    await vi.advanceTimersByTimeAsync(17)
  }
  expect((await screen.terminal.screen()).length).toBe(5)
  expect(screen.terminal.isOn).toBe(true)
  await screen.leave()
})

test.each(Object.entries(states))('%s stays within five rows', async (_, enter) => {
  const screen = aScreen({ columns: 20, rows: 5, history: [words], requestLines: [words] })
  enter(screen)
  await screen.terminal.screen()
  screen.redraw()
  const rows = await screen.terminal.history()
  expect(rows.length).toBeLessThanOrEqual(5)
  await screen.leave()
})
