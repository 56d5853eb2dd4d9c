import type { Schema } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'

const input = z.object({ path: z.string(), depth: z.number().default(1) })
const valid = { name: 'look', description: 'Looks.', input, execute: () => 'seen' }

describe('defineTool', () => {
  it('infers the input of every function from the schema', () => {
    const tool = defineTool({
      name: 'look',
      description: 'Looks.',
      input,
      target: ({ path }) => {
        expectTypeOf(path).toEqualTypeOf<string>()
        return path
      },
      irreversible: ({ depth }) => {
        expectTypeOf(depth).toEqualTypeOf<number>()
        return null
      },
      execute: ({ path, depth }) => `${path} ${depth}`,
    })
    expectTypeOf(tool.execute).parameter(0).toEqualTypeOf<{ path: string; depth: number }>()
  })

  it('describes itself to a model by the JSON Schema of its input', () => {
    expect(defineTool(valid).inputSchema).toMatchObject({
      type: 'object',
      properties: { path: { type: 'string' }, depth: { type: 'number', default: 1 } },
      required: ['path'],
    })
  })

  it('parses with the schema, defaults filled in', async () => {
    await expect(defineTool(valid).parse({ path: 'a' })).resolves.toEqual({ path: 'a', depth: 1 })
    await expect(defineTool(valid).parse({ path: 1 })).rejects.toMatchObject({ code: 'invalid_value', field: 'path' })
  })

  it('has no target and is reversible unless told otherwise', async () => {
    const tool = defineTool(valid)
    const { signal } = new AbortController()
    expect(tool.target({ path: 'a', depth: 1 })).toBeNull()
    await expect(tool.irreversible({ path: 'a', depth: 1 }, { signal })).resolves.toBeNull()
  })

  const noJsonSchema = { '~standard': { version: 1, vendor: 'x', validate: () => ({ value: 1 }) } } as unknown as Schema
  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a name with a space', { name: 'read file' }, 'name'],
    ['a name that starts with a digit', { name: '1st' }, 'name'],
    ['a name of 65 characters', { name: 'a'.repeat(65) }, 'name'],
    ['a blank description', { description: ' \n' }, 'description'],
    ['a schema that is no object', { input: z.string() }, 'input'],
    ['a schema that JSON Schema cannot express', { input: z.object({ at: z.date() }) }, 'input'],
    ['a schema without JSON Schema', { input: noJsonSchema }, 'input'],
  ])('refuses %s', (_case, change, field) => {
    const definition = { ...valid, ...change } as Parameters<typeof defineTool>[0]
    expect(() => defineTool(definition)).toThrow(expect.objectContaining({ code: 'invalid_tool', field }))
  })

  it('accepts a name of 64 letters, digits, underscores and dashes', () => {
    expect(defineTool({ ...valid, name: `a_-9${'b'.repeat(60)}` }).name).toHaveLength(64)
  })
})
