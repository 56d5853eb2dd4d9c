import { type ClaimView, claimViews, foldLog, type LogEntry, verdictLine } from '@artoo/omega'
import { oneLine } from '@artoo/sdk'

/** Makes the lines for each event of a session: what is said, what code finds, and how sure the claims are after each batch. */
export function storyteller(): (entry: LogEntry) => readonly string[] {
  const log: LogEntry[] = []
  return (entry) => {
    log.push(entry)
    const { event } = entry
    switch (event.type) {
      case 'launched':
        return [`\n${foldLog(log).batches[event.batch]?.phase}`]
      case 'output':
        return [`  ${event.message.name}: ${oneLine(verdictLine(event.message))}`]
      case 'checked': {
        const { check, claim, type } = event.reference
        const found = `${claim} is ${event.holds ? '' : 'not '}${type === 'CONTRADICTS' ? 'refuted' : 'shown'}`
        return [`  code ran ${check?.name}: ${found}: ${oneLine(event.evidence, 100)}`]
      }
      case 'advanced':
        return claimViews(foldLog(log)).map(claimLine)
      default:
        return []
    }
  }
}

const marks = { active: ' ', confirmed: '✓', rejected: '✗', abandoned: '-' } as const

function claimLine({ id, statement, status, confidence, voices }: ClaimView): string {
  const sure = confidence === null ? '?' : `${Math.round(confidence * 100)} %`
  return `  ${marks[status]} ${id} ${sure.padStart(5)}  ${voices.toFixed(1)} voices  ${oneLine(statement)}`
}
