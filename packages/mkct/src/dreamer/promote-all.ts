import { ArtooError, errorMessage } from '@artoo/spec'
import type { Pair } from '../consultation.js'
import type { Engine } from '../engine.js'
import { untilAborted } from '../until-aborted.js'
import type { DreamProblem } from './dream-report.js'
import { appendRule, type Distill, type Gathered, gatherEvidence, type PairPage, promisingPairs } from './promotion.js'
import type { Questions } from './questions.js'

interface Promotions {
  readonly promoted: string[]
  readonly problems: DreamProblem[]
}

/** The store refuses everything: no problem of one pair. */
const refusals: readonly string[] = ['store_changed', 'store_damaged', 'memory_closed']
/** Of a rule that can't be kept, whenever it is written. */
const fruitless: readonly string[] = ['empty_rule', 'invalid_megram']

/** Asks `distill` for a rule for every pair that deserves one, and adds to `done`. */
export async function promoteAll(
  engine: Engine,
  questions: Questions,
  done: Promotions,
  distill: Distill,
  signal: AbortSignal,
): Promise<void> {
  const { gate, keys } = engine
  const seen = new Set<string>()
  let from: string | null = null
  while (!signal.aborted) {
    const start: string | null = from
    const { pairs, next }: PairPage = await gate.read(() => promisingPairs(engine, start))
    for (const pair of pairs) {
      if (signal.aborted) return
      const name = keys.aggregate(pair.space, pair.entity)
      seen.add(name)
      await questions.once(name, () => promote(pair, name))
    }
    if (next === null) return questions.keep(distill, seen)
    from = next
  }

  async function promote(pair: Pair, name: string): Promise<void> {
    const gathered = await gate.exclusive(() => gatherEvidence(engine, pair))
    if (!gathered || questions.inVain(distill, name, stampOf(gathered))) return
    const answer = await ask(gathered)
    if (!answer) return
    const inVain = answer.text === null || !(await keep(gathered, answer.text))
    if (inVain) questions.setInVain(distill, name, stampOf(gathered))
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
      const id = await gate.exclusive(() => appendRule(engine, gathered, checked(text)))
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

function checked(text: unknown): string {
  if (typeof text === 'string' && text.trim() !== '') return text
  throw new ArtooError('empty_rule', 'distill gave an empty text; give a sentence, or null for no rule.')
}
