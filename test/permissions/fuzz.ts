import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileHistory, Tool } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import {
  decide,
  type Grant,
  knownPermissions,
  type Permissions,
  permissionModes,
  runToolCall,
  type ToolCallOutcome,
} from '@artoo/tools'
import { fileTools, whyLandingAsks } from '@artoo/tools/node'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const paths = [
  ...[
    'a.txt',
    'src/b.ts',
    'src/deep/c.ts',
    'new/d.txt',
    'package.json',
    'AGENTS.md',
    '.github/workflows/ci.yml',
    'Makefile',
    '.env',
  ],
  ...[
    'link/e.txt',
    'out/f.txt',
    '../outside.txt',
    './src/../a.txt',
    'ignored.txt',
    'vitest.config.ts',
    'SRC/b.ts',
    'link',
    '/etc/hostname',
    'src',
  ],
]
const patterns = [
  '**',
  'src/**',
  '*.txt',
  'src',
  'package.json',
  '.github/workflows/**',
  'link/**',
  'secret/**',
  'a.txt',
] as const
const names = ['edit_file', 'write_file', 'read_file', 'list_files', 'search_text']
/** As often as calls are made: most of them write. */
const called = ['edit_file', 'edit_file', 'write_file', 'write_file', ...names]

interface Made {
  readonly given: Permissions
  readonly tool: string
  readonly answer: 'no' | 'once' | 'task'
  readonly asked: number
  readonly outcome: ToolCallOutcome
  readonly was: Files
  readonly changed: readonly string[]
}

/** Laws that hold for each call, with the test of a breach. */
const laws: readonly (readonly [name: string, isBroken: (made: Made) => boolean])[] = [
  ['changed after a no', ({ asked, answer, changed }) => asked > 0 && answer === 'no' && changed.length > 0],
  ['asked in mode refuse', ({ given, asked }) => given.mode === 'refuse' && asked > 0],
  ['changed in mode plan', ({ given, changed }) => given.mode === 'plan' && changed.length > 0],
  ['made although denied', ({ given, tool, outcome }) => outcome.status === 'ok' && (given.deny ?? []).includes(tool)],
  ['changed what is denied', (made) => made.changed.some((name) => isDenied(made, name))],
  [
    'a file that programs obey, or that defines commands, was written unasked',
    (made) => unasked(made).some((name) => whyLandingAsks(name, []) !== null) && !namesObeyed(made),
  ],
  [
    'overwritten unasked by no rule',
    (made) => unasked(made).some((name) => made.was.has(name)) && made.outcome.decidedBy === undefined,
  ],
  [
    'overwritten unasked though nothing brings it back',
    (made) => unasked(made).some((name) => name === uncovered && made.was.has(name)) && !isAllowed(made),
  ],
]

/** Files that were created or overwritten without a question. */
const unasked = ({ asked, changed }: Made) => (asked > 0 ? [] : changed)

const namesObeyed = ({ given }: Made) =>
  (given.allow ?? []).some((rule) => /package\.json|\.github\/workflows/.test(String(rule)))

/** Whether a rule says that the tool may run unasked; which files it covers is another law's. */
const isAllowed = ({ outcome }: Made) => outcome.decidedBy?.startsWith('allow') === true

/** Git ignores it, so no state of it is kept. */
const uncovered = 'ignored.txt'

/** What the patterns of rules name, said once more in another way. */
const named: Readonly<Record<(typeof patterns)[number], RegExp>> = {
  '**': /(?:)/,
  'src/**': /^src\//i,
  '*.txt': /^[^/]*\.txt$/i,
  src: /^src\//i,
  'package.json': /^package\.json$/i,
  '.github/workflows/**': /^\.github\/workflows\//i,
  'link/**': /^secret\//i,
  'secret/**': /^secret\//i,
  'a.txt': /^a\.txt$/i,
}

const isDenied = ({ given, tool }: Made, name: string) =>
  patterns.some((pattern) => (given.deny ?? []).includes(`${tool}: ${pattern}`) && named[pattern].test(name))

/** Breaches of the laws among so many random calls over modes, rules and answers. */
export async function fuzzed(seed: number, calls: number): Promise<readonly string[]> {
  const random = randomFrom(seed)
  const breaches: string[] = []
  for (let done = 0; done < calls; done += callsInFolder) {
    const place = mkdtempSync(join(tmpdir(), 'artoo-fuzz-'))
    try {
      breaches.push(...(await oneFolder(place, random)))
    } finally {
      rmSync(place, { recursive: true })
    }
  }
  return breaches.map((breach) => `seed ${seed}: ${breach}`)
}

const callsInFolder = 40

