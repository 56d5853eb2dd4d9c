import type { PayloadOf, Port } from '@artoo/bus'
import { type Effect, effect, patiently, type RunScope } from '@artoo/runtime'
import { describeIssues, errorMessage, onAbort } from '@artoo/spec'
import * as z from 'zod'
import type { AgentTask, Probe, Worker } from '../agents.js'
import type { Checker, CheckFinding } from '../checker.js'
import { briefText, workText } from '../coordinator/brief.js'
import type { AgentReport, LoopContracts } from '../messages/contracts.js'
import { shortened } from '../state/edits.js'
import type { StateStore } from '../state-store.js'
import type { Workspaces } from '../workspaces.js'
import { changedAmong } from './changed-among.js'
import type { Ledger } from './ledger.js'
import { places } from './places.js'

export interface AgentsEffectOptions {
  readonly worker: Worker
  readonly probe: Probe | undefined
  readonly workspaces: Workspaces
  readonly checker: Checker
  readonly store: Pick<StateStore, 'keep'>
  readonly ledger: Ledger
}

type Request = PayloadOf<LoopContracts, 'LaunchRequest'>

/** The most characters of a summary that the state keeps. */
const summaryLength = 2000

const workerReport = z.object({
  success: z.boolean(),
  summary: z.string(),
  artifacts: z.array(z.string()).default([]),
})

const probeReport = z.object({
  feasible: z.boolean(),
  findings: z.string(),
  costEstimate: z.number().min(0).nullable().default(null),
})

/** Sends sub-agents out, each in a folder of its own, and decides by code whether what they say holds. */
export function agentsEffect(options: AgentsEffectOptions): Effect {
  return effect({
    actor: 'agents',
    unanswered: 'reissue',
    answers: { LaunchRequest: ['AgentReport'], Abort: [], Discard: [] },
    bind(port: Port<LoopContracts, 'agents'>, scope) {
      const alive = new Map<string, { readonly abort: AbortController; readonly done: Promise<unknown> }>()
      const slots = places()

      function begin(request: Request, causationId: string): Promise<void> {
        const { launch } = request
        const abort = new AbortController()
        const release = onAbort(scope.signal, () => abort.abort(scope.signal.reason))
        const going = slots.within(request.parallel, () => sentOut(request, scope, abort.signal, options))
        const done = going.finally(release)
        alive.set(launch, { abort, done })
        return done.then((report) => {
          if (report === null) return
          const { tokens } = scope.budget.used
          port.publish({ type: 'AgentReport', to: 'coordinator', payload: { launch, tokens, report } }, { causationId })
        })
      }

      async function discard(launch: string): Promise<void> {
        // Its folder is not taken from under it.
        await patiently(scope.clock, async () => alive.get(launch)?.done).catch(() => undefined)
        alive.delete(launch)
        await options.workspaces.discard(launch)
      }

      port.receive(async (message) => {
        switch (message.type) {
          case 'LaunchRequest':
            if ((await scope.mayBegin()) && !scope.signal.aborted) await begin(message.payload, message.id)
            return
          case 'Abort': {
            const { launches, reason } = message.payload
            for (const id of launches) alive.get(id)?.abort.abort(new Error(reason))
            return
          }
          case 'Discard':
            await discard(message.payload.launch)
            return
          default:
            message satisfies never
        }
      })
    },
  })
}

/** One sub-agent from its folder to its report; null when it was called off. Never rejects: what a child does ends no parent. */
async function sentOut(
  request: Request,
  scope: RunScope,
  signal: AbortSignal,
  options: AgentsEffectOptions,
): Promise<AgentReport | null> {
  const { launch, role, brief, allowedCommands, protectedPaths } = request
  try {
    await options.ledger.written()
    signal.throwIfAborted()
    const { directory } = await options.workspaces.open(launch, role === 'worker' ? 'writing' : 'reading', signal)
    const check = checkOf(request, signal, options)
    const fixed = protectedPaths.map(({ path }) => path)
    const prompt = role === 'probe' ? briefText(brief) : workText(brief, fixed)
    const task = { brief, prompt, directory, check, allowedCommands, signal, run: scope.part(() => launch) }
    const report = await (role === 'probe'
      ? probed(launch, task, options)
      : worked(launch, { ...task, check }, options))
    return signal.aborted ? null : report
  } catch (error) {
    return signal.aborted ? null : failure(errorMessage(error))
  }
}

const failure = (reason: string): AgentReport => ({ outcome: 'failure', reason: shortened(reason, summaryLength) })

async function probed(launch: string, task: AgentTask, { probe, store }: AgentsEffectOptions): Promise<AgentReport> {
  if (!probe) return { outcome: 'findings', feasible: true, findings: 'there is nobody to look', costEstimate: null }
  const report = probeReport.safeParse(await untilAborted(probe(task), task.signal))
  if (!report.success) return failure(`schema_invalid: ${describeIssues(report.error.issues)}`)
  const findings = await bounded(launch, report.data.findings, store)
  return { outcome: 'findings', ...report.data, findings }
}

async function worked(
  launch: string,
  task: Omit<AgentTask, 'check'> & { readonly check: OwnCheck },
  options: AgentsEffectOptions,
): Promise<AgentReport> {
  const report = workerReport.safeParse(await untilAborted(options.worker(task), task.signal))
  if (!report.success) return failure(`schema_invalid: ${describeIssues(report.error.issues)}`)
  const { success, summary, artifacts } = report.data
  const text = await bounded(launch, summary, options.store)
  if (!success) return failure(text)
  // Whatever it says itself.
  const { fault } = await task.check()
  return fault === null ? { outcome: 'success', summary: text, artifacts } : failure(fault)
}

/** `fault`: why the work does not count; null when it does. */
type OwnCheck = () => Promise<CheckFinding & { readonly fault: string | null }>

/** In a copy, so that what a check leaves behind is no change of the worker's; with a protected file changed, none holds. */
function checkOf(
  { launch, allowedCommands, protectedPaths, brief }: Request,
  signal: AbortSignal,
  { workspaces, checker }: AgentsEffectOptions,
): OwnCheck {
  let count = 0
  return async () => {
    count++
    const id = `${launch}-check-${count}`
    try {
      const { directory } = await workspaces.open(id, 'reading', signal, launch)
      const changed = await changedAmong(checker, directory, protectedPaths, signal)
      if (changed.length > 0) return { pass: false, evidence: tampered(changed), fault: tampered(changed) }
      const { pass, evidence } = await checker.run(brief.successCriteria, { directory, allowedCommands, signal })
      return { pass, evidence, fault: pass === true ? null : `its check does not hold: ${evidence}` }
    } finally {
      await workspaces.discard(id)
    }
  }
}

const tampered = (changed: readonly string[]) =>
  `tampered: ${changed.join(', ')} decides whether the job is done and must stay as it was`

async function bounded(launch: string, text: string, store: AgentsEffectOptions['store']): Promise<string> {
  if (text.length <= summaryLength) return text
  const where = ` (the whole is kept beside the state, as ${await store.keep(`${launch}.txt`, text)})`
  return shortened(text, summaryLength - where.length) + where
}

/** A sub-agent that doesn't hear the signal is left behind. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let release = () => {}
  const aborted = new Promise<never>((_, reject) => {
    release = onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    release()
  }
}
