import type { Port } from '@artoo/bus'
import type { Tool } from '@artoo/spec'
import type { HumanContracts } from '../../people/human-contracts.js'
import type { Incoming } from '../../scope/decider.js'
import type { HookContracts } from '../hooks/hook-contracts.js'
import type { ToolContracts } from './tool-contracts.js'

type Contracts = ToolContracts<string> & HumanContracts<string> & HookContracts

export type ToolPort = Port<Contracts, 'tools'>
export type Request = Extract<Incoming<Contracts, 'tools'>, { type: 'ToolRequest' }>

/** The input with which a call is made: the model's, or a person's own. */
export interface Made {
  input: unknown
  /** An earlier process may have carried it out. */
  isDoubted: boolean
}

export interface Called extends Made {
  readonly tool: Tool
}
