/** A real terminal without a window: tmux on a socket of its own, in an environment of its own. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface TerminalOptions extends Size {
  /** The folder that the shell starts in. */
  readonly cwd: string
  /** The whole environment beside what a terminal has. */
  readonly env: Readonly<Record<string, string>>
}

/** Something that a screen shows: a text, a pattern, or a question about all of its lines. */
export type Wanted = string | RegExp | ((screen: string) => boolean)

export interface Terminal {
  /** Types characters as they are. */
  type(text: string): Promise<void>
  /** Presses keys by the names that tmux has: `Enter`, `Escape`, `C-o`, `BTab`. */
  keys(...names: readonly string[]): Promise<void>
  /** Pastes as a terminal does: between the marks of a bracketed paste where the program asked for them. */
  paste(text: string): Promise<void>
  /** The rows that a person sees, without the blanks at their ends. */
  screen(): Promise<string>
  /** The same with everything that has scrolled out above. */
  scrollback(): Promise<string>
  /** The rows with their colours, as escape sequences. */
  ansi(): Promise<string>
  /** Resolves to the screen that shows it. Rejects with the last screen after `ms`. */
  until(wanted: Wanted, ms?: number): Promise<string>
  /** Resolves to a screen that has not changed for `ms`. */
  calm(ms?: number): Promise<string>
  resize(size: Size): Promise<void>
  /** The process that the shell has started; null: the shell waits for a line. */
  program(): Promise<number | null>
  /** Closes the window of the terminal, as a person does with a mouse. */
  hangUp(): Promise<void>
  /** Ends the terminal and all that runs in it. */
  close(): Promise<void>
}

/** The reason why no terminal can be had here; null: there is one. */
export function missingTmux(): string | null {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' })
    return null
  } catch {
    return 'tmux is not installed'
  }
}

export async function openTerminal({ columns, rows, cwd, env }: TerminalOptions): Promise<Terminal> {
  const place = await mkdtemp(join(tmpdir(), 'artoo-tmux-'))
  const own = { ...env, LANG: 'C.UTF-8', SHELL: '/bin/bash' }
  const tmux = (...words: readonly string[]) => run(['-u', '-S', join(place, 'socket'), ...words], own)
  const pane = (command: string, ...words: readonly string[]) => tmux(command, '-t', 'main', ...words)
  const screen = async () => trimmed(await pane('capture-pane', '-p'))

  // A process that is ended in the middle leaves nothing behind, either.
  const clear = () => {
    execFileSync('sh', ['-c', 'tmux -S "$0/socket" kill-server 2>/dev/null; rm -rf "$0"', place])
  }
  process.once('exit', clear)

  async function shell(): Promise<number | null> {
    const pids = await pane('list-panes', '-F', '#{pane_pid}').catch(() => '')
    return pids.trim() === '' ? null : Number(pids)
  }

  async function close(): Promise<void> {
    const pid = await shell()
    const program = await childOf(pid)
    await tmux('kill-server').catch(() => {})
    // The program may park its task first.
    await Promise.all([ended(pid, 5_000), ended(program, 5_000)])
    process.off('exit', clear)
    await rm(place, { recursive: true, force: true })
  }

  const settings = ['-s escape-time 10', '-g status off', '-g history-limit 5000', '-g default-terminal tmux-256color']
  try {
    await tmux(
      ...['-f', '/dev/null', 'start-server', ';'],
      ...settings.flatMap((setting) => ['set-option', ...setting.split(' '), ';']),
      ...['new-session', '-d', '-s', 'main', '-x', `${columns}`, '-y', `${rows}`, '-c', cwd],
      "exec env PS1='$ ' bash --norc --noprofile",
    )
  } catch (error) {
    await close()
    throw error
  }

  async function until(wanted: Wanted, ms = patience): Promise<string> {
    const shows = asQuestion(wanted)
    const end = Date.now() + ms
    for (;;) {
      const seen = await screen()
      if (shows(seen)) return seen
      if (Date.now() > end) throw new NotSeen(wanted, seen)
      await sleep(40)
    }
  }

  return {
    type: async (text) => void (await pane('send-keys', '-l', '--', text)),
    keys: async (...names) => void (await pane('send-keys', ...names)),
    async paste(text) {
      await tmux('set-buffer', '--', text)
      await pane('paste-buffer', '-p', '-d')
    },
    screen,
    scrollback: async () => trimmed(await pane('capture-pane', '-p', '-S', '-')),
    ansi: () => pane('capture-pane', '-e', '-p'),
    until,
    async calm(ms = 450) {
      let seen = await screen()
      let since = Date.now()
      while (Date.now() - since < ms) {
        await sleep(50)
        const next = await screen()
        if (withoutTime(next) !== withoutTime(seen)) since = Date.now()
        seen = next
      }
      return seen
    },
    resize: async (size) => void (await pane('resize-window', '-x', `${size.columns}`, '-y', `${size.rows}`)),
    program: async () => childOf(await shell()),
    hangUp: async () => void (await pane('kill-pane').catch(() => {})),
    close,
  }
}

/** Milliseconds; a busy machine starts a program in several seconds. */
const patience = 30_000

class NotSeen extends Error {
  override readonly name = 'NotSeen'
  constructor(wanted: Wanted, screen: string) {
    super(`not seen: ${typeof wanted === 'function' ? wanted.toString() : wanted}\n${framed(screen)}`)
  }
}

/** A screen for a report. */
export const framed = (screen: string): string =>
  screen
    .split('\n')
    .map((row) => `  │${row}`)
    .join('\n')

function asQuestion(wanted: Wanted): (screen: string) => boolean {
  if (typeof wanted === 'function') return wanted
  return typeof wanted === 'string' ? (screen) => screen.includes(wanted) : (screen) => wanted.test(screen)
}

/** A screen without the signs that time goes by. */
const withoutTime = (screen: string) => screen.replace(/[\u2801-\u28ff]/g, '').replace(/[\d.]+ (ms|s|min)\b/g, '')

const trimmed = (screen: string) => screen.replace(/[ \t]+$/gm, '').replace(/\n+$/, '')

async function childOf(parent: number | null): Promise<number | null> {
  if (parent === null) return null
  const rows = await execute('ps', ['-A', '-o', 'pid=,ppid=,stat='], process.env)
  for (const row of rows.split('\n')) {
    const [pid, ppid, state = ''] = row.trim().split(/\s+/)
    if (Number(ppid) === parent && !state.startsWith('Z')) return Number(pid)
  }
  return null
}

/** Resolves when a process is gone; after `ms` it is killed. */
export async function ended(pid: number | null, ms: number): Promise<void> {
  if (pid === null) return
  const end = Date.now() + ms
  while (isAlive(pid)) {
    if (Date.now() > end) process.kill(pid, 'SIGKILL')
    await sleep(20)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const run = (words: readonly string[], env: Environment) => execute('tmux', words, env)

function execute(program: string, words: readonly string[], env: Environment): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, words, { env, maxBuffer: 1 << 26 }, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })
}
