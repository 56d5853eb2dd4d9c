import type { NetworkRule } from '@artoo/spec'
import * as z from 'zod'

/** A host with or without a port; `*.` stands for all hosts below a name. */
export const hostPattern = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i

const host = z.string().max(255).regex(hostPattern, 'must be a host such as registry.npmjs.org')
const place = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[\w/.:@%+,=~-]+$/, 'must be a path without blanks and wildcards')

/** The parts of a command's input that ask for more than its sandbox gives. */
export const reachFields = {
  network: z.array(host).max(20).optional().describe('hosts that a run of this command was refused; the user is asked'),
  write: z
    .array(place)
    .max(20)
    .optional()
    .describe('files or folders that a run of this command could not write; the user is asked'),
  read: z.array(place).max(20).optional().describe('files or folders that are hidden from it; the user is asked'),
}

/** Hosts and places beyond those that every confined command has. */
export interface Reach {
  readonly network?: readonly string[] | undefined
  readonly write?: readonly string[] | undefined
  readonly read?: readonly string[] | undefined
}

const kinds = ['network', 'write', 'read'] as const

const words = {
  network: 'the network to',
  write: 'writing',
  read: 'reading',
} as const

export const isPlain = (reach: Reach): boolean => kinds.every((kind) => (reach[kind] ?? []).length === 0)

/** `the network to registry.npmjs.org, writing node_modules` */
export const reachInWords = (reach: Reach): string =>
  kinds.flatMap((kind) => (reach[kind] ?? []).map((one) => `${words[kind]} ${one}`)).join(', ')

/** The words of a rule that allow it: `+network=registry.npmjs.org`. */
export const reachInRule = (reach: Reach): readonly string[] =>
  kinds.flatMap((kind) => (reach[kind] ?? []).map((one) => `+${kind}=${one}`))

/** A rule's pattern for the command, and the reach that the words behind it give: `npm ci +network=registry.npmjs.org`. */
export function splitRule(pattern: string): { readonly command: string; readonly gives: ReadonlySet<string> } {
  const gives = new Set<string>()
  const command = pattern.replace(/\s+(\+(?:network|write|read)=\S+)/g, (_, word: string) => {
    gives.add(word)
    return ''
  })
  return { command, gives }
}

/** Rules as the text of one pattern each, such as `npm ci`, with their hosts. */
export function hostsFor(rules: readonly NetworkRule[], used: readonly string[]): readonly string[] {
  const [first, ...others] = used.map((command) => rules.filter((rule) => rule.command === command))
  const hosts = (first ?? []).flatMap((rule) => rule.hosts)
  return [...new Set(hosts)].filter((one) => others.every((own) => own.some((rule) => rule.hosts.includes(one))))
}
