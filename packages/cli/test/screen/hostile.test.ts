import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aScreen } from './a-screen.js'
import { confirm, question } from './requests.js'
import { timers } from './virtual-terminal.js'

beforeEach(() => vi.useFakeTimers({ toFake: timers }))
afterEach(() => vi.useRealTimers())

const hostile = 'a\u001b]0;title\u0007b\u001b[99mc\u009b98md\u202ee\u0007f\rg\u2066h\u001bPq\u001b\\i\u0000'
const esc = '\\u001b'
const sent = new RegExp(`${esc}\\[[?\\d;]*[A-Za-z]|${esc}\\]8;;\\u0007|\\r\\n?`, 'gu')

test('hostile text reaches the terminal without a control character, wherever it is shown', async () => {
  const page = { title: hostile, summary: hostile, lines: () => [hostile, hostile] }
  const screen = aScreen({
    env: {},
    history: [hostile],
    requestLines: [hostile],
    commands: [{ name: 'x', summary: hostile, run: () => Promise.reject(new Error(hostile)) }],
  })
  const { terminal } = screen
  screen.finish(
    { markdown: `${hostile}\n\n[${hostile}](https://x/${hostile})\n\n&#27;[97m&#155;` },
    { tone: 'quiet', lines: () => [`+${hostile}`] },
  )
  screen.shown.live = [{ markdown: hostile }, { tone: 'error', lines: () => [hostile] }]
  screen.shown.records = [page]
  screen.working(true)
  await terminal.screen()
  terminal.type(hostile, `\u001b[200~${hostile}\u001b[201~`)
  await terminal.screen()
  terminal.type('\u0003', '/')
  await terminal.screen()
  terminal.type('x', '\r')
  await terminal.screen()
  terminal.type('\u0012', hostile)
  await terminal.screen()
  terminal.type('\u001b', '\u000f')
  await terminal.screen()
  terminal.type('\r')
  await terminal.screen()
  terminal.type('q')
  screen.clock.now += 1_000
  screen.request(confirm({ input: { hostile } }))
  terminal.type('e')
  await terminal.screen()
  terminal.type('\u001b')
  screen.request(question({ id: 'next', choices: [hostile] }))
  await terminal.screen()
  const rest = terminal.written.replace(sent, '')
  expect(rest).toContain('title')
  expect([...rest.matchAll(/[\p{Cc}\p{Bidi_Control}]/gu)].map(([found]) => escape(found))).toEqual([])
  expect(['[97m', '[98m', '[99m'].filter((code) => terminal.written.includes(`\u001b${code}`))).toEqual([])
  await screen.leave()
})

test('a character that marks make wider than the screen is drawn', async () => {
  const wide = `か${'\uff9e'.repeat(200)} ก${'\u0e33'.repeat(200)} a${'\u0301'.repeat(200)} ${'字'.repeat(100)}`
  const screen = aScreen({ columns: 20, history: [wide], requestLines: [wide] })
  screen.shown.live = [{ markdown: `${wide}\n\n| a |\n|---|\n| ${wide} |` }]
  screen.finish({ markdown: wide }, { tone: 'plain', lines: () => [wide] })
  await screen.terminal.screen()
  screen.terminal.type(`\u001b[200~${wide}\u001b[201~`, '\u001b[A', '\u001b[A')
  await screen.terminal.screen()
  screen.terminal.type('\u0012')
  await screen.terminal.screen()
  screen.terminal.type('\u001b')
  screen.clock.now += 1_000
  screen.request(confirm({ input: wide }))
  screen.terminal.type('e')
  await screen.terminal.screen()
  screen.terminal.type('\r')
  expect(screen.calls).toEqual([['answer', 'call', { allow: 'once', input: wide }]])
  await screen.leave()
})
