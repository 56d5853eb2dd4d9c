import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { standardTools } from '@artoo/sdk/node'
import type { FileHistory } from '@artoo/spec'
import { randomFrom } from '../permissions/fuzz.js'
import { planFrom } from './calls.js'
import { problemsIn } from './judge.js'
import { bundledIn, commandsEnded, killed } from './killed-process.js'
import { addByOthers, editByOthers } from './others.js'
import { readRecord } from './record.js'
import { draftsIn, filesIn, ignored, prepare, put } from './world.js'

interface Counts {
  readonly restored: number
  readonly left: number
  readonly commands: number
  /** Folders and files of writes that were cut off, before the undo. */
  readonly drafts: number
  /** Files that somebody else changed, before an undo or during one. */
  readonly others: number
}

export interface Killed extends Counts {
  readonly problems: readonly string[]
}

/** Kills so many tasks, each in a folder of its own. */
export async function killedTasks(kills: number, seed: number): Promise<Killed> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-killed-')))
  const random = randomFrom(seed)
  const all = { problems: [] as string[], restored: 0, left: 0, commands: 0, drafts: 0, others: 0 }
  try {
    const program = await bundledIn(place)
    for (let count = 0; count < kills; count++) {
      const folder = join(place, `${count}`)
      const one = await oneTask({ folder, program, random })
      all.problems.push(...one.problems.map((problem) => `seed ${seed}, kill ${count + 1}: ${problem}`))
      for (const key of ['restored', 'left', 'commands', 'drafts', 'others'] as const) all[key] += one[key]
      if (one.problems.length === 0) rmSync(folder, { recursive: true })
      else all.problems.push(`${folder} is kept for a look`)
    }
  } finally {
    if (all.problems.length === 0) rmSync(place, { recursive: true, force: true })
  }
  return all
}

interface Circumstances {
  readonly folder: string
  readonly program: string
  readonly random: () => number
}

async function oneTask({ folder, program, random }: Circumstances): Promise<Killed> {
  const [root, kept, journal] = ['root', 'kept', 'journal'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const hasGit = random() < 0.3
  prepare(root)
  if (hasGit) {
    execFileSync('git', ['init', '--quiet', '--template=', root])
    put(root, '.gitignore', `${ignored}\n`)
  }
  const first = filesIn(root)
  const { turns, commands: planned } = planFrom(random)
  const words = ['task', '5', root, kept, journal, JSON.stringify(turns)]
  // Longer than many tasks take, so that some of them are whole.
  await killed(program, words, { afterMs: random() * 1_500, group: random() < 0.5 })
  await commandsEnded(root)
  const drafts = draftsIn(root).length
  const record = readRecord(kept)
  const others = editByOthers(root, record, random)
  const before = filesIn(root)
  let during: ReadonlySet<string> = new Set()
  if (random() < 0.5) {
    const act = () => {
      during = addByOthers(root, random)
    }
    const isWatched = random() < 0.5
    const meanwhile = isWatched ? { afterMs: random() * 60, act } : undefined
    // A pause would widen the moment between the last look at a file and its replacement, in which an edit is lost.
    const undoing = ['undo', isWatched ? '0' : '5', root, kept]
    await killed(program, undoing, { afterMs: random() * (isWatched ? 60 : 200), group: random() < 0.5, meanwhile })
  }
  const history = standardTools({ root, snapshots: { folder: kept } }).find((tool) => tool.history)
    ?.history as FileHistory
  const undone = await history.undo('task')
  const again = await history.undo('task')
  const problems = problemsIn({ root, first, before, record, others, during, planned, hasGit, undone, again })
  const { restored, left, commands } = undone
  return {
    ...{ problems, restored: restored.length, left: left.length, commands: commands.length },
    ...{ drafts, others: others.size + during.size },
  }
}
