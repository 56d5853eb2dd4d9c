import type { System } from '@artoo/runtime'
import { contracts, type LoopContracts } from './contracts.js'

/** The loop as a system for `createRuntime`. */
export const agentLoopSystem: System<LoopContracts, 'coordinator', 'LoopResult'> = {
  contracts,
  controller: 'coordinator',
  result: 'LoopResult',
  version: '1',
  // The state file is what a loop is gone on with.
  resumes: false,
}
