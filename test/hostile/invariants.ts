import { stopReasons } from '@artoo/ggs'
import { replay } from '@artoo/insight'
import { type RunEvent, readEvents, usageByRole } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import type { HostileCase } from './cases.js'
import { speed } from './counted-clock.js'
import { durableFaults, isRefused } from './durable-invariants.js'
import { outsideWord, processesIn, unlistedName } from './folder.js'
import { pause } from './models.js'
import type { CaseRun, Ended } from './run-case.js'
import { secretWord } from './texts.js'

/** Real milliseconds beyond what a task may take, on a machine that has other things to do. */
const slackMs = 2_500
/** What a broken memory and a broken journal are waited for, in the task's time. */
const patienceMs = 5_000

/** What is wrong with a case that has ended; nothing, as a rule. */
export async function faultsOf(hostile: HostileCase, run: CaseRun): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve))
  return [
    ...run.notes,
    ...hostile.deeds.violations,
    ...run.ended.flatMap((ended) => (isRefused(hostile, ended) ? [] : endingFaults(hostile, ended))),
    ...(
      await Promise.all(run.ended.map((ended) => (isRefused(hostile, ended) ? [] : logFaults(hostile, ended))))
    ).flat(),
    ...(await Promise.all(run.ended.map((ended) => durableFaults(hostile, ended)))).flat(),
    ...(hostile.broken.has('clock') ? [] : timerFaults(hostile)),
    ...closeFaults(hostile, run),
    ...launchFaults(hostile, run),
    ...(await folderFaults(hostile, run)),
    ...(Object.keys(Object.prototype).length > 0 ? ['Object.prototype was polluted'] : []),
  ]
}

function endingFaults(
  { options, broken }: HostileCase,
  { task, handle, result, error, tookMs, lagMs }: Ended,
): string[] {
  if (!result) return [`the handle rejected: ${ArtooError.isInstance(error) ? error.code : ''} ${String(error)}`]
  const faults: string[] = []
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault)
  }
  const { directive, reason, output, nextMoves, loss, gradient, replans } = result
  const limits = { ...options.limits, ...task.limits }
  const { status, missing } = result
  check((output === null) === (status === 'failed'), `${status} with output ${typeof output}`)
  check((missing.length === 0) === (status === 'complete'), `${status} with ${missing.length} missing`)
  const isShort = directive === 'abandon' || directive === 'deliver'
  check(status !== 'complete' || !isShort, `${status} for ${directive}`)
  check(stopReasons.includes(reason), `unknown reason ${reason}`)
  check(['accepted', 'unjudged'].includes(reason) === (directive === 'accept'), `${directive} for ${reason}`)
  check(!isShort || (nextMoves.length > 1 && nextMoves.length < 4), `${nextMoves.length} next moves`)
  check(Object.values({ ...loss, gradient }).every(Number.isFinite), `loss ${JSON.stringify(loss)}`)
  check(loss.D >= 0 && loss.D <= 1 && loss.Omega >= 0 && loss.Omega <= 1, `loss ${JSON.stringify(loss)}`)
  check(!unheardIn(handle.events) || missing.some(({ needs }) => needs === 'another run'), 'words were lost')
  check(replans <= (limits.replans ?? 3), `${replans} replans`)
  check(reason !== 'host_failed' || broken.size > 0, `host_failed: ${result.summary.slice(0, 200)}`)
  const finals = handle.events.filter(({ type }) => type === 'FinalResult').length
  check(finals === 1, `${finals} FinalResult events`)
  const { waitedMs } = lastOf(handle.events, 'Waited') ?? { waitedMs: 0 }
  const patience = broken.has('memory') || broken.has('journal') ? 2 * patienceMs : 0
  const given = (limits.timeMs ?? 0) + waitedMs + (limits.personTimeoutMs ?? 0) + patience
  const allowedMs = given / speed + (broken.has('clock') ? patience : 0) + 1_000 + slackMs + 2 * lagMs
  check(tookMs <= allowedMs, `TIME took ${Math.round(tookMs)} ms, may take ${Math.round(allowedMs)}`)
  return faults
}

/** Whether the controller took words of which no model was told. */
function unheardIn(events: readonly RunEvent[]): boolean {
  const heard = new Set(events.flatMap((event) => (event.type === 'SteeringHeard' ? event.payload.numbers : [])))
  return events.some((event) => event.type === 'Steering' && !heard.has(event.payload.number))
}

type PayloadOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['payload']

function lastOf<Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type): PayloadOf<Type> | undefined {
  return events.findLast((event) => event.type === type)?.payload as PayloadOf<Type> | undefined
}

