import { existsSync } from 'node:fs'
import { auditStats } from '@artoo/insight'
import { verifyAudit } from '@artoo/insight/node'
import { fileJournal } from '@artoo/runtime/node'
import { ArtooError } from '@artoo/spec'
import { storePath } from '@artoo/spec/node'
import { workingFolder } from '../agent/working-folder.js'
import type { Call, RunCommand } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { auditEntries } from '../records/audit/entries.js'
import { entryLine, statsLines, verificationLines } from '../records/audit/lines.js'
import { lastOf } from '../records/items.js'
import { printJson, printLines } from '../records/print.js'

const mostShown = 50

/** The path of the audit log. It is not opened as a log, because that would lock it. */
function logOf(call: Call): string {
  const path = storePath(
    { root: workingFolder(call.cwd, call.flags.dir) },
    { of: 'artoo audit', name: 'audit.jsonl', field: 'path' },
  )
  if (existsSync(path)) return path
  const message = `there is no audit trail at ${path}: the first task in this folder begins it`
  throw new ArtooError('no_audit_log', message, { field: 'dir' })
}

async function verify(call: Call): Promise<number> {
  const found = await verifyAudit(logOf(call))
  if (call.flags.json) await printJson(call, [found])
  else await printLines(call, verificationLines(found))
  return found.sound ? exitCodes.complete[0] : exitCodes.failed[0]
}

async function stats(call: Call): Promise<number> {
  const { signal } = call
  const found = await auditStats(fileJournal({ root: workingFolder(call.cwd, call.flags.dir) }), { signal })
  if (call.flags.json) await printJson(call, [found])
  else await printLines(call, statsLines(found))
  return exitCodes.complete[0]
}

async function list(call: Call): Promise<number> {
  const path = logOf(call)
  if (call.flags.json) await printJson(call, auditEntries(path))
  else await printLines(call, (await lastOf(auditEntries(path), mostShown)).map(entryLine))
  return exitCodes.complete[0]
}

/** Checks, sums up or lists the audit trail of a folder. */
export const audit: RunCommand = async (call) => {
  const [what = 'verify'] = call.words
  if (what === 'stats') return stats(call)
  return what === 'list' ? list(call) : verify(call)
}
