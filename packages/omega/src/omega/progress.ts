import { bestAnswer } from '../evidence/evidence.js'
import type { LogEntry } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
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
  /** All that in a line, for people. */
  readonly text: string
}

/** A step for each batch that is sent, each agent that is heard, and the end. */
export async function* progressOf(
  events: AsyncIterable<{ readonly type: string; readonly payload: unknown }>,
): AsyncIterator<ProgressStep> {
  let session = emptySession()
  for await (const event of events) {
    if (event.type !== 'SessionEntry') continue
    const entry = event.payload as LogEntry
    session = folded(session, entry)
    if (telling.has(entry.event.type)) yield stepOf(session)
  }
}

const telling: ReadonlySet<LogEntry['event']['type']> = new Set(['launched', 'output', 'checked', 'ended'])

function stepOf(session: SessionState): ProgressStep {
  const { iteration, batch, batches, awaited, used, ended } = session
  const count = (some: typeof batches) => some.reduce((sum, { agents }) => sum + agents.length, 0)
  const best = bestAnswer(session)
  const step = {
    ...{ iteration, batch: batch + 1, batches: batches.length },
    ...{
      heard: count(batches.slice(0, batch + 1)) - awaited.length,
      agents: count(batches),
      modelCalls: used.modelCalls,
    },
    ...{ answer: best?.answer ?? null, confidence: best?.confidence ?? null },
  }
  const round = iteration > 1 ? `iteration ${iteration}, ` : ''
  const where = ended ? `ended, ${ended.status}` : `${round}batch ${step.batch} of ${step.batches}`
  const so = best ? `${confidenceIn(step.confidence)}: ${oneLine(best.answer).slice(0, 120)}` : 'no answer yet'
  return { ...step, text: `${where}, ${step.heard} of ${step.agents} agents, ${step.modelCalls} model calls; ${so}` }
}
