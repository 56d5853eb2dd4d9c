import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aScreen, text } from './a-screen.js'
import { timers } from './virtual-terminal.js'

beforeEach(() => vi.useFakeTimers({ toFake: timers }))
afterEach(() => vi.useRealTimers())

test('Ctrl+Z gives the terminal to the shell and draws anew when it is back', async () => {
  let back = () => {}
  const screen = aScreen({
    options: {
      suspend: () =>
        new Promise((resolve) => {
          back = resolve
        }),
    },
  })
  screen.finish(text('done'))
  await screen.terminal.screen()
  screen.terminal.type('\u001a')
  expect(screen.terminal).toMatchObject({ isOn: false, isCursorShown: true })
  const before = screen.terminal.written.length
  screen.redraw()
  await screen.terminal.screen()
  expect(screen.terminal.written.slice(before)).toBe('')
  back()
  expect((await screen.terminal.screen()).slice(0, 2)).toEqual(['done', '─'.repeat(80)])
  expect(screen.terminal.isOn).toBe(true)
  await screen.leave()
})

test('Ctrl+G has the text changed in an editor', async () => {
  const screen = aScreen({ options: { edit: async (before) => `${before} and\nmore\u001b[31m` } })
  screen.terminal.type('o', 'n', 'e', '\u0007')
  await screen.terminal.screen()
  screen.terminal.type('\r')
  expect(screen.calls).toEqual([['say', 'one and\nmore[31m']])
  await screen.leave()
})

test('an editor that fails leaves the text as it was', async () => {
  const screen = aScreen({ options: { edit: () => Promise.reject(new Error('no such editor')) } })
  screen.terminal.type('o', 'k', '\u0007')
  expect((await screen.terminal.screen()).join('\n')).toMatch(/no such editor\n─+\nok/)
  await screen.leave()
})

test('an error while drawing ends the screen and restores the terminal', async () => {
  const screen = aScreen()
  Object.defineProperty(screen.shown, 'live', {
    get() {
      throw new Error('broken view')
    },
  })
  const ended = expect(screen.ended).rejects.toThrow('broken view')
  screen.redraw()
  await screen.terminal.screen()
  await ended
  expect(screen.terminal).toMatchObject({ isOn: false, isCursorShown: true })
})

test('an error of a key ends the screen and restores the terminal', async () => {
  const screen = aScreen({
    options: {
      now() {
        throw new Error('broken clock')
      },
    },
  })
  screen.terminal.type('x')
  await expect(screen.ended).rejects.toThrow('broken clock')
  expect(screen.terminal.isOn).toBe(false)
})

test('a signal ends the screen, also while it is away', async () => {
  const screen = aScreen({ options: { suspend: () => new Promise(() => {}) } })
  screen.terminal.type('\u001a')
  await screen.leave()
  expect(screen.terminal.isOn).toBe(false)
  expect(process.listeners('exit').some(({ name }) => name === 'restore')).toBe(false)
})
