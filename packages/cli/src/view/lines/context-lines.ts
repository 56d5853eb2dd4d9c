import { oneLine } from '@artoo/sdk'
import type { TaskView } from '../task/task-view.js'
import { deedOf } from '../task/thinking.js'
import { amount, percent } from '../text/numbers.js'
import { type Look, line, type Span } from '../text/spans.js'

/** The room that the main conversation takes in the model's window. */
export function contextLines(
  { spent: { context } }: TaskView,
  look: Look & { readonly window: number | null },
): readonly string[] {
  const { width, window } = look
  if (context === null) return [line([['faint', 'no model was asked yet']], look)]
  const { inputTokens, cachedInputTokens, modelId, role } = context
  const of = window === null ? ', the window is not known' : ` of ${amount(window)} (${percent(inputTokens, window)})`
  const cached = cachedInputTokens > 0 ? `, ${percent(cachedInputTokens, inputTokens)} from the cache` : ''
  return [
    line([['strong', `context: ${amount(inputTokens)} tokens`], of], look),
    ...(window === null ? [] : [line(bar(inputTokens / window, Math.min(width, 40)), look)]),
    line([['faint', `last call of ${oneLine(modelId)}, ${deedOf(role)}${cached}`]], look),
  ]
}

function bar(part: number, columns: number): readonly Span[] {
  const full = Math.min(columns, Math.max(0, Math.round(part * columns)))
  const tone = part >= 0.9 ? 'bad' : part >= 0.7 ? 'warn' : 'good'
  return [
    [tone, '█'.repeat(full)],
    ['faint', '░'.repeat(columns - full)],
  ]
}
