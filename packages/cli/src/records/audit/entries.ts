import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { isRecord } from '@artoo/spec'

/** An entry of the audit log, as it stands there. */
export type AuditEntry = Readonly<Record<string, unknown>> & { readonly sequence: number; readonly event: unknown }

/** An entry has at most a megabyte; most have a few hundred bytes. */
const tailBytes = 1_048_576

/** All entries. Lines that are none, such as one that a crash cut short, are left out. */
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

/** The last entries, oldest first, as far as they stand in the last megabyte. */
export async function lastAuditEntries(path: string, most: number): Promise<readonly AuditEntry[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const position = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await file.read({ position, buffer: Buffer.alloc(size - position) })
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    return lines.flatMap((text) => entryOn(text) ?? []).slice(-most)
  } finally {
    await file.close()
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
