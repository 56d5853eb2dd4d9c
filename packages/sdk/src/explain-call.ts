import type { Permissions } from '@artoo/runtime'
import { ArtooError, type Tool } from '@artoo/spec'
import { explainPermission, isNamedIn, type joinedPermissions, type PermissionExplanation } from '@artoo/tools'
import type { ExplainedCall } from './artoo.js'

/** The decision about a call that is not made. `permissionsWith` joins the rules of the instance with those of a task. */
export async function explainCall(
  { tool: name, input, text = '', permissions: own, context, signal }: ExplainedCall,
  tools: readonly Tool[],
  permissionsWith: (own: Permissions | undefined) => ReturnType<typeof joinedPermissions>,
): Promise<PermissionExplanation> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new ArtooError('unknown_tool', `there is no tool ${name}`, { field: 'tool' })
  const joined = permissionsWith(own)
  const standing = { permissions: joined, mode: joined.mode ?? 'ask', grants: [] } as const
  const isNamed = (target: string) => isNamedIn([text], target)
  return explainPermission(tool, input, {
    ...standing,
    isNamed,
    context,
    signal: signal ?? new AbortController().signal,
  })
}
