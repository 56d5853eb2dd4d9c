import { homedir } from 'node:os'
import { join } from 'node:path'
import { ArtooError, assertOptions, isRecord, type NetworkRule, type Sandbox } from '@artoo/spec'

export interface SandboxOptions {
  /**
   * Hosts that a command reaches unasked, each only for the command that the rule names: `{ command: 'npm ci', hosts: ['registry.npmjs.org'] }`.
   * What goes out can't be taken back: a rule for `git push *` lets every push go out.
   *
   * @defaultValue none: the network is closed, loopback included
   */
  readonly network?: readonly NetworkRule[] | undefined
  /** Files and folders outside of the root that every program may read: `~/.gitconfig`. @defaultValue none of those that are hidden */
  readonly read?: readonly string[] | undefined
  /** Folders that every program may write to beside the root: build output relative to the root (`dist`), or an absolute path. @defaultValue none */
  readonly write?: readonly string[] | undefined
}

/** Allowances of the host to every program. */
export type Rules = Pick<Sandbox, 'network' | 'read' | 'write'>

const host = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i

/** @throws {ArtooError} `invalid_option`, whose `field` is the option or the place in it. */
export function rulesIn(options: SandboxOptions): Rules {
  const {
    network = [],
    read = [],
    write = [],
  } = assertOptions(options, ['network', 'read', 'write'], {
    of: 'sandbox',
  }) as SandboxOptions
  assertRules(network)
  assertPaths('read', read)
  assertPaths('write', write)
  return { network, read: read.map(expanded), write: write.map(expanded) }
}

function assertRules(rules: unknown): asserts rules is readonly NetworkRule[] {
  if (!Array.isArray(rules))
    throw invalid('network', 'is a list of rules, such as { command: "npm ci", hosts: ["registry.npmjs.org"] }')
  for (const [index, rule] of rules.entries()) {
    const field = `network[${index}]`
    const { command, hosts }: Readonly<Record<string, unknown>> = isRecord(rule) ? rule : {}
    if (typeof command !== 'string' || command.trim() === '')
      throw invalid(field, 'names a command, such as "npm ci" or "git push *"')
    const isList = Array.isArray(hosts) && hosts.length > 0
    const wrong: unknown = isList ? hosts.find((one) => typeof one !== 'string' || !host.test(one)) : hosts
    if (!isList || wrong !== undefined) {
      throw invalid(
        `${field}.hosts`,
        'is a list of hosts, such as registry.npmjs.org or *.example.org:8443, without scheme and path',
      )
    }
  }
}

function assertPaths(field: string, paths: unknown): asserts paths is readonly string[] {
  if (Array.isArray(paths) && paths.every((path) => typeof path === 'string' && path !== '')) return
  throw invalid(field, 'is a list of paths')
}

const expanded = (path: string) => (/^~(\/|$)/.test(path) ? join(homedir(), path.slice(1)) : path)

const invalid = (field: string, message: string) =>
  new ArtooError('invalid_option', `${field} of sandbox ${message}`, { field })
