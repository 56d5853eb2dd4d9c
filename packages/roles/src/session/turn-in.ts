import { type JournalState, personRequestsIn } from '@artoo/runtime'
import type { ArtooEvent } from '../messages/contracts.js'
import type { FinalResult } from '../messages/control.js'
import type { Turn } from '../messages/task.js'

/** What the user asked in a task and what came of it, by its log; null when nothing was asked. */
export function turnIn(events: readonly ArtooEvent[], state: JournalState): Turn | null {
  const input = events.find((event) => event.type === 'UserInput')
  if (!input) return null
  const asked = input.payload.text
  const final = events.find((event) => event.type === 'FinalResult')
  if (final) return { asked, answer: answerOf(final.payload), ended: final.payload.reason }
  if (state !== 'waiting') return { asked, answer: '', ended: 'unfinished' }
  const questions = personRequestsIn(events).flatMap((request) =>
    request.kind === 'clarify' ? request.questions : [`May I ${request.action}? (${request.reason})`],
  )
  return { asked, answer: questions.join('\n'), ended: 'waiting' }
}

/** What the user got to read, with the reason where something is missing. */
function answerOf({ output, status, summary }: FinalResult): string {
  return [output, status !== 'complete' && summary].filter(Boolean).join('\n\n')
}
