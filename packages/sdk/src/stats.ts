import type { Memory, QueueCounts } from '@artoo/mkct'
import { type JobState, patiently, type SlotCounts } from '@artoo/runtime'
import type { Clock } from '@artoo/spec'
import type { RetentionStats } from './retention.js'

/** The sizes and queues of an instance, as plain data: for a metrics endpoint or a look by hand. */
export interface ArtooStats {
  /** Tasks under way in this process. */
  readonly tasks: number
  /** Model calls under way, and those that wait for a place (`limits.concurrency`). */
  readonly modelCalls: SlotCounts
  /** Tool calls under way, and those that wait for a place. */
  readonly toolCalls: SlotCounts
  /** Tasks in the journal. Null without a journal, or with one that doesn't count them. */
  readonly journal: { readonly open: number; readonly ended: number } | null
  /** Jobs in the queue by state, of all processes. Null without a queue. */
  readonly jobs: Readonly<Record<JobState, number>> | null
  /** Megrams in the memory, null when it doesn't answer within a second, and writes that wait. Null for a memory that doesn't count them. */
  readonly memory: (QueueCounts & { readonly megrams: number | null }) | null
  /** Events that the auditor lost, since more came than it could take. */
  readonly audit: { readonly dropped: number }
  /** Null without the option `retention`. */
  readonly retention: RetentionStats | null
}

/** The counts of a memory; null for one of the host that has none. */
export async function memoryStats(memory: Memory, clock: Clock): Promise<ArtooStats['memory']> {
  const { queue } = memory as Partial<Memory>
  if (!queue || !('summary' in memory)) return null
  const count = async () => (await memory.summary()).megrams
  return { megrams: await patiently(clock, count, longestMs).catch(() => null), ...queue }
}

/** Milliseconds that a look waits for the memory. */
const longestMs = 1_000
