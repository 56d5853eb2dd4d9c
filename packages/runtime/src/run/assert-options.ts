import { assertOptions, isAbortSignal } from '@artoo/spec'
import * as z from 'zod'
import { taskStates } from '../durable/tasks.js'
import { assertShape } from '../journal/assert-shape.js'
import { redactSchema } from '../journal/redact.js'

const callable = z.custom((value) => typeof value === 'function', 'must be a function')

const shared = {
  limits: z.unknown().optional(),
  signal: z.custom<AbortSignal>(isAbortSignal, 'must be an AbortSignal: give controller.signal').optional(),
  context: z.unknown().optional(),
  confirm: callable.optional(),
  confirmAll: callable.optional(),
  clarify: callable.optional(),
}

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

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertDurableOptions(of: keyof typeof shapes, options: unknown): void {
  assertNamed(of, shapes[of], options)
}

/**
 * Checks the options of a `resume` or `fork` of a system that makes its own deciders, as it got them. `others` are the
 * names of the system's own options, which it checks itself.
 *
 * @throws {ArtooError} `invalid_option` naming the option; `at` when a fork has none.
 */
export function assertGoingOn(of: keyof typeof people, options: unknown, others: readonly string[] = []): void {
  assertNamed(of, people[of], options, others)
}

/** Options that are left out count as empty, so that the error names the first one that is required. */
function assertNamed(of: string, shape: z.ZodObject, given: unknown = {}, others: readonly string[] = []): void {
  assertOptions(given, [...Object.keys(shape.shape), ...others], { of })
  assertShape(shape, given)
}
