import type { AgentBatch, LogEntry, SessionState } from '@artoo/omega'
import { oneLine } from '@artoo/sdk'
import type { Frame } from '../asking/frame.js'
import { percent } from '../view/text/numbers.js'
import type { OmegaPackage } from './omega-package.js'

type Words = Pick<OmegaPackage, 'claimViews' | 'foldLog' | 'roster' | 'verdictLine'>

/** Writes what happens in a deliberation; on a terminal the claims stand below it and change. */
export function progress(screen: Frame, omega: Words): (entry: LogEntry) => void {
  const log: LogEntry[] = []
  let batches: readonly AgentBatch[] = []
  let current = 0
  return (entry) => {
    const { event } = entry
    if (event.type === 'planned') batches = event.batches
    if (event.type === 'launched') current = event.batch
    log.push(entry)
    const said = eventLines(entry, batches, omega)
    if (said.length > 0) screen.say(said)
    screen.draw(picture(omega.foldLog(log), { batches, current }, omega))
  }
}

/** The lines for an event; most events have no lines. */
function eventLines({ event }: LogEntry, batches: readonly AgentBatch[], words: Words): readonly string[] {
  const name = (agent: number) => `${words.roster.card(agent).name} (${agent})`
  switch (event.type) {
    case 'launched': {
      const { batch, agents } = event
      return ['', `${batch + 1}/${batches.length} ${batches[batch]?.phase ?? ''}: ${agents.map(name).join(', ')}`]
    }
    case 'output':
      return [`  ${String(event.message.header.agentId).padStart(2)} ${oneLine(words.verdictLine(event.message))}`]
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
}

interface Stage {
  readonly batches: readonly AgentBatch[]
  readonly current: number
}

const marks = { active: ' ', confirmed: '✓', rejected: '✗', abandoned: '–' } as const

/** The batches, ● done, ◐ under way, ○ to come, and each claim with its confidence and its independent voices. */
function picture(state: SessionState, { batches, current }: Stage, { claimViews }: Words): readonly string[] {
  const dots = batches.map((_, index) => (index < current ? '●' : index === current ? '◐' : '○')).join('')
  const waiting = batches[current]?.agents.filter((agent) => state.awaited.includes(agent)) ?? []
  const claims = claimViews(state).map(({ id, statement, status, confidence, votes }) => {
    const sure = confidence === null ? '?' : percent(confidence, 1)
    return `  ${marks[status]} ${id} ${sure.padStart(5)}  ${votes.toFixed(1)} voices  ${oneLine(statement, 300)}`
  })
  return ['', `${dots}${waiting.length > 0 ? `  waiting for ${waiting.join(', ')}` : ''}`, ...claims]
}
