import { renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock, type Tool } from '@artoo/spec'
import { runToolCall } from '@artoo/tools'
import { fileTools } from '@artoo/tools/node'
import { type Random, randomFrom } from '../hostile/random.js'
import { type Deed, deedOf } from './agent.js'
import { type Alphabet, alphabet, type Folder, isLetter, makeFolder, textOf } from './folder.js'
import { wrongEdit } from './wrong-edit.js'

export interface EditingRun {
  /** What was lost that nobody had seen; empty when all is well. */
  readonly faults: readonly string[]
  /** How often each tool ended how. */
  readonly outcomes: Readonly<Record<string, number>>
}

const deeds = 30
const tasks = ['one', 'other'] as const

/** Two tasks at work in one folder, and somebody else who changes files between calls and while a person is asked. */
export async function editingRun(seed: number, index: number): Promise<EditingRun> {
  const random = randomFrom(`${seed}:${index}`)
  const letters = alphabet()
  const folder = makeFolder(random, letters)
  const tools = new Map<string, Tool>(fileTools({ root: folder.root }).map((tool) => [tool.name, tool as Tool]))
  const seen = new Map<string, Set<string>>(tasks.map((taskId) => [taskId, new Set()]))
  const faults: string[] = []
  const outcomes: Record<string, number> = {}
  try {
    for (let step = 0; step < deeds; step++) {
      const taskId = random.chance(0.8) ? tasks[0] : tasks[1]
      const known = seen.get(taskId) ?? new Set()
      const deed = deedOf(random, { folder, letters })
      if (random.chance(0.1)) meddle(random, folder, letters)
      const { before, status, code, output } = await done(deed, taskId)
      const after = folder.contents()
      learn(known, deed, status === 'ok' ? output : '')
      const fault = faultIn(before, after, { deed, known, isDone: status === 'ok' })
      if (fault !== null)
        faults.push(`step ${step}, ${deed.tool} ${JSON.stringify(deed.input).slice(0, 200)}: ${fault}`)
      const outcome = `${deed.tool} ${code ?? 'ok'}`
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  } finally {
    folder.remove()
  }
  return { faults, outcomes }

  async function done({ tool: name, input }: Deed, taskId: string) {
    let before = folder.contents()
    const confirm = () => {
      if (random.chance(0.15)) meddle(random, folder, letters)
      before = folder.contents()
      return random.chance(0.95)
    }
    const signal = new AbortController().signal
    const tool = tools.get(name)
    if (!tool) throw new Error(`there is no ${name}`)
    const options = { signal, taskId, context: null, timeoutMs: 10_000, clock: systemClock(), confirm }
    return { ...(await runToolCall(tool, input, options)), before }
  }
}

/** Somebody else, or another program. */
function meddle(random: Random, folder: Folder, letters: Alphabet): void {
  const name = random.pick(['a', 'b', 'c', 'new'])
  const content = folder.contents()[name] ?? ''
  const aside = join(folder.root, 'aside')
  random.of([
    () => folder.put(name, textOf(random, letters)),
    () => folder.put(name, content + letters.next()),
    () => folder.put(name, content),
    // As many bytes at the same time.
    () => {
      folder.put(name, [...content].map((character) => (isLetter(character) ? letters.next() : character)).join(''))
      utimesSync(join(folder.root, name), 1, 1)
    },
    () => {
      folder.put('aside', textOf(random, letters))
      renameSync(aside, join(folder.root, name))
    },
  ])
}

/** What reading and the diffs of changes show, and what the agent wrote itself. Not what a search shows. */
function learn(known: Set<string>, { tool, input }: Deed, output: string): void {
  const { content, newText, oldText } = input
  const shown = tool === 'search_text' ? [] : [output]
  for (const text of [...shown, content, newText, oldText]) {
    if (typeof text !== 'string') continue
    for (const character of text) if (isLetter(character)) known.add(character)
  }
}

interface Circumstances {
  readonly deed: Deed
  readonly known: ReadonlySet<string>
  readonly isDone: boolean
}

function faultIn(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  { deed, known, isDone }: Circumstances,
): string | null {
  for (const [name, old] of Object.entries(before)) {
    const now = after[name]
    if (now === undefined) return `${name} is gone`
    if (now === old) continue
    if (!isDone) return `${name} was changed by a call that failed`
    const left = new Set(now)
    const lost = [...old].filter((character) => isLetter(character) && !left.has(character) && !known.has(character))
    if (lost.length > 0) return `${lost.length} characters of ${name} are lost unseen, the first is ${lost[0]}`
    const wrong = deed.tool === 'edit_file' ? wrongEdit(old, now, deed.input as { newText: string }) : null
    if (wrong !== null) return `${name}: ${wrong}`
  }
  return null
}
