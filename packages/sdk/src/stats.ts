import type { Memory, QueueCounts } from '@artoo/mkct'
import type { SlotCounts } from '@artoo/runtime'
import type { RetentionStats } from './retention.js'

/** The sizes and queues of an instance, as plain data: for a metrics endpoint or a look by hand. */
export interface ArtooStats {
  /** Tasks of this process, those included whose memory is still being written. */
  readonly tasks: number
  /** Model calls under way, and those that wait for a place (`limits.concurrency`). */
  readonly modelCalls: SlotCounts
  /** Tool calls under way, and those that wait for a place. */
  readonly toolCalls: SlotCounts
  /** Tasks in the journal. Null without a journal, or with one that doesn't count them. */
  readonly journal: { readonly open: number; readonly ended: number } | null
  /** Megrams in the memory, and writes that wait. Null for a memory that doesn't count them. */
  readonly memory: (QueueCounts & { readonly megrams: number }) | null
  /** Events that the auditor lost, since more came than it could take. */
  readonly audit: { readonly dropped: number }
  /** Null without the option `retention`. */
  readonly retention: RetentionStats | null
}

/** The counts of a memory; null for one of the host that has none. */
export async function memoryStats(memory: Memory): Promise<ArtooStats['memory']> {
  const { queue } = memory as Partial<Memory>
  return queue && 'summary' in memory ? { megrams: (await memory.summary()).megrams, ...queue } : null
}
