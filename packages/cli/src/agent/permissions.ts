import { oneLine } from '@artoo/llm'
import type { PermissionMode, Permissions, Tool } from '@artoo/sdk'
import { knownPermissions } from '@artoo/tools'
import type { MergedConfig, PlacedRule } from './merged-config.js'

interface Given extends Pick<MergedConfig, 'rules'> {
  readonly mode: PermissionMode | undefined
  /** Rules that the person gives on the command line: a wrong one is an error. */
  readonly allow: readonly string[]
  /** Rules that the person allowed for good. */
  readonly kept: readonly string[]
}

/**
 * The rules of all sources. One of a file for a tool that is not there, such as one of a server that failed, is left out with a note.
 *
 * @throws {ArtooError} `invalid_rule`, `invalid_option`, when the permissions are used.
 */
export function permissionsFrom({ rules, mode, allow, kept }: Given, tools: readonly Tool[]) {
  const notes: string[] = []
  const present = (list: 'allow' | 'ask' | 'deny') =>
    rules[list].flatMap(({ rule, path }: PlacedRule) => {
      if (hasTool(list, rule, tools)) return [rule]
      const text = typeof rule === 'string' ? rule : JSON.stringify(rule)
      notes.push(oneLine(`The rule “${text}” (${list}) of ${path} is left out: there is no such tool here.`, 500))
      return []
    })
  const known = kept.filter((rule) => hasTool('allow', rule, tools))
  const permissions: Permissions = {
    allow: [...present('allow'), ...allow, ...known],
    ask: present('ask'),
    deny: present('deny'),
    mode,
  }
  return { permissions, notes }
}

function hasTool(list: 'allow' | 'ask' | 'deny', rule: PlacedRule['rule'], tools: readonly Tool[]): boolean {
  return knownPermissions({ [list]: [rule] }, tools, true)[list].length > 0
}
