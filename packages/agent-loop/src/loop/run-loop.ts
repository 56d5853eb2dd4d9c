import { languageModel } from '@artoo/llm'
import {
  createRuntime,
  fairSlots,
  humanEffect,
  type Limits,
  limitsSchema,
  modelEffect,
  type RunHandle,
  resolveLimits,
  timerEffect,
} from '@artoo/runtime'
import { type Clock, type IdGenerator, nextMacrotask } from '@artoo/spec'
import { tokensOf } from '../align/tokens-of.js'
import { createCoordinator } from '../coordinator/coordinator.js'
import { agentsEffect } from '../effects/agents-effect.js'
import { checkGate } from '../effects/check-gate.js'
import { createLedger, type TokenCounter } from '../effects/ledger.js'
import { type Person, personEffect } from '../effects/person-effect.js'
import { verifierEffect } from '../effects/verifier-effect.js'
import { workspacesEffect } from '../effects/workspaces-effect.js'
import type { LoopContracts, LoopResult } from '../messages/contracts.js'
import { outputs } from '../messages/outputs.js'
import { agentLoopSystem } from '../messages/system.js'
import type { LoopOptions } from '../ports/options.js'
import type { Word } from '../state/attested.js'
import type { CourseChange } from '../state/events.js'
import type { StateFile } from '../state/state-file.js'

/** It always has a result: its system is not one that `resume` goes on with. */
type LoopRunHandle = RunHandle<LoopContracts, 'LoopResult', LoopResult>

export interface LoopRun {
  readonly handle: LoopRunHandle
  readonly person: Person
  /** The state with every event that was committed so far. */
  state(): Promise<StateFile>
  /** Resolves once everything is taken down. */
  readonly ended: Promise<LoopResult>
}

export interface LoopRunOptions extends LoopOptions {
  readonly state: StateFile
  readonly clock: Clock
  readonly ids: IdGenerator
  /** Made at once, and the loop stays at rest. */
  readonly change: CourseChange | null
  /** The same for a person's word on an assertion. */
  readonly word: Word | null
  readonly signal: AbortSignal
}

/** A loop takes its time: its own measure ends it. */
const weekMs = 604_800_000

/** One process's share of a loop: the coordinator, and what it asks. */
export function runLoop(options: LoopRunOptions): LoopRun {
  const { store, workspaces, checker, worker, probe, state, clock, ids, change, word, signal } = options
  const model = options.model && languageModel(options.model, 'model')
  const limits: Limits = resolveLimits(limitsSchema, options.limits, { timeMs: weekMs, modelCalls: 10_000 })
  const tokensFor = tokensIn(state, limits.tokens)
  const { ledger, counter, effect: ledgerEffect } = createLedger({ store, initial: state, tokensFor })
  const { person, effect } = personEffect(store, ledger)
  const gate = checkGate(checker)
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
    begin: { type: 'LoopBegun', to: 'coordinator', payload: { change, word } },
    deciders: [createCoordinator({ state, proposes: model !== undefined, review: checker.review })],
    settings: { state },
    limits: { ...limits, tokens: tokensFor(state) },
    signal,
    ...{ confirm: options.confirm, clarify: options.clarify, context: options.context },
    permissions: options.permissions,
  }) as LoopRunHandle
  const counted = countTokens(handle, counter)
  return {
    handle,
    person,
    async state() {
      // An event that the caller has seen was published, and is on its way to the ledger.
      await nextMacrotask()
      return ledger.state
    },
    ended: handle.result
      .finally(() => runtime.close())
      .then(async (result) => {
        await counted
        await counter.settle(new Date(clock.now()).toISOString())
        return { ...result, state: ledger.state }
      }),
  }
}

/** Every call of the run and of its sub-agents, those that its end cut off included. */
async function countTokens(handle: LoopRunHandle, counter: TokenCounter): Promise<void> {
  for await (const event of handle) counter.add(tokensOf([event]))
}

/** Tokens of a run that begins with a state: what is left of those that were agreed on, or less when the host says so. */
function tokensIn({ control }: StateFile, most: number | undefined) {
  return ({ objective }: StateFile): number | undefined => {
    const { max_tokens } = objective.constraints
    if (max_tokens === undefined) return most
    const left = Math.max(1, max_tokens - control.tokens_used)
    return most === undefined || left < most ? left : most
  }
}
