import { oneLine } from '@artoo/llm'
import { ArtooError } from '@artoo/spec'
import type { AgreedCommand, FilePins } from '@artoo/tools'
import type { Checker } from '../ports/checker.js'
import { allowedBy, type ReadPlan } from './plan.js'

/** The files and commands that are agreed to in their present version. */
export interface Pinned {
  readonly files: FilePins
  readonly commands: readonly AgreedCommand[]
}

export interface PinnedOptions {
  readonly checker: Checker
  readonly directory: string
  readonly signal: AbortSignal
  /** Whether a person wants globs protected that name no file. */
  readonly mayBeEmpty: (globs: readonly string[]) => Promise<boolean>
}

/** @throws {ArtooError} `invalid_plan` for a glob that names no file though nobody said that it may. */
export async function pinnedFor(plan: ReadPlan, options: PinnedOptions): Promise<Pinned> {
  const { checker, directory, signal, mayBeEmpty } = options
  const files: Record<string, string> = {}
  const empty: string[] = []
  let pins: FilePins = { globs: [], except: [], skip: [], files }
  for (const { glob, empty: isExpected } of plan.protected_paths) {
    const found = await checker.pin(directory, [glob], signal)
    if (Object.keys(found.files).length === 0 && !isExpected) empty.push(glob)
    pins = { ...found, globs: [...pins.globs, ...found.globs], files: Object.assign(files, found.files) }
  }
  if (empty.length > 0 && !(await mayBeEmpty(empty))) {
    const message = `${empty.join(', ')} names no file, so nothing would be protected: mend it, or write { glob, empty: true } when files like that are not to appear`
    throw new ArtooError('invalid_plan', message, { field: 'protected_paths' })
  }
  const commands: AgreedCommand[] = []
  for (const argv of allowedBy(plan)) {
    commands.push({ argv, pins: await checker.pinCommand(directory, argv, partsOfTheWork(plan), signal) })
  }
  return { files: pins, commands }
}

/** For the person who agreed to the plan. */
export const emptyGlobsText = (globs: readonly string[]): string =>
  `Not to be changed is ${oneLine(globs.join(', '), Infinity)}, which names no file. Say yes if this is meant: then no such file may appear. Anything else ends the alignment, for another wording.`

/** Files that the plan names as changed by it. `**` and the like name none: a script that such an atom changes asks. */
const partsOfTheWork = ({ atoms }: ReadPlan) =>
  Object.values(atoms)
    .flatMap(({ writes }) => writes)
    .map((glob) => glob.replace(/^(\.\/+)+/, ''))
    .filter((glob) => /^(?!\.\/*$)[^/*?[\]{}\\]+(\/|$)/.test(glob))
