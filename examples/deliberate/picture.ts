import {
  type AgentBatch,
  type ClaimView,
  claimViews,
  type LogEntry,
  roster,
  type SessionState,
  verdictLine,
} from '@artoo/omega'
import { oneLine } from '@artoo/sdk'

const name = (agent: number) => `${roster.card(agent).name} (${agent})`

/** What is told of an event; nothing of most. */
export function linesOf({ event }: LogEntry, batches: readonly AgentBatch[]): readonly string[] {
  switch (event.type) {
    case 'launched':
      return [
        '',
        `${event.batch + 1}/${batches.length} ${batches[event.batch]?.phase}: ${event.agents.map(name).join(', ')}`,
      ]
    case 'output':
      return [`  ${String(event.message.header.agentId).padStart(2)} ${oneLine(verdictLine(event.message))}`]
    case 'checked': {
      const { agent, reference, holds, evidence } = event
      if (reference.type !== 'CONTRADICTS') return []
      return [
        `     code ran it: ${reference.claim} is ${holds ? 'refuted' : 'not refuted'} by ${name(agent)}: ${shortened(evidence)}`,
      ]
    }
    case 'quarantined':
      return [`  ${event.agent} is not heard: ${event.faults.map(({ message }) => oneLine(message)).join('; ')}`]
    default:
      return []
  }
}

const shortened = (text: string) => oneLine(text, 100)

/** Every claim with how sure it is, and how many independent voices hold it. */
export const claimsPicture = (state: SessionState): readonly string[] => claimViews(state).map(claimLine)

const marks = { active: ' ', confirmed: '✓', rejected: '✗', abandoned: '-' } as const

function claimLine({ id, statement, status, confidence, votes }: ClaimView): string {
  const known = confidence === null ? '?' : `${Math.round(confidence * 100)} %`
  return `  ${marks[status]} ${id} ${known.padStart(5)}  n_eff ${votes.toFixed(2)}  ${status.padEnd(9)}  ${oneLine(statement)}`
}

/** ● heard, ◐ out, ○ to come. */
export function progressPicture(batches: readonly AgentBatch[], out: number, { awaited }: SessionState): string {
  const mark = (index: number) => (index < out ? '●' : index === out ? '◐' : '○')
  const current = batches[out]?.agents.filter((agent) => awaited.includes(agent)) ?? []
  const waiting = current.length > 0 ? `  ${batches[out]?.phase}: waiting for ${current.join(', ')}` : ''
  return `${batches.map((_, index) => mark(index)).join('')}${waiting}`
}
