import type { PayloadOf, Port } from '@artoo/bus'
import { type Effect, effect, patiently, type RunScope } from '@artoo/runtime'
import { describeIssues, errorMessage, onAbort, shortened } from '@artoo/spec'
import * as z from 'zod'
import type { LoopContracts, SubAgentReport } from '../messages/contracts.js'
import type { Probe, SubAgentTask, Worker } from '../ports/agents.js'
import type { Checker } from '../ports/checker.js'
import type { StateStore } from '../ports/state-store.js'
import type { Workspaces } from '../ports/workspaces.js'
import { briefText, workText } from '../state/brief.js'
import { argvsOf } from '../state/state-file.js'
import { type CheckGate, isSameArgv } from './check-gate.js'
import type { Ledger } from './ledger.js'
import { type OwnFinding, ownCheck } from './own-check.js'
import { places } from './places.js'

export interface AgentsEffectOptions {
  readonly worker: Worker
  readonly probe: Probe | undefined
  readonly workspaces: Workspaces
  readonly checker: Checker
  readonly gate: CheckGate
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
          port.publish({ type: 'AgentReport', to: 'coordinator', payload: { launch, report } }, { causationId })
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
): Promise<SubAgentReport | null> {
  const { launch, role, brief } = request
  try {
    await options.ledger.written()
    signal.throwIfAborted()
    const { directory } = await options.workspaces.open(launch, role === 'worker' ? 'writing' : 'reading', signal)
    const { objective } = options.ledger.state
    const check = checkOf(request, scope, signal, options)
    const prompt = role === 'probe' ? briefText(brief) : workText(brief, objective.protected_files.globs)
    const commands = { allowedCommands: argvsOf(objective), changedIn: changedIn(directory, signal, options) }
    const task = { brief, prompt, directory, check, ...commands, signal, run: scope.part(() => launch) }
    const report = await (role === 'probe'
      ? probed(launch, task, options)
      : worked(launch, { ...task, check }, options))
    return signal.aborted ? null : report
  } catch (error) {
    return signal.aborted ? null : failure(errorMessage(error))
  }
}

const failure = (reason: string): SubAgentReport => ({ outcome: 'failure', reason: shortened(reason, summaryLength) })

async function probed(
  launch: string,
  task: SubAgentTask,
  { probe, store }: AgentsEffectOptions,
): Promise<SubAgentReport> {
  if (!probe) return { outcome: 'findings', feasible: true, findings: 'there is nobody to look', costEstimate: null }
  const report = probeReport.safeParse(await untilAborted(probe(task), task.signal))
  if (!report.success) return failure(`schema_invalid: ${describeIssues(report.error.issues)}`)
  const findings = await bounded(launch, report.data.findings, store)
  return { outcome: 'findings', ...report.data, findings }
}

async function worked(
  launch: string,
  task: Omit<SubAgentTask, 'check'> & { readonly check: OwnCheck },
  options: AgentsEffectOptions,
): Promise<SubAgentReport> {
  const report = workerReport.safeParse(await untilAborted(options.worker(task), task.signal))
  if (!report.success) return failure(`schema_invalid: ${describeIssues(report.error.issues)}`)
  const { success, summary, artifacts } = report.data
  const text = await bounded(launch, summary, options.store)
  if (!success) return failure(text)
  // The check decides, not the worker's own report.
  const { fault } = await task.check()
  return fault === null ? { outcome: 'success', summary: text, artifacts } : failure(fault)
}

type OwnCheck = () => Promise<OwnFinding>

function checkOf(
  { launch, brief }: Request,
  { people }: RunScope,
  signal: AbortSignal,
  options: AgentsEffectOptions,
): OwnCheck {
  // A person's word is on what stands, not on what a worker has made of it.
  const asked = { check: brief.successCriteria, of: brief.atom, words: [], people }
  let count = 0
  return () =>
    ownCheck(
      `${launch}-check-${++count}`,
      { ...asked, objective: options.ledger.state.objective },
      options,
      signal,
      launch,
    )
}

const changedIn =
  (directory: string, signal: AbortSignal, { checker, ledger }: AgentsEffectOptions): SubAgentTask['changedIn'] =>
  async (argv) => {
    const agreed = ledger.state.objective.allowed_commands.find((each) => isSameArgv(each.argv, argv))
    return agreed ? checker.changed(directory, agreed.pins, signal) : []
  }

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
