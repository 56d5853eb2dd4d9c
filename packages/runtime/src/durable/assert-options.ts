import { assertOptions, isAbortSignal } from '@artoo/spec'
import * as z from 'zod'
import { assertShape } from '../run/assert-shape.js'

const callable = z.custom((value) => typeof value === 'function', 'must be a function')

const shared = {
  deciders: callable,
  limits: z.unknown().optional(),
  signal: z.custom<AbortSignal>(isAbortSignal, 'must be an AbortSignal: give controller.signal').optional(),
  context: z.unknown().optional(),
  confirm: callable.optional(),
  clarify: callable.optional(),
}

const shapes = {
  resume: z.object({
    ...shared,
    answers: z.record(z.string(), z.unknown()).optional(),
    takeOver: z.number().int().positive().optional(),
    accept: z.array(z.string()).optional(),
  }),
  fork: z.object({ ...shared, at: z.string().min(1), edit: callable.optional() }),
} as const

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertDurableOptions(of: keyof typeof shapes, options: unknown): void {
  assertOptions(options, Object.keys(shapes[of].shape), { of })
  assertShape(shapes[of], options)
}
