import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, type ConfirmAnswer, type ConfirmRequest, createArtoo, type Permissions } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'
import { type EverydayTask, everydayTasks, fiveRules, folder } from './tasks.js'

interface Column {
  readonly name: string
  readonly permissions: Permissions
  /** The person takes up what is offered for the task. */
  readonly takesOffers: boolean
}

export const columns: readonly Column[] = [
  { name: '`ask`, each call', permissions: {}, takesOffers: false },
  { name: '`ask`, for the task', permissions: {}, takesOffers: true },
  { name: '`edits`', permissions: { mode: 'edits' }, takesOffers: true },
  { name: '`edits`, five rules', permissions: { mode: 'edits', allow: fiveRules }, takesOffers: true },
  { name: '`refuse`', permissions: { mode: 'refuse' }, takesOffers: false },
  { name: '`plan`', permissions: { mode: 'plan' }, takesOffers: false },
]

export interface Measured {
  readonly asked: number
  readonly refused: number
}

const verdicts = [1, 2, 3].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'done', records: ['call_1_1'] }))
const criteria = [{ text: 'it is done', mode: 'plausible' }]

type Depth = NonNullable<ArtooOptions['depth']>

/** Plays a task in a folder of its own: real files, tools and git, and an npm that does nothing. */
export async function played(
  { name, turns }: EverydayTask,
  { permissions, takesOffers }: Column,
  depth: Depth = 'lean',
): Promise<Measured> {
  const place = mkdtempSync(join(tmpdir(), 'artoo-everyday-'))
  const root = join(place, 'root')
  const path = process.env.PATH
  try {
    cpSync(prepared(), place, { recursive: true })
    process.env.PATH = [join(place, 'bin'), path].join(delimiter)
    let asked = 0
    const confirm = ({ offers }: ConfirmRequest): ConfirmAnswer => {
      asked++
      return { allow: takesOffers && offers?.some(({ allow }) => allow === 'task') ? 'task' : 'once' }
    }
    const tools = standardTools({ root, snapshots: { folder: join(place, 'kept') } })
    const execution = turns.map((calls) => ({ toolCalls: calls.map(([tool, input]) => ({ name: tool, input })) }))
    const model = scriptedModel({
      plan: {
        json: { criteria, subtasks: [{ intent: name, sequence: 1, criteria, tools: tools.map((tool) => tool.name) }] },
      },
      execution: [...execution, { json: { status: 'completed', output: 'done', reason: null } }],
      text: [...execution, { text: 'done' }],
      last_verdicts: { json: { verdicts, correction: null } },
    } as never)
    const artoo = createArtoo({ model, tools, confirm, permissions, depth, dreamer: false })
    const handle = artoo.run(name)
    await handle
    await artoo.close()
    const records = handle.events.flatMap((event) => (event.type === 'ToolResult' ? event.payload : []))
    return { asked, refused: records.filter(({ status }) => status === 'refused').length }
  } finally {
    process.env.PATH = path
    rmSync(place, { recursive: true })
  }
}

let template: string | null = null

/** A folder as each task finds it, made once: its repository takes three processes. */
function prepared(): string {
  if (template) return template
  const place = mkdtempSync(join(tmpdir(), 'artoo-everyday-'))
  process.once('exit', () => rmSync(place, { recursive: true, force: true }))
  prepare(place, join(place, 'root'))
  template = place
  return place
}

function prepare(place: string, root: string): void {
  for (const [name, text] of Object.entries(folder)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  mkdirSync(join(place, 'bin'))
  writeFileSync(join(place, 'bin/npm'), '#!/bin/sh\nexit 0\n')
  chmodSync(join(place, 'bin/npm'), 0o755)
  execFileSync('git', ['init', '--quiet', '--template=', root])
  for (const [key, value] of [
    ['user.name', 'Ann'],
    ['user.email', 'ann@localhost'],
  ] as const) {
    execFileSync('git', ['-C', root, 'config', key, value])
  }
}

/** Each task played in each mode, as the table shows it. */
export async function measured(): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = []
  for (const task of everydayTasks) {
    const cells: string[] = []
    for (const column of columns) cells.push(cellOf(await played(task, column), column))
    rows.push([task.name, ...cells])
  }
  return rows
}

/** The number of questions; in `refuse` and `plan` that of the refused calls, too. */
export function cellOf({ asked, refused }: Measured, { permissions }: Column): string {
  return permissions.mode === 'refuse' || permissions.mode === 'plan' ? `${asked} (${refused})` : String(asked)
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The table of docs/evidence/permissions.md: questions of each task in each mode. */
export function table(rows: readonly (readonly string[])[]): string {
  const head = [line(['task', ...columns.map(({ name }) => name)]), `|---|${columns.map(() => '--:').join('|')}|`]
  return [...head, ...rows.map(line)].join('\n')
}

/** The cells of a task in that table, as the page has them. */
export function cellsIn(page: string, task: EverydayTask): readonly string[] {
  const row = page.split('\n').find((text) => text.startsWith(`| ${task.name} |`)) ?? ''
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim())
}
