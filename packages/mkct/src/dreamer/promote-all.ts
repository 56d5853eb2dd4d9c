import { ArtooError, errorMessage } from '@artoo/spec'
import { untilAborted } from '../async/until-aborted.js'
import type { Engine } from '../journal/engine.js'
import { inSteps } from '../journal/in-steps.js'
import type { Pair } from '../megram/pair.js'
import { appendRule, type Distill, type Gathered, gatherEvidence, promisingPairs } from './promotion.js'

/** Plain JSON. */
export interface DreamProblem extends Pair {
  /**
   * The code of the `ArtooError` that was thrown (`empty_rule`, `invalid_megram`, `duplicate_id`, `source_erased`, or
   * any that `distill` throws); else `distill_failed` or `rule_not_written`. If the store refuses every write, the
   * cycle rejects instead.
   */
  readonly code: string
  readonly message: string
}

interface Promotions {
  readonly promoted: string[]
  readonly problems: DreamProblem[]
}

/** The store refuses everything: no problem of one pair. */
const refusals: readonly string[] = ['store_changed', 'damaged_store', 'closed']
/** Codes of a rule that can never be kept. */
const fruitless: readonly string[] = ['empty_rule', 'invalid_megram']

/** Kept for as long as the memory is open, by a name for each pair. */
export interface Questions {
  /** Two cycles at once don't ask for the same rule. */
  readonly underWay: Set<string>
  /** The evidence in which a function found no rule that could be kept. */
  readonly inVain: WeakMap<Distill, Map<string, string>>
}

/** Asks `distill` for a rule for every pair that deserves one, and adds to `done`. */
export async function promoteAll(
  engine: Engine,
  { underWay, inVain }: Questions,
  done: Promotions,
  distill: Distill,
  signal: AbortSignal,
): Promise<void> {
  const { gate, keys } = engine
  const known = inVain.get(distill) ?? new Map<string, string>()
  inVain.set(distill, known)
  for await (const pairs of inSteps(engine, 'read', keys.table('a'), signal, promisingPairs)) {
    for (const pair of pairs) {
      const name = keys.aggregate(pair.space, pair.entity)
      if (signal.aborted || underWay.has(name)) continue
      underWay.add(name)
      await promote(pair, name).finally(() => underWay.delete(name))
    }
  }

  async function promote(pair: Pair, name: string): Promise<void> {
    const gathered = await gate.exclusive(() => gatherEvidence(engine, pair))
    if (!gathered || known.get(name) === stampOf(gathered)) return
    const answer = await ask(gathered)
    if (!answer) return
    const isKept = answer.text !== null && (await keep(gathered, answer.text))
    if (!isKept) known.set(name, stampOf(gathered))
  }

  /** Null when no answer came. */
  async function ask({ evidence }: Gathered): Promise<{ readonly text: unknown } | null> {
    try {
      const text = await untilAborted(distill(structuredClone(evidence), { signal }), signal)
      return signal.aborted ? null : { text }
    } catch (error) {
      if (!signal.aborted) tell(evidence, error, 'distill_failed')
      return null
    }
  }

  /** False when the same answer could never be kept. */
  async function keep(gathered: Gathered, text: unknown): Promise<boolean> {
    try {
      const id = await gate.exclusive(() => appendRule(engine, gathered, text))
      if (id !== null) done.promoted.push(id)
      return true
    } catch (error) {
      if (ArtooError.isInstance(error) && refusals.includes(error.code)) throw error
      return !fruitless.includes(tell(gathered.evidence, error, 'rule_not_written'))
    }
  }

  function tell({ space, entity }: Pair, error: unknown, otherwise: string): string {
    const code = ArtooError.isInstance(error) ? error.code : otherwise
    done.problems.push({ space, entity, code, message: errorMessage(error) })
    return code
  }
}

/** Changes with what there is to consolidate, and with the direction in which it speaks. */
function stampOf({ evidence, watermark, consolidated }: Gathered): string {
  return `${evidence.kind} ${watermark} ${consolidated}`
}
