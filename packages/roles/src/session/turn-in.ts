import { type JournalState, personRequestsIn } from '@artoo/runtime'
import { shortened } from '@artoo/spec'
import type { ArtooEvent } from '../messages/contracts.js'
import type { FinalResult } from '../messages/control.js'
import type { EarlierTurn } from '../messages/task.js'

/** The request of a task and the answer to it, by its log; null when there was no request. */
export function turnIn(events: readonly ArtooEvent[], state: JournalState): EarlierTurn | null {
  const input = events.find((event) => event.type === 'UserInput')
  if (!input) return null
  const added = events.flatMap((event) => (event.type === 'UserWords' ? [event.payload.text] : []))
  const asked = [input.payload.text, ...added].join('\n\n')
  const final = events.find((event) => event.type === 'FinalResult')
  if (final)
    return { asked, answer: answerOf(final.payload), ended: final.payload.reason, ...doneIn(final.payload, events) }
  if (state !== 'waiting') return { asked, answer: '', ended: 'unfinished' }
  const questions = personRequestsIn(events).map((request) =>
    request.kind === 'confirm' ? `May I ${request.action}? (${request.reason})` : request.question,
  )
  return { asked, answer: questions.join('\n'), ended: 'waiting' }
}

/** The text that the user received, with the reason when a part is missing. */
function answerOf({ output, status, summary }: FinalResult): string {
  return [output, status !== 'complete' && summary].filter(Boolean).join('\n\n')
}

/** Entries of each list that a turn has, the last ones. */
const most = 20

/** Characters of one diff, and of all in a turn. */
const longestDiff = 1_000
const roomForDiffs = 4_000

/** The facts that "undo that" rests on: changing calls with their changes, and the parts that were not done. */
function doneIn({ changes, refused, missing }: FinalResult, events: readonly ArtooEvent[]): Partial<EarlierTurn> {
  const diffs = new Map(
    events.flatMap((event) =>
      event.type === 'ToolResult' && event.payload.change?.diff ? [[event.payload.id, event.payload.change.diff]] : [],
    ),
  )
  let left = roomForDiffs
  const told = changes.slice(-most).map(({ id, tool, target, what }) => {
    const diff = shortened(diffs.get(id) ?? '', Math.min(longestDiff, Math.max(0, left)))
    left -= diff.length
    return { tool, target, what, ...(diff.length > 1 && { diff }) }
  })
  return {
    ...(told.length > 0 && { changes: told }),
    ...(refused.length > 0 && {
      refused: refused.slice(-most).map(({ tool, target, why }) => ({ tool, target, why })),
    }),
    ...(missing.length > 0 && { missing: missing.slice(0, most) }),
  }
}
