import { spawn } from 'node:child_process'
import type { FinalResult } from '@artoo/sdk'

export interface Ended {
  readonly taskId: string
  readonly events: number
  readonly result: FinalResult
}

/** Runs `host.ts` in a process of its own. Null when it was killed: by itself, or by us `killAfterMs` after it was ready. */
export function runHost(host: string, args: readonly string[], killAfterMs?: number): Promise<Ended | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [host, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    let timer: NodeJS.Timeout | undefined
    child.stdout.on('data', (data) => {
      said += data
      if (killAfterMs !== undefined && !timer) timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code === null) return resolve(null)
      if (code !== 0) return reject(new Error(`the host ended with ${code}`))
      resolve(JSON.parse(said.trimEnd().split('\n').at(-1) ?? ''))
    })
  })
}
