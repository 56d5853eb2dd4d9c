import { realpath } from 'node:fs/promises'
import type { ConfinedProgram, Sandbox } from '@artoo/spec'
import { type ConfinementOptions, confinementOf } from './confinement-of.js'

export interface ConfinedProgramOptions extends ConfinementOptions {
  /** The folder in which the program works. */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * A program confined to the folder in which it works, with the real path of that folder as `cwd`. Whoever starts it calls `ended()` once.
 *
 * @throws {ArtooError} `sandbox_unavailable`
 * @example const { argv, env, cwd, ended } = await confinedProgram(sandbox, ['node', 'server.js'], { root, env, signal })
 */
export async function confinedProgram(
  sandbox: Sandbox,
  argv: readonly string[],
  { root, env, ...options }: ConfinedProgramOptions,
): Promise<ConfinedProgram & { readonly cwd: string }> {
  const cwd = await realpath(root)
  const confinement = await confinementOf(cwd, sandbox, options)
  const program = await sandbox.confine(argv, { cwd, env, confinement, signal: options.signal })
  return { argv: program.argv, env: program.env, cwd, ended: () => program.ended() }
}
