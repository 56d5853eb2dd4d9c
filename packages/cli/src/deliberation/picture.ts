import type { AgentBatch, LogEntry, SessionState } from '@artoo/omega'
import { oneLine } from '@artoo/sdk'
import type { OmegaPackage } from './omega-package.js'

/** The words for a deliberation. */
export function picture({
  claimViews,
  roster,
  verdictLine,
}: Pick<OmegaPackage, 'claimViews' | 'roster' | 'verdictLine'>) {
  const name = (agent: number) => `${roster.card(agent).name} (${agent})`
  return {
    /** Lines for an event; none for most. */
    lines({ event }: LogEntry, batches: readonly AgentBatch[]): readonly string[] {
      switch (event.type) {
        case 'launched': {
          const { batch, agents } = event
          return ['', `${batch + 1}/${batches.length} ${batches[batch]?.phase ?? ''}: ${agents.map(name).join(', ')}`]
        }
        case 'output':
          return [`  ${String(event.message.header.agentId).padStart(2)} ${oneLine(verdictLine(event.message))}`]
        case 'checked': {
          const { reference, holds, evidence } = event
          if (reference.type !== 'CONTRADICTS') return []
          return [`     code: ${reference.claim} is ${holds ? 'refuted' : 'not refuted'}: ${oneLine(evidence, 100)}`]
        }
        case 'quarantined': {
          const faults = event.faults.map(({ message }) => oneLine(message, 100)).join('; ')
          return [`  ${String(event.agent).padStart(2)} is left out: ${faults}`]
        }
        default:
          return []
      }
    },
    /** The batches, ● done, ◐ under way, ○ to come, and each claim with its confidence and its independent voices. */
    live(state: SessionState, batches: readonly AgentBatch[], current: number): readonly string[] {
      const dots = batches.map((_, index) => (index < current ? '●' : index === current ? '◐' : '○')).join('')
      const waiting = batches[current]?.agents.filter((agent) => state.awaited.includes(agent)) ?? []
      const claims = claimViews(state).map(({ id, statement, status, confidence, votes }) => {
        const sure = confidence === null ? '?' : `${Math.round(confidence * 100)} %`
        return `  ${marks[status]} ${id} ${sure.padStart(5)}  ${votes.toFixed(1)} voices  ${oneLine(statement, 300)}`
      })
      return ['', `${dots}${waiting.length > 0 ? `  waiting for ${waiting.join(', ')}` : ''}`, ...claims]
    },
  }
}

const marks = { active: ' ', confirmed: '✓', rejected: '✗', abandoned: '–' } as const
