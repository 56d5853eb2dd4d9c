import { TUI } from '@mariozechner/pi-tui'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { frame } from '../../src/screen/frame.js'
import { themeOf } from '../../src/screen/theme.js'
import { createLive, createTranscript } from '../../src/screen/transcript.js'
import { aScreen, text } from './a-screen.js'
import { timers, virtualTerminal } from './virtual-terminal.js'

beforeEach(() => vi.useFakeTimers({ toFake: timers }))
afterEach(() => vi.useRealTimers())

const markdown = (count: number) =>
  Array.from({ length: count }, (_, index) => `- **Point ${index}** is \`so\` 漢字\n`).join('')

test('a long stream draws everything once: what changes stays within the screen', async () => {
  const terminal = virtualTerminal(80, 24)
  const theme = themeOf({})
  const transcript = createTranscript(theme)
  const liveLines = createLive(theme)
  const tui = new TUI(terminal, true)
  let live: readonly { readonly markdown: string }[] = []
  tui.addChild({
    invalidate() {},
    render: (width) =>
      frame(
        { transcript, live: liveLines(live, width), spinner: '⠋', panel: ['─', 'text', '─'], status: 'ask' },
        width,
        terminal.rows,
        theme,
      ),
  })
  tui.start()
  await terminal.screen()
  for (const count of [3, 10, 40, 41, 60, 2, 80]) {
    live = [{ markdown: markdown(count) }]
    tui.requestRender()
    await terminal.screen()
  }
  transcript.append({ markdown: markdown(80) })
  live = []
  tui.requestRender()
  const all = await terminal.history()
  expect(tui.fullRedraws).toBe(1)
  expect(all.filter((line) => line.startsWith('- Point'))).toEqual(
    Array.from({ length: 80 }, (_, index) => `- Point ${index} is so 漢字`),
  )
  expect(all.filter((line) => line.includes('more lines'))).toEqual([])
  tui.stop()
})

test('a live part that is too high shows its end', async () => {
  const screen = aScreen({ rows: 10 })
  screen.working(true)
  screen.shown.live = [text(...Array.from({ length: 12 }, (_, index) => `step ${index}`))]
  screen.redraw()
  expect(await screen.terminal.screen()).toEqual([
    '… 8 more lines',
    'step 8',
    'step 9',
    'step 10',
    'step 11',
    '• reading',
    '─'.repeat(80),
    '',
    '─'.repeat(80),
    'mode ask',
  ])
  await screen.leave()
})

test('finished blocks scroll into the scrollback, each line once', async () => {
  const screen = aScreen({ rows: 10 })
  for (let turn = 0; turn < 5; turn++) {
    screen.finish(text(...Array.from({ length: 8 }, (_, index) => `${turn}.${index}`)))
    await screen.terminal.screen()
  }
  const lines = (await screen.terminal.history()).filter((line) => /^\d\.\d$/.test(line))
  expect(lines).toEqual(Array.from({ length: 40 }, (_, index) => `${Math.floor(index / 8)}.${index % 8}`))
  expect(screen.terminal.written).not.toContain('\u001b[H\u001b[J')
  await screen.leave()
})

test('a resize keeps the scrollback and loses no line that is new', async () => {
  const screen = aScreen({ rows: 10 })
  screen.finish(text(...Array.from({ length: 30 }, (_, index) => `old ${index}`)))
  await screen.terminal.screen()
  screen.terminal.resize(60, 10)
  screen.finish(text(...Array.from({ length: 30 }, (_, index) => `new ${index}`)))
  const all = await screen.terminal.history()
  expect(all.filter((line) => line.startsWith('new')).length).toBe(30)
  expect(new Set(all.filter((line) => line.startsWith('old'))).size).toBe(30)
  expect(screen.terminal.written).not.toContain('\u001b[3J')
  await screen.leave()
})

test('a very long transcript is drawn anew from its end', () => {
  const transcript = createTranscript(themeOf({}))
  transcript.lines(80, 24, 20)
  for (let index = 0; index < 2_100; index++) transcript.append(text(`line ${index}`))
  transcript.lines(80, 24, 20)
  expect(transcript.isFull).toBe(true)
  transcript.refit()
  expect(transcript.lines(80, 24, 20)).toEqual(Array.from({ length: 20 }, (_, index) => `line ${2_080 + index}`))
  expect(transcript.isFull).toBe(false)
})

test('Markdown shows tables, code and where a link leads', async () => {
  const screen = aScreen()
  screen.finish({
    markdown: '| a | b |\n|---|---|\n| 漢字 | 1 |\n\n```ts\nconst a = 1\n```\n\n[safe](https://evil.example)',
  })
  const all = (await screen.terminal.screen()).join('\n')
  expect(all).toContain('│ 漢字 │ 1 │')
  expect(all).toContain('  const a = 1')
  expect(all).toContain('safe (https://evil.example)')
  await screen.leave()
})

test('a spinner moves, and stands still without colours', async () => {
  const moved = async (env: Readonly<Record<string, string>>) => {
    const screen = aScreen({ env })
    screen.working(true)
    const before = (await screen.terminal.screen())[0]
    await vi.advanceTimersByTimeAsync(100)
    const after = (await screen.terminal.screen())[0]
    await screen.leave()
    return before !== after
  }
  expect(await Promise.all([moved({}), moved({ NO_COLOR: '1' }), moved({ TERM: 'dumb' })])).toEqual([
    true,
    false,
    false,
  ])
})
