import type { CheckInput } from '@artoo/spec'
import { defineCheck } from '@artoo/tools'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'

const context = { signal: new AbortController().signal }
const given = (values: object, output = ''): CheckInput => ({ output, toolCalls: [], arguments: { ...values } })

const wordCount = defineCheck({
  name: 'word-count',
  description: 'has at most so many words',
  arguments: z.object({ most: z.number().int().min(1), unit: z.string().default('words') }),
  run({ most, unit }, { output }) {
    expectTypeOf(most).toEqualTypeOf<number>()
    expectTypeOf(unit).toEqualTypeOf<string>()
    const count = output.split(/\s+/).length
    return { pass: count <= most, evidence: `${count} ${unit}`, failureClass: 'logical' }
  },
})

describe('defineCheck', () => {
  it('gives the arguments as the schema reads them, and tells the schema', async () => {
    expect(await wordCount.run(given({ most: 2 }, 'one two three'), context)).toEqual({
      pass: false,
      evidence: '3 words',
      failureClass: 'logical',
    })
    expect(wordCount.argumentsSchema).toMatchObject({
      type: 'object',
      properties: { most: { type: 'integer', minimum: 1 } },
      required: ['most'],
      additionalProperties: false,
    })
  })

  it.each<[string, object, string]>([
    ['a wrong type', { most: 'two' }, 'most: Invalid input: expected number, received string'],
    ['a missing one', {}, 'most: Invalid input'],
    ['an unknown one', { most: 1, mots: 2 }, 'word-count takes no argument "mots"; did you mean most?'],
    ['one too large', { most: 1, unit: 'x'.repeat(5_000_000) }, 'word-count takes at most 4194304 characters'],
  ])('refuses %s when it is reviewed and when it runs', async (_, values, message) => {
    expect(() => wordCount.parse?.(values)).toThrow(message)
    await expect(async () => wordCount.run(given(values), context)).rejects.toThrow(message)
  })

  it('holds arguments against its own schema, whatever is done to the one it gave away', () => {
    Object.assign(wordCount.argumentsSchema ?? {}, { properties: {}, additionalProperties: true })
    expect(() => wordCount.parse?.({ most: 1, mots: 2 })).toThrow('takes no argument')
  })

  it('refuses a schema that validates later, since plans are reviewed at once', () => {
    const slow = defineCheck({
      name: 'slow',
      description: 'slow',
      arguments: z.object({ a: z.string().refine(async () => true) }),
      run: () => ({ pass: true, evidence: '' }),
    })
    expect(() => slow.parse?.({ a: 'x' })).toThrow(/synchronously|Promise/)
  })

  const right = { name: 'a', description: 'a', arguments: z.object({}), run: () => ({ pass: true, evidence: '' }) }
  it.each<[string, unknown, string]>([
    ['no name', { ...right, name: undefined }, 'name'],
    ['a name with a blank', { ...right, name: 'a b' }, 'name'],
    ['no description', { ...right, description: ' ' }, 'description'],
    ['no schema', { ...right, arguments: {} }, 'arguments'],
    ['a schema of a text', { ...right, arguments: z.string() }, 'arguments'],
    ['a schema that JSON does not know', { ...right, arguments: z.object({ at: z.date() }) }, 'arguments'],
    ['no function', { ...right, run: true }, 'run'],
    ['an unknown option', { ...right, execute: () => {} }, 'execute'],
    ['nothing', undefined, 'options'],
  ])('refuses a definition with %s', (_, definition, field) => {
    expect(() => defineCheck(definition as never)).toThrow(expect.objectContaining({ code: 'invalid_check', field }))
  })
})
