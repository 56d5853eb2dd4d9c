import { languageModel } from '@artoo/llm'
import {
  createRuntime,
  fairSlots,
  humanEffect,
  type Limits,
  modelEffect,
  type RunHandle,
  timerEffect,
} from '@artoo/runtime'
import { type Clock, type IdGenerator, nextMacrotask } from '@artoo/spec'
import { createCoordinator } from './coordinator/coordinator.js'
import { agentsEffect } from './effects/agents-effect.js'
import { commandGate } from './effects/command-gate.js'
import { createLedger } from './effects/ledger.js'
import { type Person, personEffect } from './effects/person-effect.js'
import { verifierEffect } from './effects/verifier-effect.js'
import { workspacesEffect } from './effects/workspaces-effect.js'
import type { LoopContracts, LoopResult } from './messages/contracts.js'
import { outputs } from './messages/outputs.js'
import type { AgentLoopOptions } from './options.js'
import type { Change } from './state/events.js'
import type { StateFile } from './state/state-file.js'
import { agentLoopSystem } from './system.js'

/** It always has a result: its system is not one that `resume` goes on with. */
type LoopRunHandle = RunHandle<LoopContracts, 'LoopResult', LoopResult>

export interface LoopRun {
  readonly handle: LoopRunHandle
  readonly person: Person
  /** With all that was committed so far. */
  state(): Promise<StateFile>
  /** With everything taken down. */
  readonly ended: Promise<LoopResult>
}

export interface LoopRunOptions extends AgentLoopOptions {
  readonly state: StateFile
  readonly clock: Clock
  readonly ids: IdGenerator
  /** Made at once, and the loop stays at rest. */
  readonly change: Change | null
  readonly signal: AbortSignal
}

const weekMs = 604_800_000

/** One process's share of a loop: the coordinator, and what it asks. */
export function runLoop(options: LoopRunOptions): LoopRun {
  const { store, workspaces, checker, worker, probe, state, clock, ids, change, signal } = options
  const model = options.model && languageModel(options.model, 'model')
  const { ledger, effect: ledgerEffect } = createLedger(store, state)
  const { person, effect } = personEffect(store)
  const gate = commandGate(checker)
  const shared = { workspaces, checker, ledger, gate }
  const runtime = createRuntime({
    system: agentLoopSystem,
    effects: [
      ...[ledgerEffect, effect, workspacesEffect(shared), verifierEffect(shared), humanEffect(), timerEffect()],
      agentsEffect({ ...shared, worker, probe, store }),
      ...(model ? [modelEffect({ outputs, modelOf: () => model, slots: fairSlots(2) })] : []),
    ],
    ...{ journal: options.journal, prices: options.prices, clock, ids },
  })
  const handle = runtime.run({
    begin: { type: 'LoopBegun', to: 'coordinator', payload: { change } },
    deciders: [createCoordinator({ state, proposes: model !== undefined, review: checker.review })],
    settings: { state },
    limits: { ...limitsOf(state, clock.now()), ...options.limits },
    signal,
    ...{ confirm: options.confirm, clarify: options.clarify, context: options.context },
  }) as LoopRunHandle
  return {
    handle,
    person,
    async state() {
      // What is seen was published, and is on its way to the ledger.
      await nextMacrotask()
      return ledger.state
    },
    ended: handle.result.finally(() => runtime.close()),
  }
}

/** What the objective leaves: a loop takes its time, and its own measure ends it. */
function limitsOf({ objective, control }: StateFile, now: number): Partial<Limits> {
  const { max_tokens, deadline } = objective.constraints
  return {
    timeMs: deadline === undefined ? weekMs : Math.max(1, Math.min(weekMs, Date.parse(deadline) - now)),
    modelCalls: 10_000,
    ...(max_tokens !== undefined && { tokens: Math.max(1, max_tokens - control.tokens_used) }),
  }
}
