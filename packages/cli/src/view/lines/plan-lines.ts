import type { Part } from '../task/plan.js'
import type { TaskView } from '../task/task-view.js'
import type { Paint } from '../text/paint.js'
import { type Look, line, plain, type Span } from '../text/spans.js'
import { widthOf } from '../text/width.js'

const marks: Readonly<Record<Part['state'], readonly [keyof Paint, string]>> = {
  open: ['faint', '○'],
  working: ['accent', '◐'],
  done: ['good', '✓'],
  failed: ['bad', '✗'],
  kept: ['good', '✓'],
}

/** Columns that a part needs beside others. */
const narrowest = 24

/** The plan as a checklist; parts of one step stand side by side where there is room. A task without a plan has no lines. */
export function planLines({ plan }: Pick<TaskView, 'plan'>, look: Look): readonly string[] {
  const { parts, round } = plan
  if (parts.every(({ isDirect }) => isDirect)) return []
  const head: readonly Span[] = [['strong', 'Plan'], ...(round > 1 ? [['faint', `, round ${round}`] as const] : [])]
  return [line(head, look), ...steps(parts).flatMap((step) => stepLines(step, look))]
}

function steps(parts: readonly Part[]): readonly (readonly Part[])[] {
  const byStep = new Map<string, Part[]>()
  for (const part of parts) {
    const step = `${part.round}.${part.sequence}`
    byStep.set(step, [...(byStep.get(step) ?? []), part])
  }
  return [...byStep.values()].sort(([one], [other]) => order(one) - order(other))
}

const order = (part: Part | undefined) => (part === undefined ? 0 : part.round * 1_000 + part.sequence)

function stepLines(step: readonly Part[], look: Look): readonly string[] {
  const gap = ' │ '
  const cell = Math.floor((look.width - 2 - gap.length * (step.length - 1)) / step.length)
  if (step.length > 1 && cell >= narrowest && Number.isFinite(cell)) {
    const cells = step.map((part) => {
      const spans = spansOf(part)
      const fill = ' '.repeat(Math.max(0, cell - widthOf(plain(spans))))
      return line([...spans, fill], { ...look, width: cell })
    })
    return [`  ${cells.join(look.paint.faint(gap)).trimEnd()}`]
  }
  const brace = (index: number) =>
    step.length === 1 ? '  ' : index === 0 ? '┌ ' : index < step.length - 1 ? '├ ' : '└ '
  return step.map((part, index) => line([['faint', brace(index)], ...spansOf(part)], look))
}

function spansOf({ state, intent, attempt, insteadOf, why }: Part): readonly Span[] {
  const notes = [
    ...(state === 'kept' ? ['kept'] : []),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(state === 'failed' && why !== null ? [why] : []),
    ...(insteadOf !== null && insteadOf !== intent ? [`instead of: ${insteadOf}`] : []),
  ]
  const said: Span = state === 'working' ? ['strong', intent] : intent
  return [marks[state], ' ', said, ...(notes.length > 0 ? [['faint', ` (${notes.join('; ')})`] as const] : [])]
}
