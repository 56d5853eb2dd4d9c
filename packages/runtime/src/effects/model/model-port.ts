import type { Port } from '@artoo/bus'
import { errorCode, errorMessage, ProviderError } from '@artoo/spec'
import type { Incoming } from '../../scope/decider.js'
import type { RunContracts } from '../../scope/run-contracts.js'
import type { HookContracts } from '../hooks/hook-contracts.js'
import type { ModelContracts, Outputs } from './model-contracts.js'

type Contracts = ModelContracts<Outputs, string, string> & RunContracts<string> & HookContracts

export type ModelPort = Port<Contracts, 'model'>
export type Request = Extract<Incoming<Contracts, 'model'>, { type: 'ModelRequest' }>

/** An error as the log has it. */
export function described(error: unknown): {
  readonly code: string
  readonly message: string
  readonly status: number | null
} {
  const code = errorCode(error) ?? 'model_failed'
  const status = ProviderError.isInstance(error) ? (error.status ?? null) : null
  return { code, message: errorMessage(error), status }
}
