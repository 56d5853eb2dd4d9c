import { oneLine } from '@artoo/sdk'
import type { Call } from '../task/calls.js'
import { duration } from '../text/numbers.js'
import type { Paint } from '../text/paint.js'
import { type Look, line, type Span } from '../text/spans.js'
import { cut, widthOf } from '../text/width.js'

type Mark = readonly [keyof Paint, string]

const marks: Readonly<Record<Call['state'], Mark>> = {
  running: ['accent', '◐'],
  ok: ['good', '✓'],
  error: ['bad', '✗'],
  refused: ['warn', '⊘'],
}

/** The sign of a call's state. */
export const markOf = ({ state, isAsked }: Call): Mark => (isAsked ? ['warn', '?'] : marks[state])

/** A call on one line. `now`: the time up to which a running call is measured. */
export function callLine(call: Call, look: Look & { readonly now?: number | undefined }): string {
  const { tool, target, state } = call
  const time = timeOf(call, look.now)
  const said = saidOf(call)
  const head: readonly Span[] = [markOf(call), ' ', ['strong', tool]]
  const tail: readonly Span[] = time === '' ? [] : [['faint', ` · ${time}`]]
  const room = look.width - widthOf(`  ${tool}`) - widthOf(time === '' ? '' : ` · ${time}`)
  // The thing it acts on and the result share the room; neither pushes the other out.
  const half = Math.max(Math.floor(room / 2), room - widthOf(said) - 4)
  const subject = target === '' ? '' : ` ${cut(target, Math.max(0, half - 1))}`
  const rest = room - widthOf(subject) - 3
  const result: readonly Span[] =
    said === '' || rest < 4 ? [] : [['faint', ' — '], state === 'ok' ? ['faint', cut(said, rest)] : cut(said, rest)]
  return line([...head, subject, ...result, ...tail], look)
}

function timeOf({ durationMs, startedAt, state }: Call, now: number | undefined): string {
  const spent = durationMs ?? (now === undefined || state !== 'running' ? null : now - startedAt)
  // A shorter time is noise.
  return spent === null || spent < 100 ? '' : duration(spent)
}

function saidOf({ isAsked, line: said, progress, state, answer }: Call): string {
  if (isAsked) return 'waits for your answer'
  // The request was on the screen.
  if (state === 'refused' && answer) return answer.note ? `no: ${oneLine(answer.note)}` : 'no'
  if (state !== 'running' || progress === null) return said
  const { message, done, total } = progress
  const count = done === null ? null : total === null ? String(done) : `${done} of ${total}`
  return [message, count].filter((part) => part !== null && part !== '').join(' · ')
}
