import type {
  CheckData,
  Checker,
  Integration,
  LoopOptions,
  Probe,
  StateFile,
  SubAgentTask,
  WorkerReport,
  Workspaces,
} from '@artoo/agent-loop'
import { createLoop, memoryStateStore, type Plan } from '@artoo/agent-loop'

/** Files by path. */
type Tree = Readonly<Record<string, string>>

interface Commit {
  readonly id: string
  readonly parent: string | null
  readonly tree: Tree
  readonly changed: readonly string[]
}

/** What a scripted worker sees and may change. */
export interface Folder {
  readonly files: Record<string, string>
  readonly task: SubAgentTask
}

export type Script = (folder: Folder) => Promise<Partial<WorkerReport> | unknown> | Partial<WorkerReport> | unknown

/** Workspaces in memory, with the same rules as real ones. */
export function memoryWorkspaces(initial: Tree = {}) {
  const commits = new Map<string, Commit>()
  let count = 0
  const commit = (parent: string | null, tree: Tree, changed: readonly string[]): Commit => {
    const made = { id: `c${++count}`, parent, tree, changed }
    commits.set(made.id, made)
    return made
  }
  let head = commit(null, initial, [])
  const open = new Map<string, { base: Commit; files: Record<string, string> }>()
  const log: string[] = []
  const workspaces: Workspaces = {
    async prepare(_loop, at) {
      open.clear()
      if (at !== null) head = commits.get(at) as Commit
      log.push(`prepare ${head.id}`)
      return { head: head.id }
    },
    async open(id, _kind, _signal, from) {
      const files = { ...(from === undefined ? head.tree : open.get(from)?.files) }
      open.set(id, { base: head, files })
      return { directory: id }
    },
    async integrate(id, { claim }): Promise<Integration> {
      const folder = open.get(id)
      if (!folder) throw new Error(`no folder ${id}`)
      open.delete(id)
      const { base, files } = folder
      const paths = [...new Set([...Object.keys(files), ...Object.keys(base.tree)])]
      const changed = paths.filter((path) => files[path] !== base.tree[path])
      const stray = changed.filter((path) => claim.length > 0 && !claim.some((glob) => matches(glob, path)))
      if (stray.length > 0) return { status: 'conflict', paths: stray, reason: 'changed outside its claim' }
      const since = changedSince(base)
      const both = changed.filter((path) => since.has(path))
      if (both.length > 0) return { status: 'conflict', paths: both, reason: 'changed by another meanwhile' }
      if (changed.length === 0) return { status: 'integrated', commit: null, head: head.id, changed }
      head = commit(head.id, merged(head.tree, changed, files), changed)
      return { status: 'integrated', commit: head.id, head: head.id, changed }
    },
    async discard(id) {
      open.delete(id)
    },
    async revert(ids) {
      for (const id of ids) {
        const { changed, parent } = commits.get(id) as Commit
        const before = parent === null ? {} : (commits.get(parent) as Commit).tree
        head = commit(head.id, merged(head.tree, changed, before), changed)
      }
      return { head: head.id, residual: [] }
    },
    land: async () => ({ status: 'landed', changed: [] }),
    undoLanding: async () => null,
    close: async () => undefined,
  }

  function changedSince(base: Commit): ReadonlySet<string> {
    const changed = new Set<string>()
    for (
      let at: Commit | undefined = head;
      at && at !== base;
      at = at.parent === null ? undefined : commits.get(at.parent)
    ) {
      for (const path of at.changed) changed.add(path)
    }
    return changed
  }

  return {
    workspaces,
    log,
    files: (id: string) => open.get(id)?.files ?? {},
    get tree() {
      return head.tree
    },
    get open() {
      return [...open.keys()]
    },
  }
}

function merged(tree: Tree, paths: readonly string[], from: Tree): Tree {
  const next: Record<string, string> = { ...tree }
  for (const path of paths) {
    const content = from[path]
    if (content === undefined) delete next[path]
    else next[path] = content
  }
  return next
}

/** `a/**`, `a/*` or a path. */
const matches = (glob: string, path: string): boolean =>
  glob === path || (glob.includes('*') && path.startsWith(glob.slice(0, glob.indexOf('*'))))

/** `{"check":"file","path":p}` holds when there is such a file, and one of `contains` when it says that. */
function holds(check: CheckData, files: Tree): boolean | null {
  switch (check.check) {
    case 'file': {
      const text = files[String(check.path)]
      if (check.exists === false) return text === undefined
      return text !== undefined && (check.contains === undefined || text.includes(String(check.contains)))
    }
    case 'all':
    case 'any': {
      const decisive = check.check === 'any'
      const parts = check.of.map((part) => holds(part, files))
      return parts.includes(decisive) ? decisive : parts.includes(null) ? null : !decisive
    }
    case 'not': {
      const part = holds(check.of, files)
      return part === null ? null : !part
    }
    case 'assertion':
      return null
    default:
      throw new Error(`no ${check.check} in memory`)
  }
}

