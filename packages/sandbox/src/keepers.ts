import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ArtooError, onAbort } from '@artoo/spec'
import { type Programs, systemFirst } from './requirements.js'

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
  /** Resolves when the helpers have ended. */
  close(): Promise<void>
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

type Keeper = ReturnType<typeof startKeeper>

/** Helpers that hold the library, one for each set of hosts. `folder` is that of their sandbox, which the last of them to end removes. */
export function keepers(folder: string, programs: Programs): Keepers {
  const running = new Map<string, Keeper>()
  let count = 0
  let isClosed = false

  function keeperFor(hosts: readonly string[]): Keeper {
    if (isClosed) throw failed('the sandbox is closed')
    const sorted = [...new Set(hosts)].sort()
    const key = JSON.stringify(sorted)
    const found = running.get(key)
    if (found?.isAlive()) return found
    // A short name: the path of a unix socket has room for some 100 characters.
    const started = startKeeper({ hosts: sorted, folder, programs }, join(folder, `k${++count}`))
    running.set(key, started)
    return started
  }

  return {
    async wrap(command, filesystem, hosts, signal) {
      const keeper = keeperFor(hosts)
      const allowRead = [...filesystem.allowRead, keeper.folder]
      const { id, value } = await keeper.ask({ wrap: { command, filesystem: { ...filesystem, allowRead } } }, signal)
      const ended = async () => {
        const answer = await keeper.ask({ ended: id }).catch(() => ({ value: [] }))
        return Array.isArray(answer.value) ? answer.value.map(String) : []
      }
      return { line: String(value), ended }
    },
    async close() {
      isClosed = true
      await Promise.all([...running.values()].map((keeper) => keeper.end()))
      running.clear()
    },
  }
}

/** The program of a keeper lies beside `src` and `dist`, and is not built: both start the same file. */
const program = fileURLToPath(new URL('../keeper.js', import.meta.url))

/** A proxy of the host is the way out of its helpers too. */
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']

/** Milliseconds until a helper that doesn't end is ended. */
const longestEnd = 3_000

interface KeeperSettings {
  readonly hosts: readonly string[]
  readonly folder: string
  readonly programs: Programs
}

function startKeeper(settings: KeeperSettings, folder: string) {
  mkdirSync(folder, { mode: 0o700 })
  const kept = Object.entries(process.env).filter(([name]) => proxies.includes(name))
  // The library puts its sockets where TMPDIR says, and opens folders of HOME to every program.
  const env = { ...Object.fromEntries(kept), PATH: systemFirst(process.env.PATH ?? ''), HOME: folder, TMPDIR: folder }
  // In a group of its own: a Ctrl-C is for the host, and what a killed helper leaves can be ended.
  const child = fork(program, [JSON.stringify(settings)], {
    ...{ cwd: folder, env, execArgv: [], detached: true },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const waiting = new Map<number, (answer: Answer | Error) => void>()
  let last = 0
  let isAlive = true
  idle(child)

  child.on('message', (answer: Answer) => {
    if (waiting.has(answer.id)) settle(answer.id, answer)
    // A line that nobody waits for any more is let go of.
    else if (typeof answer.value === 'string') child.send({ id: ++last, ended: answer.id }, () => {})
  })
  child.on('error', () => died())
  child.on('exit', () => died())

  function settle(id: number, answer: Answer | Error): void {
    waiting.get(id)?.(answer)
    waiting.delete(id)
    if (waiting.size === 0) idle(child)
  }

  function died(): void {
    isAlive = false
    endGroup(child)
    for (const id of [...waiting.keys()]) settle(id, failed('the helper of the sandbox has ended'))
  }

  return {
    folder,
    isAlive: () => isAlive && child.connected,
    async end(): Promise<void> {
      if (!isAlive) return
      busy(child)
      const timer = setTimeout(() => endGroup(child), longestEnd)
      await new Promise((resolve) => {
        child.once('exit', resolve)
        if (child.connected) child.disconnect()
      })
      clearTimeout(timer)
    },
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

/** Ends a helper with the bridges to its network. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended before.
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
