import { type ActionChange, nextChange } from './action-forecast.js'
import { addTo, type Bucket } from './aggregate.js'
import type { Pair } from './consultation.js'
import { type Engine, timeOf } from './engine.js'
import { anchorOf, type Megram } from './megram.js'
import { membersOf } from './members.js'
import { type Action, actionFor, decay, directSum, type Potentials } from './potentials.js'
import { type MegramState, macroStates, quantization } from './quantization.js'
import { readRecords } from './records.js'

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
  /** What decay alone will do next; null when the action stays as it is. */
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
