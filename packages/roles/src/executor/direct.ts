import type { Message } from '@artoo/spec'
import type { SubTask } from '../messages/plan.js'
import type { EarlierTurn } from '../messages/task.js'
import { correctionText } from './prompt.js'
import type { ExecutorComponents } from './state.js'

const instruction =
  "Don't guess what tools can tell. A refused call stays refused: say what is left undone. Report only what happened."

/** A conversation in the user's own words: the host's instructions, the turns before, the request. */
export function directBriefing(
  { request, intent, earlier = [] }: SubTask,
  { instructions = '', surroundings = [] }: ExecutorComponents,
  moreTools = '',
): readonly Message[] {
  const system = [instructions.trim(), instruction, surroundings.join('\n'), moreTools].filter(Boolean).join('\n\n')
  const turns = earlier.flatMap((turn): Message[] => [
    { role: 'user', content: turn.asked },
    { role: 'assistant', content: saidIn(turn) },
  ])
  return [{ role: 'system', content: system }, ...turns, { role: 'user', content: request ?? intent }]
}

/** A correction for a conversation, which no instruction has prepared for one. */
export const directCorrection = (...correction: Parameters<typeof correctionText>): string =>
  `${correctionText(...correction)}\nMend that, and give the whole answer again. What was done stands.`

/** The answer of a turn, with the calls that a later request may speak of. */
function saidIn({ answer, changes = [], refused = [] }: EarlierTurn): string {
  const calls = { ...(changes.length > 0 && { changes }), ...(refused.length > 0 && { refused }) }
  const said = answer || '(no answer)'
  return Object.keys(calls).length === 0 ? said : `${said}\n\n[Calls of this turn: ${JSON.stringify(calls)}]`
}
