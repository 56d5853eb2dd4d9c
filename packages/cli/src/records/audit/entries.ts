import { createReadStream } from 'node:fs'
import { isRecord } from '@artoo/spec'

/** An entry as the audit log has it. */
export type AuditEntry = Readonly<Record<string, unknown>> & { readonly sequence: number; readonly event: unknown }

/** All entries. Lines that are not entries, such as one that a crash cut short, are left out. */
export async function* auditEntries(path: string): AsyncGenerator<AuditEntry> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const entry = entryOn(text)
      if (entry) yield entry
    }
  }
}

function entryOn(text: string): AuditEntry | null {
  try {
    const entry: unknown = JSON.parse(text)
    return isEntry(entry) ? entry : null
  } catch {
    return null
  }
}

const isEntry = (value: unknown): value is AuditEntry =>
  isRecord(value) && typeof value.sequence === 'number' && 'event' in value
