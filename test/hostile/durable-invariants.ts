import { readEvents } from '@artoo/sdk'
import { errorCode } from '@artoo/spec'
import type { HostileCase } from './cases.js'
import type { Ended } from './run-case.js'

/** By what a `redact` leaves of a task. */
const refusalsOfRedacted = ['nondeterministic', 'deciders_version', 'resume_mismatch', 'unsupported_journal']

/** The error says why an interrupted task can't be gone on with: nothing of it was written, so nothing was shown, or something else was. */
export function isRefused({ broken, options }: HostileCase, { left, error }: Ended): boolean {
  const code = errorCode(error) ?? ''
  if (left && options.redact && refusalsOfRedacted.includes(code)) return true
  if (left && code === 'invalid_task_id') return broken.has('ids')
  return code === 'unknown_task' && left?.events.length === 0
}

/** What is wrong with a task whose journal outlives the process. */
export async function durableFaults(hostile: HostileCase, ended: Ended): Promise<string[]> {
  const { journal, mended } = hostile
  if (!journal || !mended) return ended.left ? ['interrupted without a journal that outlives the process'] : []
  // A broken redact makes something else of a text, of an id and of a type.
  if (isRefused(hostile, ended) || hostile.broken.has('redact')) return []
  const kept = await readEvents(journal, ended.handle.taskId)
  return [...leavingFaults(hostile, ended, new Set(kept.map(({ id }) => id))), ...resultFaults(hostile, ended, kept)]
}

/** What a handle gives in place of a result is no event, and the handle has shown nothing that the journal doesn't have. */
function leavingFaults({ broken, closeAt }: HostileCase, { task, handle, left }: Ended, kept: ReadonlySet<string>) {
  if (!left) return []
  const { status, taskId, output, directive, reason, summary, nextMoves } = left.outcome
  const causes = {
    ...{ host_failed: broken.size > 0, closed: closeAt !== null, interrupted: task.interruptAt !== null },
    // Nobody else takes a task.
    taken_over: false,
  }
  const isRight = status === 'interrupted' && taskId === handle.taskId && output === null && directive === null
  const unkept = left.events.filter(({ id }) => !kept.has(id))
  return [
    ...(isRight && summary !== '' && nextMoves.length > 0 ? [] : [`left as ${JSON.stringify(left.outcome)}`]),
    ...(causes[reason] ? [] : [`interrupted by ${reason}, which there was not`]),
    ...(unkept.length > 0 ? [`shown, and not journalled: ${unkept.map(({ type }) => type).join()}`] : []),
  ]
}

type Events = Awaited<ReturnType<typeof readEvents>>

/** The result of a handle is the only one in the journal. */
function resultFaults({ isMasked }: HostileCase, { result }: Ended, kept: Events): string[] {
  const finals = kept.filter(({ type }) => type === 'FinalResult').map(({ payload }) => JSON.stringify(payload))
  if (finals.length !== 1) return [`${finals.length} FinalResult events in the journal`]
  const isOther = result && !isMasked && finals[0] !== JSON.stringify(result)
  return isOther ? [`the journal's result is ${finals[0]?.slice(0, 300)}`] : []
}