async function oneFolder(place: string, random: () => number): Promise<readonly string[]> {
  const root = prepared(place)
  const outside = () => contents(place, ['root', 'kept'])
  const before = { root: contents(root), outside: outside() }
  const tools = fileTools({ root, snapshots: { folder: join(place, 'kept') } }) as unknown as Tool[]
  const pick = picker(random)
  const rules = (most: number) =>
    names
      .flatMap((name) => [name, `${name}: ${pick(patterns)}`])
      .filter(() => random() < 0.2)
      .slice(0, most)
  const given: Permissions = { allow: rules(4), ask: rules(1), deny: rules(2), mode: pick(permissionModes) }
  const permissions = knownPermissions(given, tools)
  const grants: Grant[] = []
  const breaches: string[] = []
  for (let count = 0; count < callsInFolder; count++) {
    const name = pick(called)
    const tool = tools.find((one) => one.name === name) as Tool
    const was = contents(root)
    const input = inputOf(tool.name, was, pick)
    const answer = pick(['no', 'once', 'task'] as const)
    let asked = 0
    const ofCall = {
      ...{ signal: new AbortController().signal, taskId: 'task', callId: `c${count}`, context: null },
      ...{ timeoutMs: 10_000, clock: manualClock() },
    }
    // What was not read is not written. This call stands outside of the rules.
    const reader = tools.find((one) => one.name === 'read_file') as Tool
    if (name !== 'read_file') await runToolCall(reader, { path: input.path }, { ...ofCall, confirm: () => true })
    const outcome = await runToolCall(tool, input, {
      ...ofCall,
      decideOn: (call) => decide(call, { permissions, mode: given.mode ?? 'ask', grants, isNamed: () => false }),
      confirm({ offers }) {
        asked++
        const offer = offers?.find(({ allow }) => allow === 'task')
        if (answer === 'task' && offer) grants.push(offer)
        return answer === 'no' ? false : { allow: answer }
      },
    })
    const made = { given, tool: tool.name, answer, asked, outcome, was, changed: changesIn(was, contents(root)) }
    const broken = laws.filter(([, isBroken]) => isBroken(made)).map(([name]) => name)
    breaches.push(...broken.map((name) => `${name}: ${JSON.stringify({ ...made, was: undefined, input })}`))
  }
  if (changesIn(outside(), before.outside).length > 0) breaches.push('something outside the root changed')
  const history = tools.find((tool) => tool.history)?.history as FileHistory
  const undone = await history.undo('task')
  const left = undone.left.filter(({ path }) => path !== uncovered)
  const rest = changesIn(before.root, contents(root)).filter((name) => name !== uncovered)
  return left.length + rest.length > 0 ? [...breaches, `not undone: ${JSON.stringify({ left, rest })}`] : breaches
}

type Pick = <T>(of: readonly T[]) => T

const picker =
  (random: () => number): Pick =>
  (of) =>
    of[Math.floor(random() * of.length)] as (typeof of)[number]

function inputOf(tool: string, files: Files, pick: Pick): { readonly path?: string } {
  const path = pick(paths)
  const content = pick(['one\n', 'two\n', 'three\n'])
  switch (tool) {
    case 'edit_file':
      return {
        path,
        oldText: files.get(path)?.trim() ?? pick(['one', 'two', 'three']),
        newText: content.trim(),
      } as object
    case 'write_file':
      return { path, content } as object
    case 'search_text':
      return { pattern: 'one', glob: path } as object
    default:
      return { path }
  }
}

function prepared(place: string): string {
  const root = join(place, 'root')
  for (const folder of ['src/deep', '.github/workflows', 'secret']) mkdirSync(join(root, folder), { recursive: true })
  const files = [
    'a.txt',
    'src/b.ts',
    'package.json',
    'AGENTS.md',
    'Makefile',
    'secret/e.txt',
    '.github/workflows/ci.yml',
  ]
  for (const path of [...files, uncovered]) writeFileSync(join(root, path), 'one\n')
  execFileSync('git', ['init', '--quiet', '--template=', root])
  writeFileSync(join(root, '.gitignore'), `${uncovered}\n`)
  mkdirSync(join(place, 'elsewhere'))
  symlinkSync(join(root, 'secret'), join(root, 'link'))
  symlinkSync(join(place, 'elsewhere'), join(root, 'out'))
  writeFileSync(join(place, 'outside.txt'), 'one\n')
  return root
}

type Files = ReadonlyMap<string, string>

const changesIn = (one: Files, other: Files): readonly string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))

/** Each file below a folder, by its path; links are not followed. */
function contents(folder: string, except: readonly string[] = []): Files {
  const found = new Map<string, string>()
  const walk = (path: string, name: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = name === '' ? entry.name : `${name}/${entry.name}`
      if (name === '' && except.includes(entry.name)) continue
      if (entry.isDirectory()) walk(join(path, entry.name), inner)
      if (entry.isFile()) found.set(inner, readFileSync(join(path, entry.name), 'latin1'))
    }
  }
  walk(folder, '')
  return found
}
