import type { System } from '@artoo/runtime'
import { contracts, type OmegaContracts } from './contracts.js'

/** A deliberation as a system for `createRuntime`. */
export const omegaSystem: System<OmegaContracts, 'phi', 'DeliberationResult'> = {
  contracts,
  controller: 'phi',
  result: 'DeliberationResult',
  version: '2',
}
