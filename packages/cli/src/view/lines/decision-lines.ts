import type { Decision } from '@artoo/ggs'
import { type Decided, orderAndReasonOf, type Trend } from '../task/decisions.js'
import { share } from '../text/numbers.js'
import type { Paint } from '../text/paint.js'
import { type Look, line, paragraph } from '../text/spans.js'

const arrows: Readonly<Record<Trend, readonly [keyof Paint, string]>> = {
  first: ['faint', '⊥'],
  improved: ['good', '↓'],
  worse: ['bad', '↑'],
  still: ['warn', '→'],
}

/** A round as the controller decided it: which way the loss went, its numbers, the order, and the reason. */
export function decisionLines({ decision, trend, wasD }: Decided, look: Look): readonly string[] {
  const { loss, gradient, directive } = decision
  const was = wasD === null ? '' : ` (was ${share(wasD)})`
  const slope = trend === 'first' ? '' : ` ∇L ${share(gradient)}`
  const numbers = ` D ${share(loss.D)}${was} P ${share(loss.P)} Ω ${share(loss.Omega)}${slope}`
  const head = line(
    [['strong', titleOf(decision)], ': ', arrows[trend], numbers, ['faint', ' → '], ['accent', directive]],
    look,
  )
  return [head, ...paragraph({ label: '  ', text: orderAndReasonOf(decision), tone: 'faint' }, look)]
}

/** The replan that a decision orders, by its number, or the end. */
function titleOf({ terminal, replans, round }: Decision): string {
  return terminal ? `end, round ${round}` : `replan ${replans + 1}`
}
