import type { AnyDecider, ForkOptions, Journal, JournalLine, ReplayOptions, ResumeOptions } from '@artoo/runtime'
import { refusal } from './not-replayed.js'

/** A run of a journal, and what it takes to decide it again. */
export interface RecordedRun extends Pick<ReplayOptions, 'system' | 'redact' | 'deciders'> {
  readonly taskId: string
  /** As far as its journal was written, or read by whoever went on with it. */
  readonly lines: () => readonly JournalLine[]
}

/** How deciders are made from the settings that a journal has, where they were made from settings. */
export type Makers = WeakMap<readonly AnyDecider[], ReplayOptions['deciders']>

type Lines = Map<string, readonly JournalLine[]>

interface Begun {
  readonly deciders: readonly AnyDecider[]
}
type AnyHandle = { readonly taskId: string; readonly result: Promise<unknown> }

interface AnyRuntime {
  run(options: Begun): AnyHandle
  turn(options: Begun): AnyHandle
  resume(taskId: string, options: ResumeOptions): AnyHandle
  fork(taskId: string, options: ForkOptions): AnyHandle
}
interface AnyOptions extends Pick<ReplayOptions, 'redact' | 'system'> {
  readonly journal?: Journal | undefined
}
type CreateRuntime = (options: AnyOptions) => AnyRuntime

/** `createRuntime` whose journals are listened to. */
export function recorder(original: unknown, recorded: RecordedRun[], makers: Makers): CreateRuntime {
  const create = original as CreateRuntime
  return (options) => {
    const { system, redact, journal } = options
    if (typeof journal?.append !== 'function' || refusal.stands()) return create(options)
    const all: Lines = new Map()
    const runtime = create({ ...options, journal: listenedTo(journal, all) })
    const made = ({ deciders }: Begun) => makers.get(deciders) ?? (() => deciders)
    const remember = <Handle extends AnyHandle>(handle: Handle, deciders: RecordedRun['deciders']) => {
      const { taskId } = handle
      const run = { taskId, system, redact, deciders, lines: () => all.get(taskId) ?? [] }
      recorded.push(run)
      // One that was not gone on with decided nothing.
      handle.result.catch(() => recorded.splice(recorded.indexOf(run), 1))
      return handle
    }
    return {
      ...runtime,
      run: (given) => remember(runtime.run(given), made(given)),
      turn: (given) => remember(runtime.turn(given), made(given)),
      resume: (taskId, given) => remember(runtime.resume(taskId, given), given?.deciders),
      fork: (taskId, given) => remember(runtime.fork(taskId, given), given?.deciders),
    }
  }
}

function listenedTo(journal: Journal, all: Lines): Journal {
  const own: Pick<Journal, 'append' | 'read'> = {
    async append(taskId, lines) {
      await journal.append(taskId, lines)
      all.set(taskId, [...(all.get(taskId) ?? []), ...lines])
    },
    async *read(taskId) {
      const lines: JournalLine[] = []
      for await (const line of journal.read(taskId)) {
        lines.push(line)
        yield line
      }
      all.set(taskId, lines)
    },
  }
  return new Proxy(journal, {
    get: (target, name) => (Object.hasOwn(own, name) ? own[name as keyof typeof own] : Reflect.get(target, name)),
  })
}
