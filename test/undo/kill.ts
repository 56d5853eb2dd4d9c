import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { standardTools } from '@artoo/sdk/node'
import type { FileHistory } from '@artoo/spec'
import { randomFrom } from '../permissions/fuzz.js'

export interface Killed {
  readonly problems: readonly string[]
  readonly restored: number
  readonly left: number
  /** Folders and files of writes that were cut off. */
  readonly drafts: number
}

const initial: Readonly<Record<string, string>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`src/f${n}.txt`, `line one of ${n}\r\nline two\n`])),
  'run.sh': 'echo\n',
  'large.txt': 'x'.repeat(200_000),
}
const files = Object.keys(initial)

/** Kills so many tasks, each in a folder of its own. */
export async function killedTasks(kills: number, seed: number): Promise<Killed> {
  const place = mkdtempSync(join(tmpdir(), 'artoo-killed-'))
  const random = randomFrom(seed)
  const all = { problems: [] as string[], restored: 0, left: 0, drafts: 0 }
  try {
    for (let count = 0; count < kills; count++) {
      const folder = join(place, `${count}`)
      const one = await oneTask({ folder, random })
      all.problems.push(...one.problems.map((problem) => `seed ${seed}, kill ${count + 1}: ${problem}`))
      all.restored += one.restored
      all.left += one.left
      all.drafts += one.drafts
      rmSync(folder, { recursive: true })
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
  return all
}

interface Circumstances {
  readonly folder: string
  readonly random: () => number
}

async function oneTask({ folder, random }: Circumstances): Promise<Killed> {
  const root = join(folder, 'root')
  const kept = join(folder, 'kept')
  prepare(root, random() < 0.5)
  await killed(['task', root, kept, join(folder, 'journal'), JSON.stringify(turnsFrom(random))], random() * 250)
  const others = editByOthers(root, random)
  if (random() < 0.3) await killed(['undo', root, kept], random() * 25)
  const history = standardTools({ root, snapshots: { folder: kept } }).find((tool) => tool.history)
    ?.history as FileHistory
  const { restored, left } = await history.undo('task')
  const again = await history.undo('task')
  const problems = problemsIn(root, others)
  for (const { path } of left) if (!others.has(path)) problems.push(`${path} is left although nobody else touched it`)
  if (JSON.stringify(again.left) !== JSON.stringify(left)) problems.push('a second undo says something else')
  const drafts = readdirSync(root, { recursive: true }).filter((name) => isDraft(String(name))).length
  return { problems, restored: restored.length, left: left.length, drafts }
}

function prepare(root: string, withGit: boolean): void {
  for (const [path, text] of Object.entries(initial)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  chmodSync(join(root, 'run.sh'), 0o751)
  if (withGit) execFileSync('git', ['init', '--quiet', root])
}

/** Edits, whole writes, new files, and a command that reads. */
function turnsFrom(random: () => number) {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const turns: (readonly [string, unknown])[][] = [files.slice(0, 6).map((path) => ['read_file', { path }])]
  for (let turn = 0; turn < 6; turn++) {
    const path = `src/f${1 + Math.floor(random() * 6)}.txt`
    turns.push([
      pick([
        ['edit_file', { path, oldText: 'line', newText: `line${turn}`, all: true }],
        ['write_file', { path, content: `written in turn ${turn}\n` }],
        ['write_file', { path: `new/${turn}.txt`, content: 'new\n'.repeat(1 + turn * 1_000) }],
        ['edit_file', { path: 'run.sh', oldText: 'echo', newText: `echo ${turn}` }],
        ['shell', { command: `sort ${path}` }],
      ] as const),
    ])
  }
  return turns
}

/** What somebody else changes after the kill, by path. */
function editByOthers(root: string, random: () => number): ReadonlyMap<string, string> {
  const changed = new Map<string, string>()
  for (const path of [...files, 'new/1.txt', 'new/3.txt']) {
    if (random() > 0.15 || !existsSync(join(root, path))) continue
    appendFileSync(join(root, path), 'mine\n')
    changed.set(path, readFileSync(join(root, path), 'latin1'))
  }
  return changed
}

function problemsIn(root: string, others: ReadonlyMap<string, string>): string[] {
  const problems: string[] = []
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('.git/') && !isDraft(path))
  for (const path of new Set([...files, ...found, ...others.keys()])) {
    const now = existsSync(join(root, path)) ? readFileSync(join(root, path), 'latin1') : null
    const wanted = others.get(path) ?? initial[path] ?? null
    if (now !== wanted)
      problems.push(
        `${path} is ${now === null ? 'gone' : 'not as it was'}${others.has(path) ? ', which is somebody else’s' : ''}`,
      )
  }
  if (!others.has('run.sh') && (statSync(join(root, 'run.sh')).mode & 0o777) !== 0o751)
    problems.push('run.sh has other permissions')
  return problems
}

const isDraft = (path: string) => /(^|\/)\.artoo-|\.draft$/.test(path)

const program = join(import.meta.dirname, 'process.ts')

/** Resolves when the process has been killed some milliseconds after its first word, or has ended before. */
function killed(words: readonly string[], afterMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=@artoo/source', program, ...words], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let timer: NodeJS.Timeout | undefined
    let hasBegun = false
    child.stdout.once('data', () => {
      hasBegun = true
      timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    })
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      if (hasBegun) resolve()
      else reject(new Error('the process ended before it began'))
    })
  })
}
