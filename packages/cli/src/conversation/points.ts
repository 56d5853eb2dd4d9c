import type { Artoo, ConversationTurn, Journal, RunEvent } from '@artoo/sdk'
import { readEvents } from '@artoo/sdk'
import type { RewindPoint } from './conversation.js'

/** A round that a task began after its first, and the event that a fork goes on from. */
export interface RoundStart {
  readonly round: number
  readonly eventId: string
  readonly title: string
  readonly at: number
}

/** The replans of a task: a round begins with the directive for its plan. */
export function roundStarts(events: readonly RunEvent[]): readonly RoundStart[] {
  return events.flatMap((event) =>
    event.type === 'PlanDirective'
      ? [{ round: event.payload.round + 1, eventId: event.id, title: event.payload.gapSummary, at: event.at }]
      : [],
  )
}

interface Source {
  readonly artoo: Pick<Artoo, 'diff'>
  readonly journal: Journal
  readonly turns: readonly ConversationTurn[]
  readonly signal?: AbortSignal | undefined
}

/** The points of a conversation, oldest first: each turn's beginning, and each of its later rounds. */
export async function pointsOf({ artoo, journal, turns, signal }: Source): Promise<readonly RewindPoint[]> {
  const points: RewindPoint[] = []
  /** Paths that later turns changed. */
  const later = new Set<string>()
  for (const { taskId, asked, startedAt } of turns.toReversed()) {
    const own: RewindPoint[] = []
    for (const { round, title, at } of roundStarts(await readEvents(journal, taskId)).toReversed()) {
      own.unshift({ taskId, round, title, at, files: new Set([...later, ...(await changed(round))]).size })
    }
    for (const path of await changed()) later.add(path)
    points.unshift({ taskId, round: null, title: asked, at: startedAt, files: later.size }, ...own)

    async function changed(to?: number): Promise<readonly string[]> {
      const changes = await artoo.diff(taskId, { to, signal }).catch(() => [])
      return changes.map(({ path }) => path)
    }
  }
  return points
}
