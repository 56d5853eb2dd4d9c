import { openCalls, type ToolTurn } from '@artoo/runtime'
import { shortened } from '@artoo/spec'
import type { Outgoing } from '../messages/contracts.js'
import type { SubTask } from '../messages/plan.js'

/** Characters of an intent that a person reads beside a question. */
const longestAbout = 200

export function requestsOf(
  turn: ToolTurn,
  { attempt, why }: { readonly attempt: number; readonly why: string | null },
  { subtaskId: key, intent, blockedTargets, cautions: all }: SubTask,
): readonly Outgoing<'R3'>[] {
  const about = { subtask: shortened(intent, longestAbout), why }
  return openCalls(turn).map(({ id: callId, name: tool, input }) => {
    const cautions = all.filter((caution) => caution.tool === tool)
    return {
      type: 'ToolRequest',
      to: 'tools',
      payload: { key, callId, attempt, tool, input, about, blockedTargets, cautions },
    }
  })
}

/** The note on the turns with tool calls that are left; empty while there are several. */
export function noteOn(turnsLeft: number): string {
  if (turnsLeft > 1) return ''
  return turnsLeft === 1
    ? '[One turn with tool calls is left: use it for what decides, then report.]'
    : '[No turn with tool calls is left: report now, with what you found.]'
}
