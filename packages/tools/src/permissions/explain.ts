import type { Effect, Tool } from '@artoo/spec'
import { type Decider, decide, type Standing } from './decide.js'
import { knownPermissions, type PermissionMode, permissionModes } from './permissions.js'

/** The decision about a call that is not made, and what would change it. */
export interface PermissionExplanation extends Decider {
  readonly verdict: 'run' | 'ask' | 'refuse'
  readonly effect: Effect
  readonly target: string | null
  /** The reason of a question or a refusal; null for a call that runs. */
  readonly reason: string | null
  /** Rules and modes with which the call would run unasked, such as `allow: 'shell: npm test'` and `mode: 'edits'`; without any, each such call is asked about. */
  readonly runsWith: readonly string[]
}

/**
 * Explains the decision about a call, without making it.
 *
 * @throws {ArtooError} as the tool's `parse`, `target` and `effect` do.
 */
export async function explainPermission(
  tool: Tool,
  given: unknown,
  { signal, context, ...standing }: Standing & { readonly signal: AbortSignal; readonly context: unknown },
): Promise<PermissionExplanation> {
  const input = await tool.parse(given)
  const target = tool.target(input)
  const effect = await tool.effect(input, { signal, taskId: 'explained', context })
  const call = { tool, input, target, effect, caution: null }
  const decision = await decide(call, standing)
  const { verdict, by, rule } = decision
  const reason = verdict === 'ask' ? decision.question.reason : verdict === 'refuse' ? decision.reason : null
  const said = { verdict, by, rule, effect, target, reason }
  if (verdict === 'run') return { ...said, runsWith: [] }

  const runs = async (other: Partial<Standing>) => (await decide(call, { ...standing, ...other })).verdict === 'run'
  const runsWith: string[] = []
  for (const allowed of rulesFor(tool, target, effect)) {
    const known = knownOrNull(allowed, tool)
    const permissions = known && { ...standing.permissions, allow: [...standing.permissions.allow, ...known.allow] }
    if (permissions && (await runs({ permissions }))) runsWith.push(`allow: '${allowed}'`)
  }
  for (const mode of permissionModes.filter((one): one is PermissionMode => one !== standing.mode)) {
    if (await runs({ mode })) runsWith.push(`mode: '${mode}'`)
  }
  return { ...said, runsWith }
}

/** Rules that may cover a call, the narrowest first. */
function rulesFor(tool: Tool, target: string | null, effect: Effect): readonly string[] {
  const repeated = 'repeat' in effect && effect.repeat ? [effect.repeat.rule] : []
  return [...new Set([...(target === null ? [] : [`${tool.name}: ${target}`]), ...repeated, tool.name])]
}

function knownOrNull(rule: string, tool: Tool) {
  try {
    return knownPermissions({ allow: [rule] }, [tool])
  } catch {
    return null
  }
}
