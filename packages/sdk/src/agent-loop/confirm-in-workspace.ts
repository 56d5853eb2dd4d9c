import type { AgentTask } from '@artoo/agent-loop'
import { oneLine } from '@artoo/llm'
import type { Confirm } from '@artoo/runtime'

/** The standard tools that change files. */
export const editing: ReadonlySet<string> = new Set(['edit_file', 'write_file'])

/**
 * For the standard tools in a folder that is thrown away unless code takes it over: its files may be changed, and commands that a
 * person agreed to with the plan may run. All else is for the host to allow.
 */
export function confirmInWorkspace({ brief, allowedCommands }: AgentTask, host: Confirm | undefined): Confirm {
  const agreed = new Set(allowedCommands.map((argv) => argv.join(' ')))
  return (request, context) => {
    const { tool, target, input, reason } = request
    // As they are: a target is made for people.
    const { path = null, command = '' } = { ...(input as { readonly path?: unknown; readonly command?: unknown }) }
    if (editing.has(tool) && ![target, path].some(isOfGit)) return { allow: 'once', by: 'the workspace' }
    if (tool === 'shell' && agreed.has(`${command}`.trim())) return { allow: 'once', by: 'the plan' }
    return host?.({ ...request, reason: oneLine(`${reason} (for ${brief.atom}: ${brief.task})`) }, context) ?? false
  }
}

/** What git obeys has a say beyond the folder. */
const isOfGit = (path: unknown) =>
  typeof path !== 'string' || path.split(/[\\/]/).some((part) => /^"?\.git/i.test(part))
