import { assertShaped, callable, hostShapes, modelShape, queueShape, runShapes } from '@artoo/runtime'
import { ArtooError, assertOptions } from '@artoo/spec'
import * as z from 'zod'
import type { Agent } from '../effects/agent.js'
import { classification, type GivenClassification, type ProblemType, subtypes } from '../protocol/classification.js'
import { panelSizes, profiles } from '../protocol/profile.js'
import type { DeliberateOptions } from './options.js'

const byId = z.record(z.string(), z.unknown(), 'must be an object whose keys are ids of agents')

/** The shapes of the options: many hosts are written without types. */
const instanceOptions = z.object({
  ...hostShapes,
  model: modelShape.optional(),
  models: z
    .array(
      z.union(
        [modelShape, z.looseObject({ model: modelShape, family: z.string() })],
        'must be a model (of the AI SDK, or any object with id and generate), or { model, family }',
      ),
      'must be a list of models',
    )
    .optional(),
  queue: queueShape.optional(),
  agents: byId.optional(),
  cards: byId.optional(),
  panel: z
    .union(
      [z.enum(panelSizes), z.looseObject({ agents: z.array(z.unknown()) })],
      `must be one of ${panelSizes.join(', ')}, or { agents: [{ name, instructions, stance }] }`,
    )
    .optional(),
  profile: z.enum(profiles).optional(),
  memory: z.looseObject({ recall: callable, remember: callable }).optional(),
  concurrency: z.number().int().positive().optional(),
})

const known = z.object(classification.shape).partial()
const runOptions = known.extend(runShapes)

const aliases = { store: 'memory', roster: 'panel', size: 'panel' }

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertOmegaOptions(options: unknown): void {
  assertShaped(instanceOptions, options, { of: 'createOmega', aliases })
  const { panel } = options as { readonly panel?: unknown }
  if (typeof panel === 'object') assertOptions(panel, ['agents'], { of: 'createOmega', path: 'panel' })
}

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertRunOptions(options: DeliberateOptions): void {
  assertShaped(runOptions, options, { of: 'deliberate' })
  assertSubtype(options)
}

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertEstimated(given: GivenClassification): void {
  assertShaped(known, given, { of: 'estimate' })
  assertSubtype(given)
}

/** Longer problems are documents: put what matters into words, and the rest behind a tool. */
const longestProblem = 20_000

export function assertProblem(problem: unknown): void {
  if (typeof problem === 'string' && problem.trim() !== '' && problem.length <= longestProblem) return
  const message = `the problem must be a text of 1 to ${longestProblem} characters; what is longer belongs behind a tool`
  throw new ArtooError('invalid_option', message, { field: 'problem' })
}

function assertSubtype({ type, subtype }: GivenClassification): void {
  if (type === undefined || subtype === undefined || subtypesOf(type).includes(subtype)) return
  const message = `subtype: ${type} has ${subtypesOf(type).join(', ')}`
  throw new ArtooError('invalid_option', message, { field: 'subtype' })
}

const subtypesOf = (type: ProblemType): readonly string[] => subtypes[type]

/** Only those that are sent can be functions: memory is code already, and PHI directs. */
export function assertAgents(agents: Readonly<Record<number, Agent>>): void {
  for (const [id, agent] of Object.entries(agents)) {
    const isOfPanel = /^[1-9]\d?$/.test(id) && Number(id) <= 52
    const isFunction = typeof agent === 'function' || (typeof agent?.run === 'function' && isName(agent.family))
    if (isOfPanel && isFunction) continue
    const message = isOfPanel
      ? `agent ${id} must be a function, or { family, run }`
      : `there is no agent ${id} to replace: 1 to 52 are`
    throw new ArtooError('invalid_option', message, { field: `agents.${id}` })
  }
}

const isName = (value: unknown) => typeof value === 'string' && value !== ''
