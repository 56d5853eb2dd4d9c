import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

export interface Program {
  readonly path: string
  /** The latest date as of which it can run a worker, YYYY-MM-DD. */
  readonly date: string
}

/** The program that Cloudflare runs workers in; undefined where its package has none for this machine. */
export function findWorkerd(): Program | undefined {
  try {
    const { default: path, compatibilityDate: date } = require('workerd')
    return { path, date }
  } catch {
    return undefined
  }
}

export interface Workerd {
  readonly url: string
  close(): Promise<void>
}

/** Serves a worker on loopback, as it ran on `compatibilityDate`. */
export async function startWorkerd(program: string, code: string, compatibilityDate: string): Promise<Workerd> {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-workerd-'))
  await writeFile(join(directory, 'worker.js'), code)
  await writeFile(join(directory, 'config.capnp'), configuration(compatibilityDate))
  const child = spawn(program, ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const close = async () => {
    child.kill()
    await ended
    await rm(directory, { recursive: true })
  }
  try {
    return { url: `http://127.0.0.1:${await portOf(child)}/`, close }
  } catch (error) {
    await close()
    throw error
  }
}

const configuration = (compatibilityDate: string) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.js")],
    compatibilityDate = "${compatibilityDate}",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`

/** The port that workerd tells on its control channel; rejects with its errors when it ends before. */
function portOf(child: ChildProcess): Promise<number> {
  const [, , stderr, control] = child.stdio
  let errors = ''
  return new Promise((resolve, reject) => {
    stderr?.on('data', (text) => {
      errors += text
    })
    control?.on('data', (line) => {
      const { event, port } = JSON.parse(line)
      if (event === 'listen') resolve(port)
    })
    child.on('error', reject).on('close', () => reject(new Error(`workerd ended: ${errors}`)))
  })
}
