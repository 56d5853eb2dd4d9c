import { createHash } from 'node:crypto'
import type { Repeat } from '@artoo/spec'
import { soleCommand } from '../law1/call-parts.js'
import { programs } from '../law1/defining-programs.js'
import { mayLeaveFolder, withoutFirstStep } from '../law1/folder-of-line.js'
import { shellLine } from '../law1/shell-line.js'
import { pinCommand } from '../pins/file-pins.js'

/** Runners of tests, linters, compilers and builders. */
const runners: ReadonlySet<string> = new Set(
  programs.flatMap(({ names }) => names).filter((name) => !name.startsWith('-')),
)
const loaders = /^(npx|pnpx|bunx|uvx|corepack|deno|pip3?|composer|bundle|poetry|pipenv|pdm|uv|rails|terraform)$/
/** Words after which a runner installs, publishes or changes more than what it builds. */
const other =
  /^(i|ci|in|install|add|remove|rm|uninstall|update|upgrade|up|publish|unpublish|push|deploy|release|exec|x|dlx|init|create|login|logout|link|audit|version|set|config|owner|token|clean|self-update|global|get|generate)$/

/**
 * The rule that a person may allow for a task: where one plain command of a known runner, in the root, is all that a line does. It covers a repeat as long as
 * the files that define the command are as they were. Null where there is no such command, or nothing defines it yet.
 */
export async function repeatOf(command: string, root: string, signal: AbortSignal): Promise<Repeat | null> {
  const line = withoutFirstStep(command, root)
  const argv = mayLeaveFolder(line) ? null : soleCommand(line)
  const [program = '', first = ''] = argv ?? []
  if (argv === null || !runners.has(program) || loaders.test(program) || other.test(first)) return null
  const pins = await pinCommand(root, argv, { signal })
  if (pins.globs.length === 0) return null
  const state = createHash('sha256').update(JSON.stringify(pins)).digest('hex')
  return {
    rule: `shell: ${shellLine(argv)}`,
    state,
    note: 'runs whatever this task writes, with your rights',
    always: false,
  }
}
