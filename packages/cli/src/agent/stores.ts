import { type FileAuditLog, fileAuditLog } from '@artoo/insight/node'
import type { ArtooOptions, Memory } from '@artoo/sdk'
import { openMemory } from '@artoo/sdk/node'
import { errorCode } from '@artoo/spec'

interface Opened<Store> {
  readonly store: Store | null
  readonly notes: readonly string[]
}

/** The memory in the state folder of a root. Null with a note while another process has it open. */
export async function memoryOf(root: string, depth: ArtooOptions['depth']): Promise<Opened<Memory>> {
  // A task of this depth neither consults nor teaches it.
  if (depth === 'direct') return { store: null, notes: [] }
  try {
    return { store: await openMemory({ root }), notes: [] }
  } catch (error) {
    if (errorCode(error) !== 'store_locked') throw error
    const note = 'The memory is open in another process: what is learned here is forgotten at the end.'
    return { store: null, notes: [note] }
  }
}

/** The audit log in the state folder of a root. Null with a note while another process writes it. */
export function auditLogOf(root: string): Opened<FileAuditLog> {
  try {
    return { store: fileAuditLog({ root }), notes: [] }
  } catch (error) {
    if (errorCode(error) !== 'audit_log_locked') throw error
    return { store: null, notes: ['The audit log is open in another process: findings of this one are not kept.'] }
  }
}
