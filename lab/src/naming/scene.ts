import type { Cause } from '@artoo/ggs'
import type { Service } from './service.js'

/** A cause that a judge may name. */
export type NamedCause = Exclude<Cause, 'judged_wrongly'>

export interface SceneCriterion {
  readonly text: string
  readonly mode: 'verifiable' | 'plausible'
  readonly source?: 'records' | 'request'
  readonly about?: 'answer' | 'world'
}

type SceneCall = readonly [tool: string, input: Readonly<Record<string, unknown>>]

/** A failing round whose cause is known. The calls are carried out for real, one a turn. */
export interface Scene {
  /** The user's words. */
  readonly request: string
  /** Files of the folder it works in. */
  readonly files?: Readonly<Record<string, string>>
  /** A command that makes the rest of the folder ready. */
  readonly setup?: string
  readonly services?: readonly Service[]
  readonly intent: string
  readonly criteria: readonly SceneCriterion[]
  /** Tools that the plan names beside those that are called. */
  readonly tools?: readonly string[]
  readonly calls: readonly SceneCall[]
  /** The words with which the executor ends. */
  readonly says: string
  /** The intent of a second subtask; the first is judged as a part of the task then. */
  readonly next?: string
  readonly cause: NamedCause
  /** The number of the criterion that fails, from 1. */
  readonly fails: number
  /** The reason why this cause has to be put right first. */
  readonly why: string
  /** True where the symptom points to another cause. */
  readonly isHard?: true
}

/** Criteria that records decide. */
export const verifiable = (text: string, more: Partial<SceneCriterion> = {}): SceneCriterion => ({
  text,
  mode: 'verifiable',
  ...more,
})

export const plausible = (text: string, more: Partial<SceneCriterion> = {}): SceneCriterion => ({
  text,
  mode: 'plausible',
  ...more,
})

/** A verifiable criterion on the state after the work. */
export const ofWorld = (text: string): SceneCriterion => verifiable(text, { about: 'world' })