export const file = (path: string, contains?: string): CheckData =>
  contains === undefined ? { check: 'file', path } : { check: 'file', path, contains }

export interface WorldOptions {
  readonly plan?: Partial<Plan>
  readonly scripts?: Readonly<Record<string, Script>>
  readonly probe?: Probe
  readonly tree?: Tree
  readonly options?: Partial<LoopOptions>
  /** As an earlier process left it. */
  readonly state?: StateFile
  readonly memory?: ReturnType<typeof memoryWorkspaces>
}

/** A loop on scripted agents: by default each worker makes the file that its atom's check looks for. */
export function world({ plan, scripts = {}, probe, tree = {}, options, state, ...given }: WorldOptions = {}) {
  const memory = given.memory ?? memoryWorkspaces(tree)
  const store = memoryStateStore(state ?? null)
  const launches: string[] = []
  const prompts: Record<string, string[]> = {}
  let live = 0
  let highWater = 0
  const checker: Checker = {
    review: (check) => (check.check === 'regex' ? 'no patterns here' : null),
    async run(check, { directory }) {
      const pass = holds(check, memory.files(directory))
      return { pass, evidence: `${JSON.stringify(check)} is ${pass}` }
    },
    async pin(directory, globs) {
      const named = Object.entries(memory.files(directory)).filter(([path]) =>
        globs.some((glob) => matches(glob, path)),
      )
      return { globs, except: [], skip: [], files: Object.fromEntries(named) }
    },
    pinCommand: async () => ({ globs: [], except: [], skip: [], files: {} }),
    whyLandingAsks: () => null,
    async changed(directory, { globs, files: before }) {
      const now = memory.files(directory)
      const present = Object.keys(now).filter((path) => globs.some((glob) => matches(glob, path)))
      return [...new Set([...Object.keys(before), ...present])].filter((path) => now[path] !== before[path])
    },
  }
  const within = async (task: SubAgentTask, script: Script): Promise<WorkerReport> => {
    live++
    highWater = Math.max(highWater, live)
    launches.push(task.brief.atom)
    const told = prompts[task.brief.atom] ?? []
    prompts[task.brief.atom] = [...told, task.prompt]
    try {
      const report = await script({ files: memory.files(task.directory), task })
      if (report === undefined) return { success: true, summary: `${task.brief.atom} is done` }
      return report as WorkerReport
    } finally {
      live--
    }
  }
  const loop = createLoop({
    store,
    workspaces: memory.workspaces,
    checker,
    worker: (task) => within(task, scripts[task.brief.atom] ?? makesItsFile),
    probe,
    ...options,
  })
  return {
    loop,
    store,
    memory,
    launches,
    prompts,
    get highWater() {
      return highWater
    },
    get live() {
      return live
    },
    align: () => loop.align(planOf(plan)),
    /** Aligned, started, and awaited. */
    async run() {
      await loop.align(planOf(plan))
      return loop.start()
    },
  }
}

const makesItsFile: Script = ({ files, task: { brief } }) => {
  const { successCriteria } = brief
  if (successCriteria.check === 'file')
    files[String(successCriteria.path)] = String(successCriteria.contains ?? brief.atom)
}

export const fails =
  (reason = 'it did not work'): Script =>
  () => ({ success: false, summary: reason })

/** Atoms by id, each with what it depends on; each makes a file of its own name. */
export function atoms(deps: Readonly<Record<string, readonly string[]>>): Plan['atoms'] {
  return Object.fromEntries(
    Object.entries(deps).map(([id, dep]) => [
      id,
      { description: `do ${id}`, success_criteria: file(`${id}.txt`), deps: [...dep], writes: [`${id}.txt`] },
    ]),
  )
}

export function planOf(plan: Partial<Plan> = {}): Plan {
  const made = plan.atoms ?? atoms({ A: [] })
  return {
    goal: 'the whole',
    background_intent: 'to see it work',
    deliverables: ['files'],
    definition_of_done: 'every file is there',
    base_case: { check: 'all', of: Object.values(made).map((atom) => atom.success_criteria as CheckData) },
    ...plan,
    atoms: made,
  }
}

/** A promise that somebody else settles. */
export function deferred<T = void>() {
  let settle: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, resolve: settle }
}

/** Waits for what other promises bring about. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; turns < 5000; turns++) {
    if (holds()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`it never came to ${holds}`)
}

/** The state that stands when a process is killed now. */
export const killed = async (store: { read(): Promise<StateFile | null> }): Promise<StateFile> =>
  structuredClone(await store.read()) as StateFile

/** A worker that ends when it is called off, or never. */
export const hangs: Script = ({ task: { signal } }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** Makes its file once something has happened. */
export const doneAfter =
  (event: Promise<void>): Script =>
  async ({ files, task: { brief } }) => {
    await event
    files[`${brief.atom}.txt`] = 'done'
  }
