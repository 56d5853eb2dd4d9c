import type { AnyDecider } from '@artoo/runtime'
import { mayRead } from './evidence/read-tools.js'
import type { PlannableCheck } from './planner/state.js'
import { surroundingsOf } from './prompts/surroundings.js'
import { loadSearch } from './records/record-tools.js'
import type { TieredSettings } from './role/model-settings.js'
import { createRoles, type RolesOptions } from './system.js'

/** The settings of a task's roles as plain data, as they stand in the journal. */
export interface RolesSettings extends Omit<RolesOptions, 'tools' | 'checks'> {
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly mayRead?: boolean
    readonly deferred?: boolean
  }[]
  /** The checks without their `parse`, which is not data. */
  readonly checks: readonly Omit<PlannableCheck, 'parse'>[]
  readonly surroundings: readonly string[]
  /** Settings of the task's models, without options of a provider's own. */
  readonly modelSettings?: TieredSettings
}

/**
 * The roles by their recorded settings, regardless of the host's present options; `checks` provide their `parse`. The code that they need
 * to decide their past again is loaded.
 */
export async function recordedRoles(
  settings: unknown,
  checks?: readonly PlannableCheck[],
): Promise<readonly AnyDecider[]> {
  await loadSearch()
  return rolesFrom(settings, checks)
}

/** The settings that the roles of a task are made from. */
export function settingsOf(options: RolesOptions): RolesSettings {
  const { tools, checks, surroundings = surroundingsOf(tools) } = options
  return {
    ...options,
    tools: tools.map((tool) => ({
      ...{ name: tool.name, description: tool.description, mayRead: mayRead(tool) },
      ...(tool.deferred && { deferred: true }),
    })),
    checks: checks.map(({ name, description, argumentsSchema }) => ({ name, description, argumentsSchema })),
    surroundings,
  }
}

/** The roles by their settings; `checks` provide their `parse`. */
export function rolesFrom(settings: unknown, checks: readonly PlannableCheck[] = []): readonly AnyDecider[] {
  const known = settings as RolesSettings
  const parsing = new Map(checks.map((check) => [check.name, check.parse]))
  const withParse = (check: Omit<PlannableCheck, 'parse'>): PlannableCheck => {
    const parse = parsing.get(check.name)
    return parse ? { ...check, parse } : check
  }
  return createRoles({ ...known, checks: known.checks.map(withParse) })
}
