import { type InferInput, type InferOutput, jsonSchemaOf, type Schema, validate } from '@artoo/spec'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'

const schema = z.object({
  name: z.string().min(1),
  size: z.number().default(3),
  parts: z.array(z.object({ id: z.number() })).default([]),
})

describe('validate', () => {
  it('gives the parsed value, defaults filled in', async () => {
    await expect(validate(schema, { name: 'a' })).resolves.toEqual({ name: 'a', size: 3, parts: [] })
  })

  it('lists every issue with its path and names the first one as field', async () => {
    await expect(validate(schema, { name: 'a', size: 'big', parts: [{ id: 1 }, {}] })).rejects.toMatchObject({
      code: 'invalid_value',
      field: 'size',
      message: expect.stringMatching(/^size: .*expected number.*; parts\.1\.id: .*expected number/),
    })
  })

  it('names no field when the value as a whole is wrong', async () => {
    await expect(validate(schema, 7)).rejects.toMatchObject({
      field: undefined,
      message: expect.stringMatching(/^value: .*expected object/),
    })
  })

  it('waits for an asynchronous schema', async () => {
    const even = z.number().refine(async (value) => value % 2 === 0, 'must be even')
    await expect(validate(even, 2)).resolves.toBe(2)
    await expect(validate(even, 3)).rejects.toMatchObject({ message: 'value: must be even' })
  })

  it('infers both sides of the schema', () => {
    expectTypeOf<InferInput<typeof schema>>().toEqualTypeOf<{
      name: string
      size?: number | undefined
      parts?: { id: number }[] | undefined
    }>()
    expectTypeOf<InferOutput<typeof schema>>().toEqualTypeOf<{ name: string; size: number; parts: { id: number }[] }>()
  })
})

describe('jsonSchemaOf', () => {
  it('describes what a zod schema accepts: a field with a default may be left out', () => {
    expect(jsonSchemaOf(schema)).toMatchObject({
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1 }, size: { type: 'number', default: 3 } },
    })
  })

  it.each([
    ['a type that JSON does not know', z.object({ at: z.date() })],
    ['a schema that cannot describe itself', { '~standard': { version: 1 } } as unknown as Schema],
  ])('refuses %s', (_, broken) => {
    expect(() => jsonSchemaOf(broken)).toThrow(expect.objectContaining({ code: 'invalid_schema' }))
  })
})
