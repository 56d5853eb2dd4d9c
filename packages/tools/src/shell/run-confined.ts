import { realpath } from 'node:fs/promises'
import type { Sandbox, SandboxDenial } from '@artoo/spec'
import { type ConfinedProgramOptions, confinedProgram } from '../confinement/confined-program.js'
import { opensFor } from '../confinement/confinement-of.js'
import { denialWords, setAsideWords } from '../confinement/denial-words.js'
import { protectedPlaces } from '../confinement/protected-places.js'
import { setAside } from '../confinement/set-aside.js'
import { type ProcessOptions, type ProcessResult, runProcess } from './run-process.js'

export interface ConfinedResult extends ProcessResult {
  /** Lines about what was refused and put aside. */
  readonly notes: readonly string[]
}

/** Runs a program confined to its root, as `runProcess` does without a sandbox. What it made that others would obey is put aside. */
export async function runConfined(
  sandbox: Sandbox,
  argv: readonly string[],
  options: Omit<ConfinedProgramOptions, 'places'>,
): Promise<ConfinedResult> {
  const { signal, writes = true } = options
  const cwd = await realpath(options.root)
  const places = await protectedPlaces(cwd, signal)
  const program = await confinedProgram(sandbox, argv, { ...options, places })
  const { result, denials } = await runToItsEnd(program, { cwd, signal })
  // Also when the run was aborted: what lies there would be obeyed all the same.
  const after = writes ? await protectedPlaces(cwd, new AbortController().signal) : places
  const isOpened = opensFor(cwd, sandbox, options.reach)
  const aside = await setAside(
    cwd,
    places.obeyed,
    after.obeyed.filter((place) => !isOpened(place)),
  )
  if ('error' in result) throw result.error
  const hasFailed = result.exit !== 0
  const seen = hasFailed || mentionsNetwork.test(result.stderr) ? denials : []
  const said = `${result.stderr}\n${hasFailed ? result.stdout : ''}`
  return { ...result, notes: [denialWords(seen, said), setAsideWords(aside)].filter((note) => note !== null) }
}

/** A program that ended well has done without what it asked for behind the scenes, such as news of its own version. */
const mentionsNetwork = /\b(host|tunnel|proxy|network|connect)/i

type Program = Awaited<ReturnType<Sandbox['confine']>>

async function runToItsEnd({ argv, env, ended }: Program, options: Omit<ProcessOptions, 'env'>) {
  const result = await runProcess(argv, { ...options, env }).catch((error: unknown) => ({ error }))
  const denials: readonly SandboxDenial[] = await ended()
  return { result, denials }
}
