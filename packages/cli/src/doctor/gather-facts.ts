import { resolve } from 'node:path'
import { errorMessage, type SandboxReport } from '@artoo/spec'
import { isMissing } from '../agent/optional-package.js'
import type { Call } from '../call/call.js'
import { manifestOf, packageFolder } from '../init/running-package.js'
import type { Facts, PackageFacts, ReadSettings } from './facts.js'
import { placeOf } from './install-line.js'
import { keptFacts } from './kept-facts.js'
import { isProblem, problemOf } from './problem.js'
import { firstLine, installerIn } from './run-program.js'
import { terminalFacts } from './terminal-facts.js'

/** Packages that the terminal uses where they are installed. */
const optionalPackages = [
  ...['@artoo/mcp', '@artoo/agent-loop', '@artoo/omega'],
  ...['@ai-sdk/openai', '@ai-sdk/anthropic', '@ai-sdk/google'],
]

/** Looks at the machine and at the folder of a call. Without the network. */
export async function gatherFacts(call: Call, readSettings: ReadSettings): Promise<Facts> {
  const { cwd, env, flags, signal } = call
  const settings = await readSettings(call).catch(problemOf)
  const root = isProblem(settings) ? resolve(cwd, flags.dir ?? '.') : settings.root
  const [git, sandbox, kept, terminal] = await Promise.all([
    firstLine(call, 'git', ['--version']),
    sandboxReport(),
    keptFacts(root, signal),
    terminalFacts(call),
  ])
  return {
    ...{ settings, git, sandbox, terminal, ...kept },
    node: process.versions.node,
    place: placeOf(packageFolder(), cwd),
    release: manifestOf('@artoo/cli').version,
    installer: installerIn(env.PATH ?? ''),
    packages: optionalPackages.map(packageFacts),
  }
}

/** Null where the package is not installed. */
async function sandboxReport(): Promise<SandboxReport | null> {
  try {
    const { probe } = await import('@artoo/sandbox')
    return await probe()
  } catch (error) {
    if (isMissing(error, '@artoo/sandbox')) return null
    return { available: false, mechanism: null, problems: [errorMessage(error)] }
  }
}

function packageFacts(name: string): PackageFacts {
  try {
    return { name, version: manifestOf(name).version }
  } catch {
    return { name, version: null }
  }
}
