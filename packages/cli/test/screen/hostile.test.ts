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
    { tone: 'diff', lines: () => [`+${hostile}`] },
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
