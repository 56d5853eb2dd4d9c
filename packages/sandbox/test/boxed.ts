import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Confinement, Sandbox, SandboxDenial } from '@artoo/spec'
import { onTestFinished } from 'vitest'

/** Why a sandbox confines nothing on this machine; false where it does. */
export function whyUnconfined(box: Sandbox): string | false {
  const { available, problems } = box.report()
  return available ? false : problems.join('; ')
}

/** A folder with these files, removed after the test. */
export function folder(files: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-boxed-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

export interface Ended {
  readonly exit: number | null
  readonly said: string
  readonly denials: readonly SandboxDenial[]
}

/** Runs a line of a shell in a folder, confined. */
export function run(box: Sandbox, root: string, line: string, more: Reach = {}, signal?: AbortSignal): Promise<Ended> {
  return runArgv(box, root, ['/bin/sh', '-c', line], { ...more, signal })
}

type Reach = Partial<Confinement>

interface RunOptions extends Reach {
  readonly signal?: AbortSignal | undefined
  /** A variable that the program is started without. */
  readonly without?: string | undefined
}

/** Runs a program in a folder, confined. */
export async function runArgv(
  box: Sandbox,
  root: string,
  argv: readonly string[],
  { signal = AbortSignal.timeout(30_000), without, ...more }: RunOptions = {},
): Promise<Ended> {
  const confinement = { write: [root], readOnly: [], unreadable: [], network: [], ...more }
  const given = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const program = await box.confine(argv, { cwd: root, env: given, confinement, signal })
  const [file = '', ...args] = program.argv
  const env = Object.fromEntries(Object.entries(program.env).filter(([name]) => name !== without))
  const child = spawn(file, args, { cwd: root, env, detached: true, signal, killSignal: 'SIGKILL' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { exit, said, denials: await program.ended() }
}
