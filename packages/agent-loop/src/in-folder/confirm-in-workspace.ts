import { oneLine } from '@artoo/llm'
import type { Confirm, ConfirmRequest } from '@artoo/runtime'
import { runsAs } from '@artoo/tools/node'
import type { SubAgentTask } from '../ports/agents.js'

/** The standard tools that change files. */
export const editing: ReadonlySet<string> = new Set(['edit_file', 'write_file'])

/**
 * For the standard tools in a folder that is thrown away unless code takes it over: its files may be changed, and commands that a
 * person agreed to with the plan may run as long as what defines them is as it was, confined ones in any case. All else is for the host to
 * allow, and what its rules ask about.
 */
export function confirmInWorkspace(
  { brief, allowedCommands, changedIn }: Pick<SubAgentTask, 'brief' | 'allowedCommands' | 'changedIn'>,
  host: Confirm | undefined,
): Confirm {
  const inFolder: Confirm = async (request, context) => {
    const { tool, input, reason } = request
    if (staysInFolder(request)) return { allow: 'once', by: 'the workspace' }
    const agreed = tool === 'shell' ? allowedCommands.find((argv) => isCommand(input, argv)) : undefined
    const changed = agreed ? await changedIn(agreed) : []
    if (agreed && changed.length === 0) return { allow: 'once', by: 'the plan' }
    const why = agreed ? `what defines it is not as it was agreed on: ${changed.slice(0, 10).join(', ')}` : reason
    if (!host) return agreed ? { allow: false, note: `${why}. Put that back as it was` } : false
    return host({ ...request, reason: oneLine(`${why} (for ${brief.atom}: ${brief.task})`) }, context)
  }
  return (request, context) =>
    request.rule === undefined ? inFolder(request, context) : (host?.(request, context) ?? false)
}

/** Whether a call has no effect beyond the folder. Of commands only confined ones can be undone. */
function staysInFolder({ tool, target, input, undo }: ConfirmRequest): boolean {
  if (tool === 'shell') return undo === 'snapshot'
  // The input itself, since a target is made for people.
  const { path = null } = { ...(input as { readonly path?: unknown }) }
  return editing.has(tool) && ![target, path].some(isObeyed)
}

/** Whether a call of the shell is a command and no more: its hosts and places beyond the sandbox are not agreed on with it. */
function isCommand(input: unknown, argv: readonly string[]): boolean {
  const { command = '', ...beyond } = { ...(input as { readonly command?: unknown }) }
  return Object.values(beyond).every((more) => more === undefined) && runsAs(`${command}`, argv)
}

/** Whether git or Node obeys the file: it then acts beyond the folder. */
const isObeyed = (path: unknown) =>
  typeof path !== 'string' || path.split(/[\\/]/).some((part) => /^"?(\.git|node_modules)/i.test(part))