async function logFaults(
  { options, broken, isHonest, isMasked, journal }: HostileCase,
  { task, handle, left }: Ended,
): Promise<string[]> {
  const { events, taskId } = handle
  const faults: string[] = []
  const limits = { ...options.limits, ...task.limits }
  const isWhole =
    (left && !broken.has('redact')) || ['journal', 'redact', 'ids', 'clock'].every((part) => !broken.has(part))
  // What a broken memory or journal wants said may be refused, but nobody throws because of it.
  const notices = events.filter(
    ({ type }) => type === 'bus.handler_failed' || (type === 'bus.refused' && broken.size === 0),
  )
  faults.push(...notices.map((notice) => `notice ${JSON.stringify(notice.payload).slice(0, 600)}`))
  const calls = events.flatMap((event) => (event.type === 'ModelCall' ? [event.payload] : []))
  if (calls.length > (limits.modelCalls ?? 200)) faults.push(`${calls.length} model calls`)
  const usage = Object.values(usageByRole(events))
  const spent = usage.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
  if (!(spent >= 0)) faults.push(`${spent} tokens spent`)
  // Two tokens a call for the rounding of what is estimated.
  if (isHonest && limits.tokens !== undefined && spent > limits.tokens + 2 * calls.length) {
    faults.push(`${spent} tokens spent of ${limits.tokens}`)
  }
  const numbers = events.map(({ seq }) => seq)
  if (numbers.some((number, index) => number <= (numbers[index - 1] ?? 0))) faults.push('events out of order')
  // A slow journal of a task that ends at once may be given up, which stands in the log.
  const isKept = journal && isWhole && !events.some(({ type }) => type === 'JournalFailure')
  const kept = isKept ? await readEvents(journal, taskId) : []
  if (isKept && kept.map(({ id }) => id).join() !== events.map(({ id }) => id).join()) {
    faults.push(`the journal kept ${kept.length} of ${events.length} events`)
  }
  if (isKept && !isMasked) {
    const { parting } = await replay(journal, taskId, { checks: options.checks })
    if (parting) faults.push(`its replay parts at ${parting.seq}, ${parting.logged.type}: ${parting.where}`)
  }
  if (isMasked && isWhole && JSON.stringify(kept.map(valuesOf)).includes(secretWord))
    faults.push('the journal was not masked')
  return faults
}

/** Without names of fields, which are kept as they are. */
function valuesOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.values(value).map(valuesOf) : value
}

function timerFaults({ clock }: HostileCase): string[] {
  return clock.pending > 0 ? [`${clock.pending} timers left after close()`] : []
}

function closeFaults({ broken }: HostileCase, { closeError }: CaseRun): string[] {
  return closeError === undefined || broken.has('memory') ? [] : [`close() rejected: ${String(closeError)}`]
}

const writers = ['write_file', 'edit_file']

const allowedIn = (run: CaseRun) =>
  run.ended.flatMap(({ handle: { events } }) => {
    const yes = events.flatMap((event) =>
      event.type === 'ConfirmationAnswer' && event.payload.allowed ? [event.payload.callId] : [],
    )
    return events.flatMap((event) =>
      event.type === 'ConfirmationRequest' && yes.includes(event.payload.callId) ? [event.payload] : [],
    )
  })

/** A target that can't be shown as it is stands in the question as JSON. */
const asGiven = (target: string): string => (target.startsWith('"') ? JSON.parse(target) : target)

function launchFaults({ deeds }: HostileCase, run: CaseRun): string[] {
  const allowed = allowedIn(run).filter(({ tool }) => tool === 'launch').length
  return deeds.launched.length > allowed ? [`${deeds.launched.length} launches, ${allowed} allowed`] : []
}

async function folderFaults({ folder, deeds }: HostileCase, run: CaseRun): Promise<string[]> {
  if (!folder) return []
  const faults = leaksIn(run)
  const written = allowedIn(run).flatMap(({ tool, target }) =>
    writers.includes(tool) && target ? [asGiven(target)] : [],
  )
  faults.push(...folder.damage(folder.realPaths(written)))
  for (let waits = 0; deeds.dawdled && processesIn(folder).length > 0; waits++) {
    if (waits === 20) return [...faults, `processes left: ${processesIn(folder)}`]
    await pause(50)
  }
  return faults
}

/** What the file tools, which are confined to the root, have shown of what lies outside. */
function leaksIn({ ended }: CaseRun): string[] {
  const shown = ended.flatMap(({ handle }) =>
    handle.events.flatMap((event) => {
      if (event.type === 'ToolResult' && event.payload.tool !== 'shell') return [event.payload.output]
      return event.type === 'ConfirmationRequest' ? [JSON.stringify(event.payload.change)] : []
    }),
  )
  return shown
    .filter((text) => text.includes(outsideWord) || text.includes(unlistedName))
    .map((text) => `shown: ${text.slice(0, 200)}`)
}
