import * as z from 'zod'
import { taskStates } from '../durable/tasks.js'
import { redactSchema } from '../journal/redact.js'
import { assertShaped, callable, hostShapes, runShapes } from './option-shapes.js'

const { parent: _, onUnanswered: __, ...ofRun } = runShapes
const shared = { ...ofRun, confirmAll: callable.optional() }

const people = {
  resume: z.object({
    ...shared,
    answers: z.record(z.string(), z.unknown()).optional(),
    takeOver: z.int('must be the epoch of an owner, as tasks() returns it').positive().optional(),
    accept: z.array(z.string()).optional(),
  }),
  fork: z.object({
    ...shared,
    at: z.string('must be the id of the last event that the fork keeps').min(1),
    edit: callable.optional(),
    session: z.boolean().optional(),
  }),
} as const

const shapes = {
  resume: people.resume.extend({ deciders: callable }),
  fork: people.fork.extend({ deciders: callable }),
  tasks: z.object({ state: z.enum(taskStates).optional() }),
  replayRun: z.object({
    system: z.looseObject({ contracts: z.looseObject({}) }),
    deciders: callable,
    redact: redactSchema.optional(),
    sameWay: callable.optional(),
  }),
} as const

const { prices, redact, clock, ids } = hostShapes
const runtimeShape = z.object({
  ...{ prices, redact, clock, ids },
  system: z.looseObject({ contracts: z.looseObject({}) }),
  effects: z.array(z.looseObject({ actor: z.string() }), 'must be a list of effects'),
  journal: z.unknown().optional(),
  facts: z.unknown().optional(),
  leaseMs: z.unknown().optional(),
})

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertRuntimeOptions(options: unknown): void {
  assertShaped(runtimeShape, options, { of: 'createRuntime' })
}

/** Options that are left out count as empty, so that the error names the first one that is required. @throws {ArtooError} `invalid_option` naming the option. */
export function assertDurableOptions(of: keyof typeof shapes, options: unknown = {}): void {
  assertShaped(shapes[of], options, { of })
}

/**
 * Checks the options of a `resume` or `fork` of a system that makes its own deciders, as it got them. `others` are the
 * names of the system's own options, which it checks itself.
 *
 * @throws {ArtooError} `invalid_option` naming the option; `at` when a fork has none.
 */
export function assertGoingOn(of: keyof typeof people, options: unknown = {}, others: readonly string[] = []): void {
  assertShaped(people[of], options, { of, others })
}
