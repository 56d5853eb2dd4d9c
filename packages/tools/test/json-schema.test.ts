import type { JsonSchema } from '@artoo/spec'
import { defineTool, jsonSchema } from '@artoo/tools'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'

const described = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  definitions: { sku: { type: 'string', pattern: '^[A-Z]-\\d+$' } },
  properties: { items: { type: 'array', items: { $ref: '#/definitions/sku' } }, 'a/b': { type: 'number' } },
  required: ['items'],
}

const priced = (input: Parameters<typeof defineTool>[0]['input']) =>
  defineTool({ name: 'price', description: 'Price of an article', input, effect: 'read', execute: () => 1 })

describe('a tool whose input is a JSON Schema', () => {
  const tool = priced(jsonSchema(described))

  test('shows the schema to models, closed to arguments that it doesn’t name', () => {
    const { $schema, ...schema } = described
    expect(tool.inputSchema).toEqual({ ...schema, additionalProperties: false })
  })

  test('passes values that fit as they are', async () => {
    expect(await tool.parse({ items: ['A-1'], 'a/b': 2 })).toEqual({ items: ['A-1'], 'a/b': 2 })
  })

  test.each<[unknown, string | undefined]>([
    [{ items: ['A-1', 'b'] }, 'items.1'],
    [{ items: ['A-1'], 'a/b': 'two' }, 'a/b'],
    [{}, undefined],
    [{ items: [], colour: 'red' }, 'colour'],
    [null, undefined],
  ])('refuses %j by the path', async (value, field) => {
    const refusal = await tool.parse(value).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'invalid_value', ...(field && { field }) })
  })

  test('infers the input that is written beside it', () => {
    defineTool({
      ...{ name: 'price', description: 'Price of an article', input: jsonSchema<{ sku: string }>(described) },
      execute: ({ sku }) => expectTypeOf(sku).toEqualTypeOf<string>(),
    })
  })
})

test.each<[JsonSchema, unknown]>([
  [{ $schema: 'http://json-schema.org/draft-04/schema#', maximum: 3, exclusiveMaximum: true }, 3],
  [{ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }, [1]],
  [{ prefixItems: [{ type: 'string' }] }, [1]],
])('the dialect is that of $schema: %j refuses %j', async (schema, value) => {
  expect(await jsonSchema(schema)['~standard'].validate(value)).toHaveProperty('issues')
})

test.each<[string, JsonSchema]>([
  ['a reference to nothing', { $ref: '#/nothing' }],
  [
    'a circle in the data',
    Object.assign(Object.create(null), {
      get self(): unknown {
        return this
      },
    }),
  ],
])('a schema that can’t be read is refused: %s', (_, schema) => {
  expect(() => jsonSchema(schema)).toThrow(expect.objectContaining({ code: 'invalid_schema' }))
})

test('a pattern that is no regular expression fails the call that meets it', () => {
  const schema = jsonSchema({ type: 'string', pattern: '(' })
  expect(() => schema['~standard'].validate('a')).toThrow(expect.objectContaining({ code: 'invalid_schema' }))
})

describe('a schema of valibot', () => {
  const input = v.object({ sku: v.string() })

  test('is refused with the name of its converter', () => {
    expect(() => priced(input as never)).toThrow(/toStandardJsonSchema\(\) of @valibot\/to-json-schema/)
  })

  test('is taken through it', async () => {
    const tool = priced(toStandardJsonSchema(input))
    expect(tool.inputSchema).toMatchObject({ type: 'object', required: ['sku'] })
    expect(await tool.parse({ sku: 'A-1' })).toEqual({ sku: 'A-1' })
    await expect(tool.parse({ sku: 1 })).rejects.toMatchObject({ code: 'invalid_value', field: 'sku' })
  })
})
