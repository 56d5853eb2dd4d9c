import type { RunEvent } from '@artoo/sdk'
import { text } from './svg.js'

interface Row {
  readonly who: string
  readonly what: string
  /** The class of the dot. */
  readonly kind: 'plain' | 'good' | 'ask' | 'stop'
}

export const rowHeight = 27

/** The row of an event that a person follows; null for the rest. */
function rowOf(event: RunEvent): Row | null {
  switch (event.type) {
    case 'UserInput':
      return { who: 'you', what: event.payload.text, kind: 'plain' }
    case 'SubTask':
      return event.to === 'R3' ? { who: 'planner', what: event.payload.intent, kind: 'plain' } : null
    case 'ToolRequest':
      return { who: 'executor', what: `${event.payload.tool} ${JSON.stringify(event.payload.input)}`, kind: 'plain' }
    case 'ToolResult':
      return { who: 'tool', what: `${event.payload.output}`, kind: event.payload.status === 'ok' ? 'good' : 'stop' }
    case 'ConfirmationRequest':
      return { who: 'gate', what: `${event.payload.action}? (${event.payload.reason})`, kind: 'ask' }
    case 'ConfirmationAnswer':
      return { who: 'you', what: event.payload.allowed ? 'yes' : 'no', kind: event.payload.allowed ? 'good' : 'stop' }
    case 'SubTaskOutcome': {
      const [first] = event.payload.verdicts
      const words = first ? `${first.verdict}: ${first.criterion} (${first.evidence})` : event.payload.status
      return { who: 'judge', what: words, kind: event.payload.status === 'matched' ? 'good' : 'stop' }
    }
    case 'ControlDecision': {
      const { loss, directive } = event.payload
      return { who: 'controller', what: `loss ${loss.L.toFixed(2)}: ${directive}`, kind: 'plain' }
    }
    case 'FinalResult':
      return { who: 'result', what: `${event.payload.status}: ${event.payload.output}`, kind: 'good' }
    default:
      return null
  }
}

export const rowsOf = (events: readonly RunEvent[]): readonly Row[] => events.flatMap((event) => rowOf(event) ?? [])

/** Rows from a height downwards: a line with a dot for each. */
export function timeline(rows: readonly Row[], top: number): readonly string[] {
  const at = (index: number) => top + index * rowHeight
  return [
    `<path class="line" d="M140 ${at(0)} V${at(rows.length - 1)}"/>`,
    ...rows.flatMap(({ who, what, kind }, index) => [
      text(who, [124, at(index) + 4], 'quiet', 'end'),
      `<circle class="${kind}" cx="140" cy="${at(index)}" r="5"/>`,
      text(what, [156, at(index) + 4], 'code'),
    ]),
  ]
}
