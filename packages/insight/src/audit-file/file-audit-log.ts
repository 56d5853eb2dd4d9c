/// <reference types="node" />
import { appendFileSync, mkdirSync, realpathSync } from 'node:fs'
import { appendFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { AuditLog } from '@artoo/roles'
import { ArtooError, closedError, oneByOne } from '@artoo/spec'
import { type StateFolderOptions, storePath } from '@artoo/spec/node'
import { type AuditHead, entryAfter, longestLine, type Torn } from './entry.js'
import { holdFile } from './hold-file.js'
import { tailOf } from './tail.js'

export interface FileAuditLog extends AuditLog {
  readonly path: string
  /** The last entry. Keep it elsewhere: `verifyAudit` then notices a file that was cut off. */
  readonly head: AuditHead
  /** Waits for what was appended and lets other processes write. */
  close(): Promise<void>
}

/**
 * An append-only file of JSON lines, each of which carries the hash of the one before: at that path, or in the state folder of `root`, by
 * default the current directory. It is opened at once, with its directory, and goes on where an earlier process left off; what
 * that one left torn stays, and an entry says so. One process writes at a time.
 *
 * @throws {ArtooError} `audit_log_locked` when another process writes it, `not_an_audit_log` for a file of something else,
 * `invalid_option` for what is no path, and as `stateFolder` does. `append` rejects with `audit_log_changed` once another process has written to the file, with
 * `audit_log_locked` once another process may write to it since this one was paused, and with `audit_entry_too_long` for more than a megabyte.
 */
export function fileAuditLog(place?: string | StateFolderOptions): FileAuditLog {
  const path = storePath(place, { of: 'fileAuditLog', name: 'audit.jsonl', field: 'path' })
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, '', { mode: 0o600 })
  const file = realpathSync(resolve(path))
  const lock = holdFile(file)
  let head: AuditHead
  let size: number
  try {
    ;({ head, size } = mended(file))
  } catch (error) {
    lock.release()
    throw error
  }
  const inTurn = oneByOne()
  /** An entry that may have been written in part. */
  let inDoubt: AuditHead | null = null
  let closed = false

  async function write(event: unknown): Promise<void> {
    if (inDoubt) settleDoubt(inDoubt)
    const { line, ...next } = entryAfter(head, event)
    if (line.length > longestLine) throw new ArtooError('audit_entry_too_long', 'an entry has more than a megabyte')
    if ((await stat(file)).size !== size) throw changed(file)
    lock.assertHeld()
    inDoubt = next
    await appendFile(file, `${line}\n`)
    inDoubt = null
    head = next
    size += line.length + 1
  }

  /** After a write that failed, the file has the entry, a part of it or nothing of it. */
  function settleDoubt(attempted: AuditHead): void {
    const tail = tailOf(file)
    if (tail.head.hash !== head.hash && tail.head.hash !== attempted.hash) throw changed(file)
    ;({ head, size } = mended(file))
    inDoubt = null
  }

  return {
    path: file,
    get head() {
      return head
    },
    append(event) {
      if (closed) return Promise.reject(closedError('audit log'))
      return inTurn(() => write(event))
    },
    async close() {
      if (closed) return
      closed = true
      await inTurn(() => {})
      lock.release()
    },
  }
}

/** The place to go on at, once an entry says what a crash left. */
function mended(file: string): { readonly head: AuditHead; readonly size: number } {
  const { head, size, remains, isEnded } = tailOf(file)
  const lineEnd = isEnded ? '' : '\n'
  if (!remains) {
    appendFileSync(file, lineEnd)
    return { head, size: size + lineEnd.length }
  }
  const event: Torn = { kind: 'torn', at: Date.now(), ...remains }
  const { line, ...next } = entryAfter(head, event)
  appendFileSync(file, `${lineEnd}${line}\n`)
  return { head: next, size: size + lineEnd.length + line.length + 1 }
}

function changed(file: string): ArtooError {
  const message = `${file} was written to by somebody else: look at it with verifyAudit, and go on in a new file`
  return new ArtooError('audit_log_changed', message, { field: 'path' })
}
