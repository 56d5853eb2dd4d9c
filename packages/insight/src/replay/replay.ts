import type { Decision } from '@artoo/ggs'
import { artooSystem, type FinalResult, type RolesSettings, recordedRoles } from '@artoo/roles'
import type { Emission, Journal, Replay } from '@artoo/runtime'
import { replayRun } from '@artoo/runtime'
import type { PayloadOf } from '../journal/event.js'
import { checkReplay, type ReplayChanges } from './replay-changes.js'
import { wayOf } from './way-of.js'

/**
 * Decides a task of a journal again, role by role and message by message, without model, tool or network. With other
 * hyperparameters it goes on as long as the controller takes the same way, and tells where it would have taken another: numbers
 * alone are none.
 *
 * @throws {ArtooError} as `readEvents` does, `invalid_option` naming the change, `not_resumable` for a journal that doesn't say how the
 * task began; `GgsError` `invalid_hyperparameter` naming the gain.
 */
export async function replay(journal: Journal, taskId: string, changes: ReplayChanges = {}): Promise<Replay> {
  checkReplay(changes)
  const { checks, redact, ...others } = changes
  const isChanged = Object.keys(others).length > 0
  return replayRun(journal, taskId, {
    system: artooSystem as unknown as Parameters<typeof replayRun>[2]['system'],
    redact,
    sameWay: isChanged ? sameWay : undefined,
    deciders: (settings) => recordedRoles(changed(settings as RolesSettings, others), checks),
  })
}

function changed(settings: RolesSettings, others: Partial<RolesSettings>): RolesSettings {
  const hyperparameters = { ...settings.hyperparameters, ...others.hyperparameters }
  return { ...settings, ...others, hyperparameters }
}

/** The part of the controller's messages that decides where the task goes. */
const ways: Readonly<Record<string, (payload: never) => string>> = {
  ControlDecision: (decision: Decision) => wayOf(decision),
  PlanDirective: ({ directive, blockedTools, blockedTargets, orders }: PayloadOf<'PlanDirective'>) =>
    JSON.stringify([directive, blockedTools, blockedTargets, orders]),
  FinalResult: ({ directive, reason }: FinalResult) => JSON.stringify([directive, reason]),
  Megram: () => '',
}

function sameWay(logged: Emission, instead: Emission): boolean {
  const way = ways[logged.type]
  if (!way || logged.from !== 'R7' || logged.type !== instead.type || logged.to !== instead.to) return false
  return way(logged.payload as never) === way(instead.payload as never)
}
