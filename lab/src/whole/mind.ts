import type { Key } from '../random.js'

/** How a persona is, and where its luck comes from. */
export interface Persona {
  /** How often it takes its habitual tool where nothing that it obeys tells otherwise. */
  readonly stickiness: number
  /** How often it does what a directive says, and what memory's words say. */
  readonly obedience: number
  /** It never changes its mind about heeding, whatever it is asked about its plan. @defaultValue it decides anew */
  readonly isStubborn?: boolean
  /** How often it takes a right result for a wrong one, a wrong one for right, or one class of failure for the other. */
  readonly judgeErrors: number
}

export const usualPersona: Persona = { stickiness: 0.6, obedience: 0.8, judgeErrors: 0.1 }

export interface Mind {
  readonly persona: Persona
  /** What its luck is keyed by: the same task, the same luck. */
  readonly luck: () => readonly Key[]
}

export type Turn =
  | { readonly call: { readonly tool: string; readonly input: { readonly path: string; readonly level: number } } }
  | { readonly json: unknown }
