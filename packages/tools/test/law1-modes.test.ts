import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Effect, Tool } from '@artoo/spec'
import { type Decision, decide, knownPermissions, type PermissionMode, permissionModes } from '@artoo/tools'
import { fileTools, shellTool } from '@artoo/tools/node'
import { describe, expect, it } from 'vitest'
import { asks, free } from './law1-cases.js'
import { temporaryDirectory } from './workspace.js'

const { signal } = new AbortController()
const permissions = knownPermissions({}, [])

/** A call with the effect that its tool finds, which no mode changes. */
interface Weighed {
  readonly name: string
  readonly tool: Tool
  readonly input: unknown
  readonly effect: Effect
}

async function weighed(tool: Tool, given: unknown, name: string): Promise<Weighed> {
  const input = await tool.parse(given)
  return { name, tool, input, effect: await tool.effect(input, { signal, taskId: 'task', context: null }) }
}

const decidedIn = (mode: PermissionMode, { tool, input, effect }: Weighed): Promise<Decision> =>
  decide(
    { tool, input, target: tool.target(input), effect, caution: null },
    { permissions, mode, grants: [], isNamed: () => false },
  )

/** The calls that are not decided so in that mode. */
async function others(calls: readonly Weighed[], mode: PermissionMode, verdict: Decision['verdict']) {
  const decisions = await Promise.all(calls.map((call) => decidedIn(mode, call)))
  return calls.filter((_, index) => decisions[index]?.verdict !== verdict).map(({ name }) => name)
}

/** In each mode what becomes of a call that the gate asks about. */
const whenAsked = { plan: 'refuse', refuse: 'refuse', ask: 'ask', edits: 'ask' } as const

async function commandsOf(lines: readonly string[]): Promise<readonly Weighed[]> {
  const shell = shellTool({ root: temporaryDirectory() }) as Tool
  const calls: Weighed[] = []
  for (const command of lines) calls.push(await weighed(shell, { command }, command))
  return calls
}

describe('the tables of Law 1', () => {
  it('hold in every mode without a rule', async () => {
    const asking = await commandsOf(asks.flatMap(([, commands]) => commands))
    const harmless = await commandsOf(free)
    expect(Object.keys(whenAsked)).toEqual([...permissionModes])
    for (const mode of permissionModes) {
      expect(await others(asking, mode, whenAsked[mode]), `asked about, in mode ${mode}`).toEqual([])
      expect(await others(harmless, mode, 'run'), `harmless, in mode ${mode}`).toEqual([])
    }
  })
})

/** Files of a repository that ignores `dist`. */
const files: Readonly<Record<string, string>> = {
  '.gitignore': 'dist\n',
  'src/a.ts': 'one\n',
  'dist/built.js': 'one\n',
  'large.txt': `one\n${'x'.repeat(10_000_000)}\n`,
  '.git/hooks/pre-commit': 'one\n',
  '.github/workflows/ci.yml': 'one\n',
  '.vscode/settings.json': 'one\n',
  'AGENTS.md': 'one\n',
  'package.json': 'one\n',
  'deep/Makefile': 'one\n',
  'vitest.config.ts': 'one\n',
}

const links: Readonly<Record<string, string>> = { 'notes.md': 'AGENTS.md', safe: '.git/hooks' }

function repository(): string {
  const root = join(temporaryDirectory(), 'root')
  execFileSync('git', ['init', '--quiet', '--template=', root])
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  for (const [path, to] of Object.entries(links)) symlinkSync(to, join(root, path))
  return root
}

const edit = (path: string) => ['edit_file', { path, oldText: 'one', newText: 'two' }] as const
const create = (path: string) => ['write_file', { path, content: 'two\n' }] as const
type Given = ReturnType<typeof edit | typeof create>

const callsOf = (given: readonly Given[], tools: readonly unknown[]) =>
  Promise.all(
    given.map(([name, input]) => {
      const tool = (tools as readonly Tool[]).find((one) => one.name === name)
      if (!tool) throw new Error(`there is no ${name}`)
      return weighed(tool, input, `${name} ${input.path}`)
    }),
  )

const refused = { plan: 'refuse', refuse: 'refuse' } as const
const made = { plan: 'refuse', refuse: 'run', ask: 'run', edits: 'run' } as const

describe('file tools without a rule', () => {
  it.each<[string, Readonly<Record<PermissionMode, Decision['verdict']>>, readonly Given[]]>([
    ['edits that can be taken back', { ...refused, ask: 'ask', edits: 'run' }, [edit('src/a.ts')]],
    ['edits of which nothing is kept', whenAsked, ['dist/built.js', 'large.txt', '.git/hooks/pre-commit'].map(edit)],
    [
      'edits of what programs obey',
      whenAsked,
      ['.github/workflows/ci.yml', '.vscode/settings.json', 'AGENTS.md'].map(edit),
    ],
    ['edits of what says what commands do', whenAsked, ['package.json', 'deep/Makefile', 'vitest.config.ts'].map(edit)],
    ['edits behind a link', whenAsked, ['notes.md', 'safe/pre-commit'].map(edit)],
    ['new files', made, ['src/b.ts', 'dist/b.js'].map(create)],
    [
      'new files that programs obey',
      whenAsked,
      ['.git/hooks/post-commit', 'safe/pre-push', '.github/workflows/b.yml', 'deep/AGENTS.md', '.env.local'].map(
        create,
      ),
    ],
    ['new files that say what commands do', whenAsked, ['deep/package.json', 'Makefile'].map(create)],
  ])('%s, in every mode', async (_, verdicts, given) => {
    const root = repository()
    const calls = await callsOf(given, fileTools({ root, snapshots: { folder: `${root}-kept` } }))
    for (const mode of permissionModes) expect(await others(calls, mode, verdicts[mode]), mode).toEqual([])
  })

  it('ask about each edit in mode edits where no snapshots are kept', async () => {
    const calls = await callsOf([edit('src/a.ts')], fileTools({ root: repository(), snapshots: false }))
    for (const mode of permissionModes) expect(await others(calls, mode, whenAsked[mode]), mode).toEqual([])
  })

  it('read in every mode', async () => {
    const tools = fileTools({ root: repository() }) as unknown as readonly Tool[]
    const given = {
      read_file: { path: 'src/a.ts' },
      list_files: {},
      glob: { pattern: '**' },
      search_text: { pattern: 'one' },
    }
    const calls = await Promise.all(
      Object.entries(given).map(([name, input]) =>
        weighed(tools.find((one) => one.name === name) as Tool, input, name),
      ),
    )
    for (const mode of permissionModes) expect(await others(calls, mode, 'run'), mode).toEqual([])
  })
})
