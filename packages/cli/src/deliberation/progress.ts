import type { LogEntry, SessionState } from '@artoo/omega'
import { oneLine } from '@artoo/sdk'
import type { Frame } from '../asking/frame.js'
import { percent } from '../view/text/numbers.js'
import type { OmegaPackage } from './omega-package.js'

type Words = Pick<OmegaPackage, 'claimViews' | 'foldLog' | 'roster' | 'verdictLine'>

/** Writes what happens in a deliberation; on a terminal the answers and claims stand below it and change. */
export function progress(screen: Frame, omega: Words): (entry: LogEntry) => void {
  const log: LogEntry[] = []
  return (entry) => {
    log.push(entry)
    const session = omega.foldLog(log)
    const said = eventLines(entry, session, omega)
    if (said.length > 0) screen.say(said)
    screen.draw(picture(session, omega))
  }
}

/** The lines for an event; most events have no lines. */
function eventLines({ event }: LogEntry, { batches }: SessionState, words: Words): readonly string[] {
  const name = (agent: number) => `${words.roster.card(agent).name} (${agent})`
  const line = (agent: number, text: string) => `  ${String(agent).padStart(2)} ${text}`
  switch (event.type) {
    case 'launched': {
      const { batch, agents } = event
      return ['', `${batch + 1}/${batches.length} ${batches[batch]?.phase ?? ''}: ${agents.map(name).join(', ')}`]
    }
    case 'output':
      return [line(event.message.agent, oneLine(words.verdictLine(event.message)))]
    case 'checked': {
      const { reference, holds, evidence } = event
      if (reference.type !== 'CONTRADICTS') return []
      return [`     code: ${reference.claim} is ${holds ? 'refuted' : 'not refuted'}: ${oneLine(evidence, 100)}`]
    }
    case 'quarantined': {
      const faults = event.faults.map(({ message }) => oneLine(message, 100)).join('; ')
      return [line(event.agent, `is left out: ${faults}`)]
    }
    case 'spared':
      return event.agents.length === 0 ? [] : ['', `Not asked: ${oneLine(event.why)}`]
    default:
      return []
  }
}

const marks = { active: ' ', confirmed: '✓', rejected: '✗', abandoned: '–' } as const

/** The batches, ● done, ◐ under way, ○ to come, and each claim with its confidence and its independent voices. */
function picture(session: SessionState, { claimViews }: Words): readonly string[] {
  const { batches, batch, awaited } = session
  const dots = batches.map((_, index) => (index < batch ? '●' : index === batch ? '◐' : '○')).join('')
  const claims = claimViews(session).map(({ id, statement, status, confidence, voices }) => {
    const sure = confidence === null ? '?' : percent(confidence, 1)
    return `  ${marks[status]} ${id} ${sure.padStart(5)}  ${voices.toFixed(1)} voices  ${oneLine(statement, 300)}`
  })
  return ['', `${dots}${awaited.length > 0 ? `  waiting for ${awaited.join(', ')}` : ''}`, ...claims]
}
