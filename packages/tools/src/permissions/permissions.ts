import { ArtooError, assertOptions, type RuleReader, suggestion, type Tool } from '@artoo/spec'
import { textRules } from './text-rules.js'

/**
 * Calls that are meant: those of a tool, with a `target` only calls whose target fits that pattern. As a string `tool` or `tool: target`. In the
 * name of the tool `*` stands for any characters; such a rule holds for the tools that can read its target. File tools read the target as a glob relative to their root (`edit_file: src/**`), the shell
 * reads it as the words of a command (`shell: npm test`), any other tool as text with `*` for any characters.
 */
export type PermissionRule = string | { readonly tool: string; readonly target?: string | undefined }

/**
 * Modes, the strictest first. `plan`: only reads are carried out. `refuse`: calls that would need a person are refused. `ask`: a person is
 * asked. `edits`: calls that do nothing but write files of which a snapshot is kept run unasked, a person is asked about the others.
 */
export const permissionModes = ['plan', 'refuse', 'ask', 'edits'] as const
export type PermissionMode = (typeof permissionModes)[number]

/** The rule that comes first decides: deny, mode `plan`, ask, allow, mode `edits`, then the gate of Law 1. */
export interface Permissions {
  /**
   * Calls that run unasked. A call that can't be undone is covered only by a rule that names its target; `*` alone names none.
   *
   * @defaultValue none
   */
  readonly allow?: readonly PermissionRule[] | undefined
  /** Calls that a person is asked about each time, reads too. @defaultValue none */
  readonly ask?: readonly PermissionRule[] | undefined
  /** Calls that are refused in every mode. @defaultValue none */
  readonly deny?: readonly PermissionRule[] | undefined
  /** @defaultValue 'ask' */
  readonly mode?: PermissionMode | undefined
}

/** A rule whose tool was found and whose target could be read. */
export interface KnownRule {
  /** `shell: npm test` */
  readonly text: string
  readonly tools: ReadonlySet<string>
  /** Tools whose targets are of another kind, and whose calls may mention the target; one that reads it in its own way stands in both. */
  readonly mentioning: ReadonlySet<string>
  readonly target: string | null
}

export interface KnownPermissions {
  readonly allow: readonly KnownRule[]
  readonly ask: readonly KnownRule[]
  readonly deny: readonly KnownRule[]
  readonly mode: PermissionMode | undefined
}

const lists = ['allow', 'ask', 'deny'] as const
const toolPattern = /^[a-zA-Z*][a-zA-Z0-9_*-]*$/

export const isPermissionMode = (value: unknown): value is PermissionMode =>
  permissionModes.some((mode) => mode === value)

export const rulesOf = (tool: Tool): RuleReader => tool.rules ?? textRules(tool)

/**
 * Reads permissions. Of those that are inherited, rules of other tools are left out.
 *
 * @throws {ArtooError} `invalid_option` naming the field; `invalid_rule` for a rule of a tool that there is not, or with a target that no call can have.
 */
export function knownPermissions(
  given: Permissions | undefined,
  tools: readonly Tool[],
  isInherited = false,
): KnownPermissions {
  const { mode } = assertOptions(given ?? {}, [...lists, 'mode'], { of: 'permissions' }) as Permissions
  if (mode !== undefined && !isPermissionMode(mode)) {
    const message = `permissions.mode must be one of ${permissionModes.join(', ')}${suggestion(String(mode), permissionModes)}`
    throw new ArtooError('invalid_option', message, { field: 'permissions.mode' })
  }
  const read = (name: (typeof lists)[number]) => {
    const rules: unknown = given?.[name] ?? []
    const field = `permissions.${name}`
    if (!Array.isArray(rules)) throw new ArtooError('invalid_option', `${field} must be a list of rules`, { field })
    return rules.flatMap(
      (rule: unknown, index) =>
        knownRule(rule, tools, { field: `${field}[${index}]`, isInherited, allows: name === 'allow' }) ?? [],
    )
  }
  return { allow: read('allow'), ask: read('ask'), deny: read('deny'), mode }
}

