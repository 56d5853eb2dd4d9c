import { totalOf } from '@artoo/runtime'
import { oneLine } from '@artoo/sdk'
import type { TaskView } from '../task/task-view.js'
import { amount, duration, money, percent } from '../text/numbers.js'
import { type Look, line, type Span } from '../text/spans.js'
import { widthOf } from '../text/width.js'

export interface Status extends Look {
  readonly mode: string
  readonly model: string
  /** Tokens that the model takes in; null: unknown. */
  readonly window: number | null
  /** @defaultValue the time of the last event */
  readonly now?: number | undefined
}

/** A part of the line: a short form, and a long one for where there is room. */
interface Piece {
  readonly short: string
  readonly long: string
}

const separator = ' · '

/** The state of a task in one line. In little room the mode, the money and the context stay; the rest goes. */
export function statusLine(view: TaskView, look: Status): string {
  const pieces = piecesOf(view, look)
  const chosen = new Map<Piece, string>()
  const widthWith = (piece: Piece, text: string) =>
    widthOf([...new Map(chosen).set(piece, text).values()].join(separator))
  for (const form of ['short', 'long'] as const) {
    for (const piece of pieces) {
      const isNext = form === 'short' || chosen.has(piece)
      if (isNext && widthWith(piece, piece[form]) <= look.width) chosen.set(piece, piece[form])
    }
  }
  const shown = pieces.flatMap((piece) => chosen.get(piece) ?? [])
  const spans = shown.flatMap((text, index): readonly Span[] => (index === 0 ? [text] : [['faint', separator], text]))
  return line(spans, look)
}

/** The parts in their order, the most useful first. */
function piecesOf(view: TaskView, { mode, model, window, now }: Omit<Status, keyof Look>): readonly Piece[] {
  const { inputTokens, outputTokens, cachedInputTokens, cost, modelCalls } = totalOf(view.spent.byRole)
  const cached = cachedInputTokens > 0 ? `, ${amount(cachedInputTokens)} cached` : ''
  const tokens = `${amount(inputTokens)} in${cached}, ${amount(outputTokens)} out`
  const { context } = view.spent
  const taken = context === null || window === null ? null : percent(context.inputTokens, window)
  const elapsed = elapsedOf(view, now ?? view.at)
  const asked = modelCalls > 0
  return [
    piece(oneLine(mode, 20), `mode ${oneLine(mode, 20)}`),
    ...(asked && cost !== null && cost > 0 ? [piece(money(cost), `cost ${money(cost)}`)] : []),
    ...(taken === null ? [] : [piece(taken, `context ${taken}`)]),
    ...(asked ? [piece(`${amount(inputTokens + outputTokens)} tok`, tokens)] : []),
    ...(elapsed === null ? [] : [piece(duration(elapsed), duration(elapsed))]),
    ...(model === '' ? [] : [piece(oneLine(model.slice(model.lastIndexOf('/') + 1), 40), oneLine(model, 60))]),
  ]
}

const piece = (short: string, long: string): Piece => ({ short, long })

/** Milliseconds of work: people that were waited for do not count. Whole seconds, but for a task that took less. */
function elapsedOf({ startedAt, waitedMs, result }: TaskView, now: number): number | null {
  if (startedAt === null) return null
  const spent = Math.max(0, (result === null ? now - startedAt : result.elapsedMs) - waitedMs)
  return spent < 1_000 ? spent : Math.floor(spent / 1_000) * 1_000
}
