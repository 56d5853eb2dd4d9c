import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface SceneOptions {
  readonly connectionString: string
  /** The words after `node` that start a script of this folder. */
  readonly command: (script: 'worker' | 'person' | 'client') => readonly string[]
  readonly leaseMs: number
  readonly say: (line: string) => void
}

/**
 * Three workers, a person and a client, each a process. The first worker that takes a task is killed in the middle of its work. Resolves to the exit
 * code of the client.
 */
export async function playScene({ connectionString, command, leaseMs, say }: SceneOptions): Promise<number> {
  const env = { ...process.env, DATABASE_URL: connectionString, LEASE_MS: String(leaseMs) }
  const children: ChildProcess[] = []
  let isKilled = false

  /** Starts a process; resolves when it has said its first line. */
  function start(script: 'worker' | 'person' | 'client', name: string) {
    const child = spawn(process.execPath, [...command(script), name], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
    const lines = createInterface(child.stdout)
    const begun = new Promise<void>((resolve, reject) => {
      lines.once('line', () => resolve())
      void ended.then(() => reject(new Error(`${name} ended before its first line`)))
    })
    begun.catch(() => {})
    lines.on('line', (line) => {
      say(line)
      if (isKilled || !line.startsWith(`${name}: takes`)) return
      isKilled = true
      // It waits for its model now.
      setTimeout(() => {
        child.kill('SIGKILL')
        say(`scene: ${name} is killed with all that it has`)
      }, 200)
    })
    return { begun, ended }
  }

  try {
    await Promise.all(['worker-1', 'worker-2', 'worker-3'].map((name) => start('worker', name).begun))
    start('person', 'Ada')
    return await start('client', 'client').ended
  } finally {
    for (const child of children) child.kill('SIGTERM')
  }
}
