import { type Engine, timeOf } from '../journal/engine.js'
import { readRecords } from '../journal/records.js'
import { membersOf } from '../journal/stored-aggregates.js'
import { anchorOf, type Megram } from '../megram/megram.js'
import type { Pair } from '../megram/pair.js'
import { type MegramState, macroStates, quantization } from '../megram/quantization.js'
import { addTo, type Bucket, ignoredFrom, liveSums } from '../potentials/aggregate.js'
import { decay } from '../potentials/decay.js'
import { type Action, actionFor, directSum, type Potentials } from '../potentials/potentials.js'

/** One Megram's part in its pair's potentials. */
export interface Share {
  readonly megram: Megram
  /** e^(−kΔt), 1 when fresh. */
  readonly decay: number
  readonly attention: number
  readonly decision: number
  /** Its part of the pair's attention, 0 to 1. */
  readonly share: number
}

export type Remedy =
  /** Writing this many Megrams of one state now would turn the action. */
  | { readonly type: 'write'; readonly state: MegramState; readonly count: number; readonly action: Action }
  /** The action would be another without this one Megram. */
  | { readonly type: 'without'; readonly id: string; readonly action: Action }

export interface Explanation extends Pair, Potentials {
  readonly now: number
  /** Strongest first. */
  readonly contributions: readonly Share[]
  readonly remedies: readonly Remedy[]
  /** The next change of the action by decay alone; null when the action stays as it is. */
  readonly nextChange: ActionChange | null
}

const mostWrites = 100

/** Says why a pair is seen as it is, by the direct sum over its Megrams. */
export async function explainPair(engine: Engine, pair: Pair): Promise<Explanation> {
  const now = timeOf(engine)
  const members = await membersOf(engine, pair)
  const potentials = directSum(members, now)
  const sequences = members.map(({ sequence }) => sequence)
  const contributions = (await readRecords(engine, sequences)).map(({ megram }) =>
    shareOf(megram, potentials.attention, now),
  )
  contributions.sort((a, b) => b.attention - a.attention)
  const buckets = members.reduce<readonly Bucket[]>(addTo, [])
  const remedies = [...writes(potentials), ...withouts(contributions, potentials)]
  return { ...pair, now, ...potentials, contributions, remedies, nextChange: nextChange(buckets, now) }
}

function shareOf(megram: Megram, whole: number, now: number): Share {
  const kernel = decay(megram.k, now - anchorOf(megram))
  const attention = megram.f * kernel
  const share = whole === 0 ? 0 : attention / whole
  return { megram, decay: kernel, attention, decision: megram.sigma * attention, share }
}

function writes({ attention, decision, action: current }: Potentials): readonly Remedy[] {
  return macroStates.flatMap((state): Remedy[] => {
    const { f, sigma } = quantization[state]
    for (let count = 1; count <= mostWrites; count++) {
      const action = actionFor(attention + count * f, decision + count * sigma * f)
      if (action !== current) return [{ type: 'write', state, count, action }]
    }
    return []
  })
}

function withouts(contributions: readonly Share[], { attention, decision, action }: Potentials): readonly Remedy[] {
  return contributions.flatMap((share): Remedy[] => {
    const left = actionFor(Math.max(0, attention - share.attention), decision - share.decision)
    return left === action ? [] : [{ type: 'without', id: share.megram.id, action: left }]
  })
}

export interface ActionChange {
  /** ms since the Unix epoch: the first whole millisecond at which it holds. */
  readonly at: number
  readonly action: Action
}

/** When the action next changes by decay alone, if nothing is written or erased; null when it never does. */
export function nextChange(buckets: readonly Bucket[], now: number): ActionChange | null {
  const actionAt = (time: number): Action => liveSums(buckets, time).action
  const current = actionAt(now)
  if (current === 'ignore') return null
  const good = buckets.filter(({ decision }) => decision > 0)
  const bad = buckets.filter(({ decision }) => decision < 0)

  /**
   * The sums for, the sums against and the attention only fade, so that their values at both ends bound those between.
   */
  function stays(from: number, to: number): boolean {
    const { attention } = liveSums(buckets, to)
    const least = liveSums(good, to).decision + liveSums(bad, from).decision
    const most = liveSums(good, from).decision + liveSums(bad, to).decision
    return actionFor(attention, least) === current && actionFor(attention, most) === current
  }

  function firstTurn(from: number, to: number): number | null {
    if (stays(from, to)) return null
    if (to - from === 1) return actionAt(to) === current ? null : to
    const middle = Math.floor((from + to) / 2)
    return firstTurn(from, middle) ?? firstTurn(middle, to)
  }

  const at = firstTurn(now, ignoredFrom(buckets))
  return at === null ? null : { at, action: actionAt(at) }
}