interface Reading {
  readonly field: string
  readonly isInherited: boolean
  readonly allows: boolean
}

function knownRule(rule: unknown, tools: readonly Tool[], reading: Reading): KnownRule | null {
  const { field, isInherited, allows } = reading
  const { tool, target } = partsOf(rule, field)
  const text = target === null ? tool : `${tool}: ${target}`
  const meant = tools.filter(({ name }) => nameMatcher(tool).test(name))
  if (meant.length === 0) {
    if (isInherited) return null
    const names = tools.map(({ name }) => name)
    const message = `no tool is named ${tool}${suggestion(tool, names)}`
    throw new ArtooError('invalid_rule', `${text}: ${message}`, { field })
  }
  const reads = (one: Tool) => target === null || canRead(one, target)
  const isOfSeveral = tool.includes('*')
  // A word such as `.env` is a path to some tools and a command to the shell: there it is meant as both.
  const isPath = meant.some((one) => !rulesOf(one).mentions && reads(one))
  const mayMention = (one: Tool) => rulesOf(one).mentions !== undefined && (isPath || !reads(one))
  const mentioning = isOfSeveral && !allows && target !== null ? meant.filter(mayMention) : []
  const own = isOfSeveral ? meant.filter(reads) : meant
  const first = isOfSeveral && own.length + mentioning.length === 0 ? meant : own
  if (target !== null) for (const one of first) assertTarget(one, { text, target, field })
  return { text, tools: namesOf(own), mentioning: namesOf(mentioning), target }
}

const namesOf = (tools: readonly Tool[]) => new Set(tools.map(({ name }) => name))

function canRead(tool: Tool, target: string): boolean {
  try {
    rulesOf(tool).assert(target)
    return true
  } catch {
    return false
  }
}

function assertTarget(tool: Tool, { text, target, field }: { text: string; target: string; field: string }): void {
  try {
    rulesOf(tool).assert(target)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new ArtooError('invalid_rule', `${text}: ${message}`, { field, cause })
  }
}

function partsOf(rule: unknown, field: string): { readonly tool: string; readonly target: string | null } {
  const { tool, target = null }: Readonly<Record<string, unknown>> =
    typeof rule === 'string' ? split(rule) : { ...assertOptions(rule, ['tool', 'target'], { of: 'a permission rule' }) }
  const isRead = typeof tool === 'string' && toolPattern.test(tool) && (target === null || isText(target))
  if (isRead) return { tool, target: target as string | null }
  const message = "a rule is 'tool', 'tool: target' or { tool, target? }, such as 'shell: npm test'"
  throw new ArtooError('invalid_rule', message, { field })
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

function split(rule: string) {
  const at = rule.indexOf(':')
  return at === -1 ? { tool: rule.trim() } : { tool: rule.slice(0, at).trim(), target: rule.slice(at + 1).trim() }
}

const nameMatcher = (tool: string) => new RegExp(`^${tool.replaceAll('*', '.*')}$`)

/** The rules of both; of two modes the stricter one. */
export function joinedPermissions(one: KnownPermissions, other: KnownPermissions): KnownPermissions {
  const mode = one.mode && other.mode ? stricterMode(one.mode, other.mode) : (one.mode ?? other.mode)
  return {
    allow: [...one.allow, ...other.allow],
    ask: [...one.ask, ...other.ask],
    deny: [...one.deny, ...other.deny],
    mode,
  }
}

/** Negative when the first mode is stricter. */
export const compareModes = (one: PermissionMode, other: PermissionMode): number =>
  permissionModes.indexOf(one) - permissionModes.indexOf(other)

const stricterMode = (one: PermissionMode, other: PermissionMode) => (compareModes(one, other) <= 0 ? one : other)
