import { type Effect, type Irreversible, onlyReads, type Repeat, type Tool } from '@artoo/spec'
import { type KnownPermissions, type KnownRule, type PermissionMode, rulesOf } from './permissions.js'

/** A call whose effect is known. */
export interface DecidedCall {
  readonly tool: Tool
  /** As the tool's schema reads it. */
  readonly input: unknown
  readonly target: string | null
  readonly effect: Effect
  /** A warning of experience; null when there is none. */
  readonly caution: string | null
}

/** A person's yes that covers repeats. */
export type Grant = Pick<Repeat, 'rule' | 'state'>

export const isSameGrant = (one: Grant, other: Grant): boolean => one.rule === other.rule && one.state === other.state

/** The circumstances of a call. */
export interface Standing {
  readonly permissions: KnownPermissions
  readonly mode: PermissionMode
  readonly grants: readonly Grant[]
  /** Whether the user's own words name a target. */
  readonly isNamed: (target: string) => boolean
}

/** The step of the order that decided about a call, with its rule. */
export interface Decider {
  readonly by: 'deny' | 'plan' | 'ask' | 'allow' | 'edits' | 'gate' | 'refuse'
  /** The rule as it was given, or the one that a person allowed for the task. */
  readonly rule: string | null
}

export type Decision =
  | (Decider & { readonly verdict: 'run' })
  | (Decider & { readonly verdict: 'refuse'; readonly reason: string })
  | (Decider & { readonly verdict: 'ask'; readonly question: Irreversible; readonly repeat: Repeat | null })

/** Decides whether a call runs, is refused, or is put before a person: deny, mode `plan`, ask, allow, mode `edits`, the gate. */
export async function decide(call: DecidedCall, standing: Standing): Promise<Decision> {
  const { permissions, mode } = standing
  const denied = await touching(permissions.deny, call)
  if (denied) return refused('deny', denied, `a rule of this host denies it (${denied})`)
  if (mode === 'plan' && !onlyReads(call.effect.kind)) return refused('plan', null, planning)
  const decision = await beforeRefusal(call, standing)
  if (mode !== 'refuse' || decision.verdict !== 'ask') return decision
  return refused(
    'refuse',
    decision.rule,
    `${decision.question.reason}; this run refuses what a person would be asked about`,
  )
}

/** Decides by the gate of Law 1 alone: no rules, mode `ask`. */
export const decideByGate = (call: DecidedCall): Promise<Decision> => decide(call, gateAlone)

const gateAlone: Standing = {
  permissions: { allow: [], ask: [], deny: [], mode: undefined },
  mode: 'ask',
  grants: [],
  isNamed: () => false,
}

const planning =
  'this run is in mode plan: nothing but reads is carried out. Report as the result what would be done, in which order, and to what'

async function beforeRefusal(call: DecidedCall, standing: Standing): Promise<Decision> {
  const { effect } = call
  const { permissions, mode } = standing
  const asked = await touching(permissions.ask, call)
  if (asked) return question(call, { by: 'ask', rule: asked }, `a rule of this host asks each time (${asked})`)
  if (effect.kind === 'irreversible' && effect.secrets)
    return question(call, { by: 'gate', rule: null }, gateReason(call, standing) ?? '')
  const allowed = (await covering(permissions.allow, call)) ?? grantFor(effect, standing)
  if (allowed !== null) return { verdict: 'run', by: 'allow', rule: allowed }
  if (mode === 'edits' && isCovered(effect)) return { verdict: 'run', by: 'edits', rule: null }
  const reason = gateReason(call, standing)
  return reason === null
    ? { verdict: 'run', by: 'gate', rule: null }
    : question(call, { by: 'gate', rule: null }, reason)
}

function refused(by: Decider['by'], rule: string | null, reason: string): Decision {
  return { verdict: 'refuse', by, rule, reason }
}

/** Writing files is all that the call does, each can be brought back, and nothing obeys them. */
function isCovered(effect: Effect): boolean {
  return 'undo' in effect && effect.undo === 'snapshot' && !isObeyed(effect)
}

const isObeyed = (effect: Effect) => 'obeyedBy' in effect && effect.obeyedBy !== undefined

/** Law 1, with what experience warns of. */
function gateReason({ target, effect, caution }: DecidedCall, { isNamed }: Standing): string | null {
  const warning = caution === null ? [] : [`experience says: ${caution}`]
  switch (effect.kind) {
    case 'read':
      return null
    case 'outbound':
      return target !== null && isNamed(target) ? null : sendsOut
    case 'repeatable':
      return [...obeying(effect), ...warning].join('; ') || null
    case 'irreversible':
      return [effect.reason, ...obeying(effect), ...warning].join('; ')
    default:
      return effect satisfies never
  }
}

/** Says who obeys the file, where the reason doesn't. */
function obeying({ obeyedBy, reason = '' }: Partial<Pick<Irreversible, 'obeyedBy' | 'reason'>>): readonly string[] {
  return obeyedBy === undefined || reason.startsWith(`${obeyedBy} obeys`) ? [] : [`${obeyedBy} obeys such a file`]
}

const sendsOut = 'it sends data out, and the words of the user do not name where to'

function question(call: DecidedCall, decider: Decider, reason: string): Decision {
  const { tool, target, effect } = call
  const action = target === null ? `call ${tool.name}` : `call ${tool.name} on ${target}`
  const own: Irreversible = effect.kind === 'irreversible' ? effect : { kind: 'irreversible', action, reason }
  const change = 'change' in effect && effect.change ? { change: effect.change } : {}
  const undo = 'undo' in effect && effect.undo ? { undo: effect.undo } : {}
  const repeat = decider.by === 'gate' && own.obeyedBy === undefined ? (own.repeat ?? null) : null
  const full = reason.startsWith(own.reason) ? reason : `${reason}; ${own.reason}`
  return { verdict: 'ask', ...decider, question: { ...own, ...change, ...undo, reason: full }, repeat }
}

/** The first rule that names some part of the call. */
async function touching(rules: readonly KnownRule[], { tool, input }: DecidedCall): Promise<string | null> {
  const reader = rulesOf(tool)
  for (const { text, tools, mentioning, target } of rules) {
    if (tools.has(tool.name) && (target === null || (await reader.touches(target, input)))) return text
    if (target !== null && mentioning.has(tool.name) && reader.mentions?.(target, input)) return text
  }
  return null
}

/** The rules that together cover the whole call. One that names no target covers no call that can't be undone. */
async function covering(rules: readonly KnownRule[], { tool, input, effect }: DecidedCall): Promise<string | null> {
  const own = rules.filter(({ tools }) => tools.has(tool.name))
  const bare = own.find(({ target }) => target === null || /^\*+$/.test(target))
  if (bare && (effect.kind !== 'irreversible' || isCovered(effect)) && !isObeyed(effect)) return bare.text
  const targets = own.flatMap(({ target }) => target ?? [])
  const used = targets.length > 0 ? await rulesOf(tool).covers(targets, input) : null
  return (
    used &&
    own
      .filter(({ target }) => target !== null && used.includes(target))
      .map(({ text }) => text)
      .join(', ')
  )
}

function grantFor(effect: Effect, { grants }: Standing): string | null {
  const repeat = effect.kind === 'irreversible' && effect.obeyedBy === undefined ? effect.repeat : undefined
  return (repeat && grants.find((grant) => isSameGrant(grant, repeat))?.rule) ?? null
}
