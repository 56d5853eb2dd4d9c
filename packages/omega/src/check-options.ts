import { ArtooError, assertOptions } from '@artoo/spec'
import type { Agent } from './agent.js'
import {
  type Classification,
  classification,
  type GivenClassification,
  type ProblemType,
  subtypes,
} from './phi/classification.js'

const optionNames = [
  ...['model', 'models', 'tools', 'checks', 'agents', 'cards', 'memory', 'limits', 'concurrency', 'prices'],
  ...['journal', 'clarify', 'confirm', 'order', 'clock', 'ids'],
]
const runNames = ['signal', 'limits', 'context', 'clarify', 'confirm', 'onUnanswered', 'parent']

export const assertOmegaOptions = (options: unknown) =>
  assertOptions(options, optionNames, { of: 'createOmega', aliases: { llm: 'model', panel: 'cards', store: 'memory' } })

export const assertRunOptions = (options: unknown) =>
  assertOptions(options, [...runNames, ...Object.keys(classification.shape)], { of: 'deliberate' })

/** Longer problems are documents: put what matters into words, and the rest behind a tool. */
const longestProblem = 20_000

export function assertProblem(problem: unknown): void {
  if (typeof problem === 'string' && problem.trim() !== '' && problem.length <= longestProblem) return
  const message = `the problem must be a text of 1 to ${longestProblem} characters; what is longer belongs behind a tool`
  throw new ArtooError('invalid_option', message, { field: 'problem' })
}

/** @throws {ArtooError} `invalid_option` for a value that is none, or a subtype of another type. */
export function assertKnown(known: GivenClassification): GivenClassification {
  for (const [name, schema] of Object.entries(classification.shape)) {
    const value = known[name as keyof Classification]
    if (value === undefined || schema.safeParse(value).success) continue
    const issue = schema.safeParse(value).error?.issues[0]
    throw new ArtooError('invalid_option', `${name}: ${issue?.message}`, { field: name })
  }
  const { type, subtype } = known
  if (type === undefined || subtype === undefined) return known
  if (subtypesOf(type).includes(subtype)) return known
  const message = `subtype: ${type} has ${subtypesOf(type).join(', ')}`
  throw new ArtooError('invalid_option', message, { field: 'subtype' })
}

const subtypesOf = (type: ProblemType): readonly string[] => subtypes[type]

/** Only those that are sent can be functions: memory is code already, and PHI directs. */
export function assertAgents(agents: Readonly<Record<number, Agent>>): void {
  for (const [id, agent] of Object.entries(agents)) {
    const isOfPanel = /^\d+$/.test(id) && Number(id) >= 1 && Number(id) <= 52
    const isFunction = typeof agent === 'function' || (typeof agent?.run === 'function' && isName(agent.family))
    if (isOfPanel && isFunction) continue
    const message = isOfPanel
      ? `agent ${id} must be a function, or { family, run }`
      : `there is no agent ${id} to replace: 1 to 52 are`
    throw new ArtooError('invalid_option', message, { field: `agents.${id}` })
  }
}

const isName = (value: unknown) => typeof value === 'string' && value !== ''
