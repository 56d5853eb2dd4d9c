import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One program that a line ran, as the program saw it. */
export interface Run {
  readonly argv: readonly string[]
  /** The folder it ran in and the variables it was given, where they aren't those of the line. */
  readonly surroundings: string
}

export interface Ran {
  readonly shell: string
  readonly runs: readonly Run[]
  /** Whether a file of the folder is another than before. */
  readonly wrote: boolean
}

/** Programs that keep what they are called with, and do nothing. */
const probes = ['npm', 'rm', 'git', 'danger', 'sneak', 'node', 'curl']
/** Programs that are needed as they are. */
const real = [
  'cat',
  'env',
  'xargs',
  'timeout',
  'nice',
  'nohup',
  'setsid',
  'stdbuf',
  'find',
  'tail',
  'head',
  'wc',
  'ls',
  'grep',
  'echo',
  'printf',
  'true',
  'false',
]
const shells = ['dash', 'bash'].filter((name) => existsSync(`/bin/${name}`))

/** Nobody, where that can be chosen: nothing outside the folder is writable then. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Runs lines for real in dash and bash, in a folder of their own where only probes can be reached. */
export function openShells() {
  const place = mkdtempSync(join(tmpdir(), 'artoo-lines-'))
  chmodSync(place, 0o755)
  const [root, log] = [join(place, 'root'), join(place, 'log')]
  for (const shell of shells) layPrograms(join(place, shell), shell, log)
  let before = ''
  const renew = () => {
    rmSync(root, { recursive: true, force: true })
    layFiles(root, log)
    before = contents(root)
  }
  const clearLog = () => {
    writeFileSync(log, '')
    chmodSync(log, 0o666)
  }
  renew()
  return {
    run(line: string): readonly Ran[] {
      return shells.map((shell) => {
        clearLog()
        const env = { PATH: join(place, shell), HOME: root, LANG: 'C.UTF-8' }
        // The pipe at 3 is held by whatever the line leaves behind, which is waited for so.
        const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const
        spawnSync(`/bin/${shell}`, ['-c', line], {
          cwd: root,
          env,
          ...user,
          stdio: [...stdio],
          timeout: 2000,
          killSignal: 'SIGKILL',
        })
        const wrote = contents(root) !== before
        if (wrote) renew()
        return { shell, runs: readLog(log, root, env.PATH), wrote }
      })
    },
    close: () => rmSync(place, { recursive: true }),
  }
}

/** A record holds the number of arguments, what surrounds the program, its name and its arguments, each with a NUL behind it. */
const probe = (log: string) =>
  `#!/bin/dash\nprintf '%s\\0' "$#" "$(pwd -P):$PATH:$X$A$npm_config_x$x" "\${0##*/}" "$@" >> '${log}'\n`

function layPrograms(folder: string, shell: string, log: string): void {
  mkdirSync(folder)
  for (const name of probes) writeFileSync(join(folder, name), probe(log), { mode: 0o755 })
  for (const name of real) symlinkSync(`/usr/bin/${name}`, join(folder, name))
  for (const name of shells) symlinkSync(`/bin/${name}`, join(folder, name))
  symlinkSync(`/bin/${shell}`, join(folder, 'sh'))
}

function layFiles(root: string, log: string): void {
  mkdirSync(join(root, 'sub'), { recursive: true })
  const files = { 'notes.txt': 'one\n', push: '', list: 'x\n', script: 'sneak\n', 'sub/inner.txt': '' }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content)
  for (const name of ['rm', 'npm']) writeFileSync(join(root, name), probe(log), { mode: 0o755 })
  const { uid, gid } = user as { uid?: number; gid?: number }
  if (uid === undefined || gid === undefined) return
  for (const name of ['.', ...readdirSync(root, { recursive: true, encoding: 'utf8' })])
    chownSync(join(root, name), uid, gid)
}

const contents = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        `${join(entry.parentPath, entry.name)}:${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'latin1') : ''}`,
    )
    .sort()
    .join('\n')

function readLog(log: string, root: string, path: string): readonly Run[] {
  const fields = readFileSync(log, 'utf8').split('\0')
  const runs: Run[] = []
  for (let at = 0; at + 2 < fields.length; ) {
    const count = Number(fields[at]) + 1
    const surroundings = fields[at + 1] === `${root}:${path}:` ? '' : String(fields[at + 1])
    runs.push({ argv: fields.slice(at + 2, at + 2 + count), surroundings })
    at += 2 + count
  }
  return runs
}
