import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ArtooError, onAbort } from '@artoo/spec'

/** Paths as the library reads them. */
interface Filesystem {
  readonly denyRead: readonly string[]
  readonly allowRead: readonly string[]
  readonly allowWrite: readonly string[]
  readonly denyWrite: readonly string[]
}

/** A command as a keeper confines it: a line for `/bin/sh -c`. */
interface WrappedCommand {
  readonly line: string
  /** Lets go of what was held for the command. Resolves to the refusals that were seen. */
  ended(): Promise<readonly string[]>
}

export interface Keepers {
  /** Hosts that programs of a keeper may reach choose the keeper. */
  wrap(command: string, filesystem: Filesystem, hosts: readonly string[], signal: AbortSignal): Promise<WrappedCommand>
  close(): void
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

type Keeper = ReturnType<typeof startKeeper>

/** Helpers that hold the library, one for each set of hosts. `folder` is theirs alone. */
export function keepers(folder: string): Keepers {
  const running = new Map<string, Keeper>()
  let count = 0

  function keeperFor(hosts: readonly string[]): Keeper {
    const key = JSON.stringify([...new Set(hosts)].sort())
    const found = running.get(key)
    if (found?.isAlive()) return found
    const started = startKeeper(key, join(folder, `keeper-${++count}`))
    running.set(key, started)
    return started
  }

  return {
    async wrap(command, filesystem, hosts, signal) {
      const keeper = keeperFor(hosts)
      const { id, value } = await keeper.ask({ wrap: { command, filesystem } }, signal)
      const ended = async () => {
        const answer = await keeper.ask({ ended: id }).catch(() => ({ value: [] }))
        return Array.isArray(answer.value) ? answer.value.map(String) : []
      }
      return { line: String(value), ended }
    },
    close() {
      for (const keeper of running.values()) keeper.end()
      running.clear()
    },
  }
}

/** The program of a keeper lies beside `src` and `dist`, and is not built: both start the same file. */
const program = fileURLToPath(new URL('../keeper.js', import.meta.url))

function startKeeper(hosts: string, folder: string) {
  mkdirSync(folder, { mode: 0o700 })
  const { PATH = '', HOME = '' } = process.env
  // The library puts its sockets where TMPDIR says.
  const env = { PATH, HOME, TMPDIR: folder }
  const child = fork(program, [hosts], { cwd: folder, env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const waiting = new Map<number, (answer: Answer | Error) => void>()
  let last = 0
  let isAlive = true
  idle(child)

  child.on('message', (answer: Answer) => settle(answer.id, answer))
  child.on('error', () => died())
  child.on('exit', () => died())

  function settle(id: number, answer: Answer | Error): void {
    waiting.get(id)?.(answer)
    waiting.delete(id)
    if (waiting.size === 0) idle(child)
  }

  function died(): void {
    isAlive = false
    for (const id of [...waiting.keys()]) settle(id, failed('the helper of the sandbox has ended'))
  }

  return {
    isAlive: () => isAlive && child.connected,
    end: () => void (child.connected && child.disconnect()),
    /** @throws {ArtooError} `sandbox_unavailable` when the helper can't or doesn't answer. */
    ask(message: object, signal?: AbortSignal): Promise<Answer> {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const id = ++last
        const off = signal && onAbort(signal, () => settle(id, signal.reason as Error))
        waiting.set(id, (answer) => {
          off?.()
          if (answer instanceof Error) return reject(answer)
          return answer.error === undefined ? resolve(answer) : reject(failed(answer.error))
        })
        busy(child)
        child.send({ ...message, id }, (error) => error && settle(id, failed(error.message)))
      })
    },
  }
}

/** A helper that nobody waits for keeps no process from ending. */
function idle(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function busy(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

const failed = (why: string) => new ArtooError('sandbox_unavailable', `a program was not started, since ${why}`)
