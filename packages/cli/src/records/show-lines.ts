import { isoTime, oneLine, someLines } from '@artoo/llm'
import type { PersonRequest, TaskState } from '@artoo/runtime'
import {
  callLine,
  costLines,
  decisionLines,
  type Look,
  planLines,
  requestLines,
  resultLines,
  type TaskView,
} from '../view/index.js'
import { line } from '../view/text/spans.js'
import { wrapped } from '../view/text/width.js'

/** Characters of an answer. */
const longestOutput = 1_000_000

interface Shown extends TaskView {
  readonly taskId: string
  /** Null for a task that was removed meanwhile. */
  readonly state: TaskState | null
  readonly requests: readonly PersonRequest[]
}

/** A task from its words to its bill. */
export function showLines(view: Shown, look: Look & { readonly now: number }): readonly string[] {
  const { width } = look
  const { words, understood, added, plan, decisions, notes, requests, result, spent } = view
  const strong = (text: string) => wrapped(text, width).map((part) => line([['strong', part]], look))
  const faint = (text: string) => line([['faint', text]], look)
  const sections: readonly (readonly string[])[] = [
    [...strong(words), ...wrapped(factsOf(view), width).map(faint)],
    understood === null ? [] : wrapped(`understood as: ${understood}`, width),
    added.map((text) => line([['faint', 'added: '], oneLine(text)], look)),
    planLines(view, look),
    plan.criteria.map((text) => line([['faint', 'criterion: '], text], look)),
    view.calls.map((call) => callLine(call, look)),
    notes.map(({ tone, text }) => line([tone === 'plain' ? text : [tone, text]], look)),
    decisions.flatMap((decided) => decisionLines(decided, look)),
    requests.flatMap((request) => requestLines(request, look)),
    result === null ? [] : resultLines(result, look),
    result === null || result.output === null ? [] : wrapped(someLines(result.output, longestOutput), width),
    costLines(spent.byRole, look),
  ]
  return sections.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

function factsOf({ taskId, state, startedAt, at, result }: Shown): string {
  const began = startedAt === null ? [] : [`began ${isoTime(startedAt)}`]
  const last = result === null ? `${state}, last seen ${isoTime(at)}` : `ended ${isoTime(at)}`
  return [taskId, ...began, last].join(', ')
}
