import { type ChildProcess, spawn } from 'node:child_process'
import { boundedCapture } from './bounded-capture.js'

export interface ProcessOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export interface ProcessResult {
  readonly stdout: string
  readonly stderr: string
  /** Bytes of the standard output that were too many to keep. */
  readonly leftOut: number
  /** The exit code, or the name of the signal that ended the program. */
  readonly exit: number | string
}

/**
 * Runs a program in a process group of its own and without input. The whole group is killed when the signal aborts, and
 * also when the program ends: nothing it started in the background stays behind.
 */
export function runProcess(
  [program = '', ...words]: readonly string[],
  { cwd, env, signal }: ProcessOptions,
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const child = spawn(program, words, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const stdout = boundedCapture()
    const stderr = boundedCapture()
    const abort = () => {
      killGroup(child)
      child.stdout?.destroy()
      child.stderr?.destroy()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    child.on('error', (error) => {
      signal.removeEventListener('abort', abort)
      reject(error)
    })
    child.on('exit', () => killGroup(child))
    child.on('close', (code, name) => {
      signal.removeEventListener('abort', abort)
      resolve({
        stdout: stdout.text(),
        stderr: stderr.text(),
        leftOut: stdout.leftOut,
        exit: code ?? name ?? 'unknown',
      })
    })
    // There are no pipes when no file descriptor is free; the error event follows.
    child.stdout?.on('data', stdout.add)
    child.stderr?.on('data', stderr.add)
  })
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}
