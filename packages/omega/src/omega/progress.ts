import { bestAnswer } from '../evidence/evidence.js'
import type { LogEntry, SessionEvent } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import type { Roster } from '../roster/roster.js'
import { emptySession, folded } from '../session/fold.js'
import { confidenceIn, oneLine } from '../text/plain-text.js'

/** The progress of a deliberation at one moment. */
export interface ProgressStep {
  readonly iteration: number
  /** The batch that is out, from 1, of so many of the iteration; fewer may be needed. */
  readonly batch: number
  readonly batches: number
  /** Agents of the iteration that were heard, or gave nothing, and all that it may send. */
  readonly heard: number
  readonly agents: number
  readonly modelCalls: number
  /** The best answer so far; null before the first. */
  readonly answer: string | null
  /** 0 to 1; null while it is unknown. */
  readonly confidence: number | null
  /** The event and all that in a line, for people. */
  readonly text: string
}

/** A step for each batch that is sent, each agent that is heard, and the end. */
export async function* progressOf(
  events: AsyncIterable<{ readonly type: string; readonly payload: unknown }>,
  roster: Roster,
): AsyncIterator<ProgressStep> {
  let session = emptySession()
  for await (const { type, payload } of events) {
    if (type !== 'SessionEntry') continue
    const entry = payload as LogEntry
    session = folded(session, entry)
    const told = lineOf(entry.event, session, roster)
    if (told !== null) yield stepOf(session, told)
  }
}

/** The event in a line; null for one that is no news to people. */
function lineOf(event: SessionEvent, { iteration, batch, batches }: SessionState, roster: Roster): string | null {
  const name = (agent: number) => roster.card(agent).name
  switch (event.type) {
    case 'launched': {
      const round = iteration > 1 ? `iteration ${iteration}, ` : ''
      return `${round}batch ${batch + 1} of ${batches.length}: ${event.agents.map(name).join(', ')}`
    }
    case 'output':
      return `${event.message.name}: ${oneLine(event.message.verdict).slice(0, 120)}`
    case 'checked': {
      const outcome = event.holds === null ? 'could not be run' : event.holds ? 'holds' : 'does not hold'
      return `code: what ${name(event.agent)} says of ${event.reference.claim} ${outcome}`
    }
    case 'ended':
      return `${event.status}: ${event.why}`
    default:
      return null
  }
}

function stepOf(session: SessionState, told: string): ProgressStep {
  const { iteration, batch, batches, awaited, used } = session
  const count = (some: typeof batches) => some.reduce((sum, { agents }) => sum + agents.length, 0)
  const best = bestAnswer(session)
  const step = {
    ...{ iteration, batch: batch + 1, batches: batches.length },
    heard: count(batches.slice(0, batch + 1)) - awaited.length,
    ...{ agents: count(batches), modelCalls: used.modelCalls },
    ...{ answer: best?.answer ?? null, confidence: best?.confidence ?? null },
  }
  const so = best ? `${confidenceIn(step.confidence)}: ${oneLine(best.answer).slice(0, 80)}` : 'no answer yet'
  return {
    ...step,
    text: `${told} (${step.heard} of ${step.agents} agents, ${step.modelCalls} ${step.modelCalls === 1 ? 'call' : 'calls'}; ${so})`,
  }
}
