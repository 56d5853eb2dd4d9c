import { limitsSchema, resolveLimits } from '@artoo/runtime'
import { expect, test } from 'vitest'
import * as z from 'zod'

test('limits that are left out, or undefined, are as they were before', () => {
  const before = resolveLimits(limitsSchema, { cost: 1, modelCalls: 600 })
  const after = resolveLimits(limitsSchema, { cost: undefined, timeMs: 5 }, before)
  expect(after).toEqual({ ...before, timeMs: 5 })
})

test.each<[unknown, string, string]>([
  [5, 'limits', 'limits takes an object with named options, not number'],
  [{ timeout: 5 }, 'limits.timeout', 'did you mean timeMs?'],
  [{ maxSteps: 5 }, 'limits.maxSteps', 'there is timeMs'],
  [{ timeMs: 'long' }, 'limits.timeMs', 'limits.timeMs: '],
])('the limits %j are refused', (limits, field, message) => {
  const refusal = { code: 'invalid_option', field, message: expect.stringContaining(message) }
  expect(() => resolveLimits(limitsSchema, limits as object)).toThrow(expect.objectContaining(refusal))
})

test('a limit of a system’s own is known by what others call it', () => {
  const own = limitsSchema.extend({ toolTurns: z.number().default(12) })
  expect(() => resolveLimits(own, { maxSteps: 5 })).toThrow('did you mean toolTurns?')
})
