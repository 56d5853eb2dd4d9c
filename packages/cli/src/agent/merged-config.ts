import { dirname } from 'node:path'
import type { PermissionMode, PermissionRule } from '@artoo/sdk'
import { withoutUndefined } from '@artoo/spec'
import type { Config } from './config.js'
import type { Source } from './configurations.js'
import type { PlacedServer } from './servers.js'

type Listed = 'tools' | 'checks' | 'instructions' | 'permissions' | 'mcpServers' | 'trustServers'

/** A rule with the file that it comes from. */
export interface PlacedRule {
  readonly rule: PermissionRule
  readonly path: string
}

/** All configurations as one. Of a field that can have one value the strongest source counts; lists and rules are joined. */
export interface MergedConfig extends Omit<Config, Listed> {
  readonly tools: NonNullable<Config['tools']>
  readonly checks: NonNullable<Config['checks']>
  readonly instructions: readonly string[]
  readonly mode: PermissionMode | undefined
  readonly rules: Readonly<Record<'allow' | 'ask' | 'deny', readonly PlacedRule[]>>
  readonly servers: Readonly<Record<string, PlacedServer>>
}

/** @param sources the weakest first */
export function mergedConfig(sources: readonly Source[]): MergedConfig {
  const configs = sources.map(({ config }) => config)
  const rules = (list: 'allow' | 'ask' | 'deny') =>
    sources.flatMap(({ path, config }) => (config.permissions?.[list] ?? []).map((rule) => ({ rule, path })))
  const single = configs.map(({ tools, checks, instructions, permissions, mcpServers, trustServers, ...rest }) => rest)
  return {
    ...Object.assign({}, ...single.map(withoutUndefined)),
    limits: Object.assign({}, ...configs.map(({ limits = {} }) => withoutUndefined(limits))),
    prices: Object.assign({}, ...configs.map(({ prices = {} }) => prices)),
    tools: configs.flatMap(({ tools = [] }) => tools),
    checks: configs.flatMap(({ checks = [] }) => checks),
    instructions: configs.flatMap(({ instructions = '' }) => (instructions.trim() === '' ? [] : [instructions.trim()])),
    mode: configs.map(({ permissions }) => permissions?.mode).findLast((mode) => mode !== undefined),
    rules: { allow: rules('allow'), ask: rules('ask'), deny: rules('deny') },
    servers: Object.assign({}, ...sources.map(placedServers)),
  }
}

/** A server is trusted by its own file alone: another file may give that name to another program. */
function placedServers({ path, config }: Source): Readonly<Record<string, PlacedServer>> {
  const { mcpServers = {}, trustServers = [] } = config
  const placed = Object.entries(mcpServers).map(([name, server]) => {
    return [name, { server, folder: dirname(path), isTrusted: trustServers.includes(name) }] as const
  })
  return Object.fromEntries(placed)
}
