import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pathsBelow } from '../../src/screen/completion.js'
import { aScreen } from './a-screen.js'
import { timers } from './virtual-terminal.js'

beforeEach(() => vi.useFakeTimers({ toFake: timers }))
afterEach(() => vi.useRealTimers())

const paste = (text: string) => `\u001b[200~${text}\u001b[201~`

test.each([
  ['Shift+Enter', '\u001b[13;2u'],
  ['Alt+Enter', '\u001b\r'],
  ['Alt+Enter of kitty', '\u001b[13;3u'],
  ['Ctrl+J', '\n'],
  ['Ctrl+J of kitty', '\u001b[106;5u'],
])('%s begins a new line', async (_, key) => {
  const screen = aScreen()
  screen.terminal.type('a', key, 'b', '\r')
  expect(screen.calls).toEqual([['say', 'a\nb']])
  await screen.leave()
})

test('a backslash before Enter begins a new line', async () => {
  const screen = aScreen()
  screen.terminal.type('a', '\\', '\r', 'b', '\r')
  expect(screen.calls).toEqual([['say', 'a\nb']])
  await screen.leave()
})

test('a big block that is pasted is shown as a mark and sent whole', async () => {
  const block = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')
  const screen = aScreen()
  screen.terminal.type('see ', paste(block))
  expect((await screen.terminal.screen())[1]).toBe('see [paste #1 +30 lines]')
  screen.terminal.type('\r')
  expect(screen.calls).toEqual([['say', `see ${block}`]])
  await screen.leave()
})

test('a pasted line break does not send', async () => {
  const screen = aScreen()
  screen.terminal.type(paste('one\r\ntwo\r\n'))
  expect((await screen.terminal.screen()).slice(1, 3)).toEqual(['one', 'two'])
  expect(screen.calls).toEqual([])
  await screen.leave()
})

test('the cursor of the terminal stands behind wide characters', async () => {
  const screen = aScreen({ columns: 20 })
  screen.terminal.type('漢', '字', '한')
  expect(await screen.terminal.cursor()).toEqual({ column: 6, row: 1 })
  expect(screen.terminal.isCursorShown).toBe(true)
  screen.terminal.type('字字字字字字字字字')
  expect((await screen.terminal.screen()).slice(1, 3)).toEqual(['漢字한字字字字字字', '字字字'])
  expect(await screen.terminal.cursor()).toEqual({ column: 6, row: 2 })
  screen.terminal.type('\u007f', '\u007f', '\r')
  expect(screen.calls).toEqual([['say', '漢字한字字字字字字字']])
  await screen.leave()
})

test('Up shows the words of earlier sessions, and words are kept', async () => {
  const screen = aScreen({ history: ['first', 'second'] })
  await screen.terminal.screen()
  screen.terminal.type('\u001b[A', '\u001b[A', '\r')
  expect(screen.calls).toEqual([['say', 'first']])
  expect(screen.history).toEqual(['first', 'second', 'first'])
  await screen.leave()
})

test('words that could not be sent come back', async () => {
  const screen = aScreen({ say: () => Promise.reject(new Error('journal is full')) })
  screen.terminal.type('a', 'b', '\r')
  expect((await screen.terminal.screen()).join('\n')).toMatch(/journal is full\n─+\nab/)
  await screen.leave()
})

const commands = [
  { name: 'resume', summary: 'goes on with a task', run: async () => null },
  {
    name: 'model',
    summary: 'chooses the model',
    complete: async () => [{ value: 'gpt-5', label: 'gpt-5' }],
    run: async (argument: string) => ({ type: 'lines' as const, lines: [`model is ${argument}`] }),
  },
]

test('Tab completes commands and their arguments, Enter runs them', async () => {
  const screen = aScreen({ commands })
  screen.terminal.type('/', 'm')
  expect((await screen.terminal.screen()).join('\n')).toMatch(/→ \/model +chooses the model/)
  screen.terminal.type('\t', 'g')
  await screen.terminal.screen()
  screen.terminal.type('\t')
  await screen.terminal.screen()
  screen.terminal.type('\r')
  expect((await screen.terminal.screen()).slice(0, 3)).toEqual(['', '> /model gpt-5', 'model is gpt-5'])
  expect(screen.calls).toEqual([])
  await screen.leave()
})

test('Enter runs a command whose argument was written out', async () => {
  const screen = aScreen({ commands })
  screen.terminal.type('/model gpt-5')
  await screen.terminal.screen()
  screen.terminal.type('\r')
  expect((await screen.terminal.screen()).slice(0, 3)).toEqual(['', '> /model gpt-5', 'model is gpt-5'])
  await screen.leave()
})

test('a command that does not exist is not sent, words that begin with a path are', async () => {
  const screen = aScreen({ commands })
  screen.terminal.type('/nix now', '\r')
  expect((await screen.terminal.screen())[0]).toBe('There is no /nix: /help lists the commands.')
  screen.terminal.type('/etc/hosts is odd', '\r')
  expect(screen.calls).toEqual([['say', '/etc/hosts is odd']])
  await screen.leave()
})

test('Esc closes the completions and leaves the text', async () => {
  const screen = aScreen({ commands })
  screen.terminal.type('/', 'm')
  await screen.terminal.screen()
  screen.terminal.type('\u001b')
  expect((await screen.terminal.screen()).slice(1, 4)).toEqual(['/m', '─'.repeat(80), 'mode ask'])
  await screen.leave()
})

test('paths are completed below the root, without node_modules and .git', async () => {
  const root = await mkdtemp(join(tmpdir(), 'screen-'))
  await Promise.all(['src/deep', 'node_modules/x', '.git'].map((path) => mkdir(join(root, path), { recursive: true })))
  const files = ['src/deep/notes.md', 'node_modules/x/notes.md', '.git/notes', 'bad\u001b[31mname', 'readme.md']
  await Promise.all(files.map((path) => writeFile(join(root, path), '')))
  expect([...(await pathsBelow(root, new AbortController().signal))].sort()).toEqual([
    'readme.md',
    'src/',
    'src/deep/',
    'src/deep/notes.md',
  ])
  const screen = aScreen({ root })
  screen.terminal.type('see ', '@', 'n', 'o', 't')
  await vi.waitFor(async () => expect((await screen.terminal.screen()).join('\n')).toContain('→ src/deep/notes.md'))
  screen.terminal.type('\t', '\r')
  expect(screen.calls).toEqual([['say', 'see @src/deep/notes.md']])
  await screen.leave()
  await rm(root, { recursive: true })
})
