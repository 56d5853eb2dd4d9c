import type { ConfinedProgram, Sandbox, SandboxDenial } from '@artoo/spec'
import { line } from './foreign-text.js'
import type { McpProgram } from './options.js'

/** A program of a server as it is started. */
export interface Start {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string | undefined
  /** Lets go of what was held for the program, once it has ended. Resolves to the refusals of its sandbox, in words; empty for nothing. */
  ended(): Promise<string>
}

/** Not a literal in the import, so that a bundle for the web leaves it out: programs are started by Node alone. */
const tools = '@artoo/tools/node'

interface ToolsOfNode {
  confinedProgram(
    sandbox: Sandbox,
    argv: readonly string[],
    options: {
      readonly root: string
      readonly env: Readonly<Record<string, string>>
      readonly writes: boolean
      readonly reach: { readonly network: readonly string[] }
      readonly signal: AbortSignal
    },
  ): Promise<ConfinedProgram & { readonly cwd: string }>
}

/** @throws {ArtooError} `sandbox_unavailable` for a program that was to be confined and can't be. */
export async function startOf(
  { command, args = [], env: own, cwd, sandbox, network = [] }: McpProgram,
  inherited: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Start> {
  const env = { ...inherited, ...own }
  if (!sandbox) return { command, args, env, cwd, ended: async () => '' }
  const { confinedProgram } = (await import(tools)) as ToolsOfNode
  const program = await confinedProgram(sandbox, [command, ...args], {
    ...{ root: cwd ?? '.', env, signal, reach: { network } },
    // A folder that the host didn't name is where it happens to run.
    writes: cwd !== undefined,
  })
  const [file = '', ...words] = program.argv
  let refused: Promise<string> | null = null
  return {
    ...{ command: file, args: words, env: program.env, cwd: program.cwd },
    ended() {
      refused ??= program.ended().then(inWords)
      return refused
    },
  }
}

const mostShown = 5

function inWords(denials: readonly SandboxDenial[]): string {
  const refused = [...new Set(denials.map(named))].slice(0, mostShown)
  if (refused.length === 0) return ''
  const way = denials.some(({ kind }) => kind === 'network') ? '; a host is allowed in the network of the server' : ''
  return `its sandbox refused ${refused.join(', ')}${way}`
}

function named(denial: SandboxDenial): string {
  if (denial.kind !== 'network') return `${denial.kind === 'write' ? 'writing' : 'reading'} ${line(denial.path)}`
  const { host, port } = denial
  return `the network to ${line(port === null ? host : `${host}:${port}`)}`
}
