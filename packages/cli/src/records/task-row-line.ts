import { oneLine } from '@artoo/llm'
import { age, counted } from '../view/text/numbers.js'
import type { Paint } from '../view/text/paint.js'
import type { Span } from '../view/text/spans.js'
import { shared } from './task-id.js'
import type { TaskRow } from './task-rows.js'

/** The time within an id of version 7, to the millisecond. */
const shortest = 13

/** Characters that tell ids apart: as many as the longest beginning that two of them share, and one more. */
export function shortLength(ids: readonly string[]): number {
  const sorted = ids.toSorted()
  return Math.max(shortest, ...sorted.map((id, index) => shared(id, sorted[index + 1] ?? '') + 1))
}

const tones: Readonly<Record<string, keyof Paint>> = {
  ...{ complete: 'good', partial: 'warn', failed: 'bad' },
  ...{ running: 'accent', waiting: 'accent', parked: 'warn', unreadable: 'bad' },
}

/** A task on a line; one that no process works at is parked, however its process ended. `length`: characters of its id. */
export function taskRowLine(row: TaskRow, { length, now }: { readonly length: number; readonly now: number }): Span[] {
  const { taskId, state, startedAt, session, text, end } = row
  const word = end?.status ?? (state === 'died' ? 'parked' : state)
  const turn = session ? `${oneLine(session.id, 12)}#${session.turn}` : ''
  const why = whyOf(row)
  return [
    taskId.slice(0, length).padEnd(Math.min(length, 36)),
    '  ',
    [tones[word] ?? 'faint', word.padEnd(10)],
    ['faint', `  ${age(startedAt, now).padStart(6)}  `],
    ...(turn === '' ? [] : [['faint', `${turn}  `] as const]),
    oneLine(text, 300),
    ...(why === null ? [] : [['faint', `  (${why})`] as const]),
  ]
}

function whyOf({ end, questions, problem }: TaskRow): string | null {
  if (problem !== null) return problem
  if (questions > 0) return counted(questions, 'question')
  return end === null || end.status === 'complete' ? null : end.reason
}
