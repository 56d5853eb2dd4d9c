import {
  ArtooError,
  type CallPart,
  type Change,
  type Effect,
  type EffectKind,
  type Irreversible,
  isObject,
  type Repeat,
} from '@artoo/spec'
import { truncateOutput } from './truncate-output.js'

/** The call whose effect is in question. */
export interface NamedCall {
  readonly tool: string
  readonly target: string | null
}

/** The most bytes of a diff; a longer one is cut to head and tail. */
const longestDiff = 16_384

const kinds: readonly EffectKind[] = ['read', 'outbound', 'repeatable', 'irreversible']

export const isEffectKind = (value: unknown): value is EffectKind => kinds.some((kind) => kind === value)

const undeclared =
  'the tool does not declare what effect it has: give defineTool an `effect`, or aiSdkTools one for this tool'

/** The whole text of each diff that was cut, by its change, so that a later cut starts from it. */
const wholeDiffs = new WeakMap<object, string>()

type Cut = (text: string, limitBytes: number) => string

/** The effect of a tool that declares none: irreversible, so that the host is asked. */
export function undeclaredEffect(call: NamedCall): Irreversible {
  return { kind: 'irreversible', action: actionOf(call), reason: undeclared }
}

/**
 * Reads the effect that a tool declares for a call. Every part is read once, so that it can't change after it was
 * judged. A bare kind becomes a whole effect. `cut` shortens a diff.
 *
 * @throws {ArtooError} `invalid_effect` for anything but an `Effect` or an `EffectKind`: a gate doesn't guess.
 */
export function effectOf(declared: unknown, call: NamedCall, cut: Cut = truncateOutput): Effect {
  if (isEffectKind(declared)) return declared === 'irreversible' ? irreversible({}, call, cut) : { kind: declared }
  if (!isObject(declared)) throw invalidEffect(call, `is ${shown(declared)}`)
  const { kind } = declared
  if (!isEffectKind(kind)) throw invalidEffect(call, `has the kind ${shown(kind)}`, 'kind')
  if (kind === 'irreversible') return irreversible(declared, call, cut)
  if (kind === 'repeatable') return { kind, ...changeIn(declared, call, cut), ...undoIn(declared, call) }
  return { kind }
}

/** The effect of a call that carries secrets of elsewhere: it is asked about each time. */
export function carrying(declared: Effect, secrets: readonly string[], call: NamedCall): Irreversible {
  const carries = `it carries the secret ${secrets.join(', the secret ')}`
  if (declared.kind !== 'irreversible') {
    return { action: actionOf(call), ...declared, kind: 'irreversible', reason: carries, secrets }
  }
  const { repeat: _, ...own } = declared
  return { ...own, reason: `${own.reason}; ${carries}`, secrets }
}

type Unchecked = Readonly<Record<string, unknown>>

function irreversible(declared: Unchecked, call: NamedCall, cut: Cut): Irreversible {
  const { action, reason, change, parts, repeat } = declared
  return {
    kind: 'irreversible',
    action: sentence(action, 'action', call) ?? actionOf(call),
    reason: sentence(reason, 'reason', call) ?? 'the tool says that it is irreversible',
    ...changeIn({ change }, call, cut),
    ...undoIn(declared, call),
    ...(parts !== undefined && { parts: partsOf(parts, call) }),
    ...(repeat !== undefined && { repeat: repeatOf(repeat, call) }),
  }
}

function undoIn({ undo, obeyedBy }: Unchecked, call: NamedCall): Pick<Irreversible, 'undo' | 'obeyedBy'> {
  const by = sentence(obeyedBy, 'obeyedBy', call)
  if (undo !== undefined && undo !== 'snapshot') throw invalidEffect(call, `has the undo ${shown(undo)}`, 'undo')
  return { ...(undo && { undo }), ...(by !== null && { obeyedBy: by }) }
}

function partsOf(parts: unknown, call: NamedCall): readonly CallPart[] {
  if (!Array.isArray(parts)) throw invalidEffect(call, `has parts that are ${shown(parts)}`, 'parts')
  return parts.map((part: unknown) => {
    const { text, does }: Unchecked = isObject(part) ? part : {}
    if (typeof text === 'string' && typeof does === 'string') return { text, does }
    throw invalidEffect(call, 'has a part that is not { text, does }', 'parts')
  })
}

function repeatOf(repeat: unknown, call: NamedCall): Repeat {
  const { rule, state, note, always }: Unchecked = isObject(repeat) ? repeat : {}
  if (typeof rule === 'string' && typeof state === 'string' && typeof always === 'boolean') {
    const words = sentence(note, 'note', call)
    return { rule, state, always, ...(words !== null && { note: words }) }
  }
  throw invalidEffect(call, 'has a repeat that is not { rule, state, always, note? }', 'repeat')
}

const actionOf = ({ tool, target }: NamedCall) => (target === null ? `call ${tool}` : `call ${tool} on ${target}`)

function sentence(value: unknown, field: string, call: NamedCall): string | null {
  if (value === undefined) return null
  if (typeof value === 'string') return value
  throw invalidEffect(call, `has the ${field} ${shown(value)}`, field)
}

/** A change is never required. */
function changeIn({ change }: Unchecked, call: NamedCall, cut: Cut): { readonly change?: Change } {
  return change === undefined || change === null ? {} : { change: changeOf(change, call, cut) }
}

function changeOf(change: unknown, call: NamedCall, cut: Cut): Change {
  const { bytesBefore, bytesAfter, diff }: Unchecked = isObject(change) ? change : {}
  if (isSize(bytesBefore) && isSize(bytesAfter) && (diff === null || typeof diff === 'string')) {
    if (diff === null) return { bytesBefore, bytesAfter, diff }
    const whole = wholeDiffs.get(change as object) ?? diff
    const shown = { bytesBefore, bytesAfter, diff: cut(whole, longestDiff) }
    if (shown.diff !== whole) wholeDiffs.set(shown, whole)
    return shown
  }
  throw invalidEffect(call, 'has a change that is not { bytesBefore, bytesAfter, diff }', 'change')
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80))
  return value === null || value === undefined ? `${value}` : `a ${typeof value}`
}

function invalidEffect({ tool }: NamedCall, found: string, field = 'effect'): ArtooError {
  const expected = `${kinds.join(', ')} or { kind: 'irreversible', action, reason }`
  return new ArtooError('invalid_effect', `the effect that ${tool} gives ${found}; it must be ${expected}`, { field })
}
