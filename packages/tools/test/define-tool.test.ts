import type { Schema } from '@artoo/spec'
import { defineTool, type ToolDefinition, truncateOutput } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { onBehalf } from './workspace.js'

fc.configureGlobal({ seed: 20260221 })

const input = z.object({ path: z.string(), depth: z.number().default(1) })
const valid = { name: 'look', description: 'Looks.', input, execute: () => 'seen' }

const anyOptions = {
  name: fc.oneof(fc.constant('look'), fc.anything()),
  description: fc.oneof(fc.constant('Looks.'), fc.anything()),
  input: fc.oneof(fc.constant(input), fc.anything()),
  target: fc.anything(),
  effect: fc.anything(),
  execute: fc.oneof(
    fc.constant(() => 'seen'),
    fc.anything(),
  ),
}

const effectOf = (definition: ToolDefinition<typeof input>) =>
  defineTool(definition).effect({ path: 'a', depth: 1 }, { ...onBehalf, signal: new AbortController().signal })

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
      effect: ({ depth }, { taskId }) => {
        expectTypeOf(depth).toEqualTypeOf<number>()
        expectTypeOf(taskId).toEqualTypeOf<string>()
        return 'read'
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

  it('gives every adapter a JSON Schema of its own, and checks arguments against none of them', async () => {
    const tool = defineTool(valid)
    const taken = tool.inputSchema as { properties: object; additionalProperties: unknown }
    taken.properties = { stranger: {} }
    taken.additionalProperties = true
    expect(tool.inputSchema).toEqual(defineTool(valid).inputSchema)
    await expect(tool.parse({ path: 'a', stranger: 1 })).rejects.toMatchObject({ field: 'stranger' })
  })

  it('parses with the schema, defaults filled in', async () => {
    await expect(defineTool(valid).parse({ path: 'a' })).resolves.toEqual({ path: 'a', depth: 1 })
    await expect(defineTool(valid).parse({ path: 1 })).rejects.toMatchObject({ code: 'invalid_value', field: 'path' })
  })

  it('has no target unless told otherwise', () => {
    expect(defineTool(valid).target({ path: 'a', depth: 1 })).toBeNull()
  })

  it('calls its functions as methods of the definition', async () => {
    const definition = {
      ...valid,
      effect() {
        return this === definition ? ('read' as const) : ('irreversible' as const)
      },
    }
    expect(await effectOf(definition)).toEqual({ kind: 'read' })
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
    ['a name that is no text', { name: 1n }, 'name'],
    ['no name', { name: undefined }, 'name'],
    ['no description', { description: undefined }, 'description'],
    ['a description that is no text', { description: 5 }, 'description'],
    ['no input', { input: undefined }, 'input'],
    ['text for an input', { input: 'x' }, 'input'],
    ['a JSON Schema for an input', { input: { type: 'object', properties: {} } }, 'input'],
    ['an empty standard', { input: { '~standard': null } }, 'input'],
    ['a target that is no function', { target: 'path' }, 'target'],
    ['an effect that is none', { effect: 'safe' }, 'effect'],
    ['an effect that is null', { effect: null }, 'effect'],
    ['no execute', { execute: undefined }, 'execute'],
    ['an execute that is no function', { execute: 'rm' }, 'execute'],
  ])('refuses %s', (_case, change, field) => {
    const definition = { ...valid, ...change } as Parameters<typeof defineTool>[0]
    expect(() => defineTool(definition)).toThrow(expect.objectContaining({ code: 'invalid_tool', field }))
  })

  it.each([
    ['needsApproval', 'effect'],
    ['irreversible', 'effect'],
    ['parameters', 'input'],
    ['inputSchema', 'input'],
    ['schema', 'input'],
    ['run', 'execute'],
    ['handler', 'execute'],
    ['func', 'execute'],
    ['descripton', 'description'],
  ])('has no option %s and names %s instead', (option, right) => {
    const definition = { ...valid, [option]: () => null }
    const message = `defineTool has no option ${option}; did you mean ${right}?`
    expect(() => defineTool(definition)).toThrow(
      expect.objectContaining({ code: 'invalid_tool', field: option, message }),
    )
  })

  it('refuses whatever is no definition with an error of its own', () => {
    const call = defineTool as (definition?: unknown) => unknown
    for (const definition of [undefined, null, {}, [], 'x', 5, () => {}, Symbol('x')]) {
      expect(() => call(definition)).toThrow(
        expect.objectContaining({ code: 'invalid_tool', field: expect.any(String) }),
      )
    }
    fc.assert(
      fc.property(fc.record(anyOptions, { requiredKeys: [] }), (definition) => {
        try {
          call(definition)
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_tool', field: expect.any(String) })
        }
      }),
    )
  })

  it('accepts a name of 64 letters, digits, underscores and dashes', () => {
    expect(defineTool({ ...valid, name: `a_-9${'b'.repeat(60)}` }).name).toHaveLength(64)
  })
})

describe('the effect of a defined tool', () => {
  const silent =
    'the tool does not declare what effect it has: give defineTool an `effect`, or aiSdkTools one for this tool'
  const bare = 'the tool says that it is irreversible'
  const whole = { kind: 'irreversible', action: 'look twice', reason: 'it is late' } as const
  const target = ({ path }: { path: string }) => path
  const call = (reason: string) => ({ kind: 'irreversible', action: 'call look', reason })

  it.each<[string, Partial<ToolDefinition<typeof input>>, unknown]>([
    ['is irreversible when it declares nothing', {}, call(silent)],
    ['names the target of a silent tool', { target }, { ...call(silent), action: 'call look on a' }],
    ['is the same for every call', { effect: 'read' }, { kind: 'read' }],
    ['may be repeatable', { effect: 'repeatable' }, { kind: 'repeatable' }],
    ['may be irreversible for every call', { effect: 'irreversible' }, call(bare)],
    ['may depend on the input', { effect: ({ depth }) => (depth === 1 ? 'read' : 'irreversible') }, { kind: 'read' }],
    ['may take its time', { effect: async () => ({ kind: 'repeatable' }) }, { kind: 'repeatable' }],
    [
      'may be irreversible for one call',
      { effect: () => 'irreversible', target },
      { ...call(bare), action: 'call look on a' },
    ],
    ['says what would happen and why', { effect: () => whole }, whole],
  ])('%s', async (_case, parts, expected) => {
    expect(await effectOf({ ...valid, ...parts })).toEqual(expected)
  })

  it('holds a change to 16 KB', async () => {
    const change = { bytesBefore: 1, bytesAfter: 2, diff: 'x'.repeat(20_000) }
    const effect = await effectOf({ ...valid, effect: () => ({ ...whole, change }) })
    expect(effect).toMatchObject({ ...whole, change: { bytesBefore: 1, bytesAfter: 2 } })
    expect(effect).toHaveProperty('change.diff', truncateOutput(change.diff, 16_384))
  })
})

describe('arguments that the schema does not name', () => {
  const taking = (schema: Schema) => defineTool({ ...valid, input: schema })
  const named = { path: z.string().optional(), startLine: z.number().optional() }

  it.each<[string, Schema]>([
    ['z.object', z.object(named)],
    ['z.strictObject', z.strictObject(named)],
    ['a refined object', z.object(named).refine(() => true)],
    ['an intersection', z.object({ path: named.path }).and(z.object({ startLine: named.startLine }))],
  ])('are refused by %s, with the nearest right name', async (_case, schema) => {
    const tool = taking(schema)
    expect(tool.inputSchema).toMatchObject({ additionalProperties: false })
    await expect(tool.parse({ path: 'a', startLine: 1 })).resolves.toEqual({ path: 'a', startLine: 1 })
    await expect(tool.parse({ pth: 'a', start_line: 2 })).rejects.toMatchObject({
      code: 'invalid_value',
      field: 'pth',
      message:
        'look takes no argument "pth"; did you mean path?; look takes no argument "start_line"; did you mean startLine?',
    })
  })

  it('are refused by a tool that takes none', async () => {
    await expect(taking(z.object({})).parse({ path: 'a' })).rejects.toMatchObject({
      code: 'invalid_value',
      message: 'look takes no argument "path" nor any other',
    })
  })

  const other: Schema = {
    '~standard': {
      version: 1,
      vendor: 'other',
      validate: (value) => ({ value }),
      jsonSchema: {
        input: () => ({ type: 'object', properties: {}, patternProperties: { '^x-': {} } }),
        output: () => ({}),
      },
    },
  }

  it.each<[string, Schema]>([
    ['z.looseObject', z.looseObject(named)],
    ['z.record', z.record(z.string(), z.string())],
    ['a catch-all', z.object(named).catchall(z.string())],
    ['a schema with patterns', other],
  ])('are taken by %s', async (_case, schema) => {
    const tool = taking(schema)
    expect(tool.inputSchema.additionalProperties).not.toBe(false)
    await expect(tool.parse({ 'x-other': 'a' })).resolves.toEqual({ 'x-other': 'a' })
  })

  it('are refused at every level, which the model is told beforehand', async () => {
    const options = z.object({ recursive: z.boolean().default(false) })
    const tool = taking(z.object({ options, edits: z.array(z.object({ line: z.number() })), open: z.looseObject({}) }))
    const valid = { options: { recursive: true }, edits: [{ line: 1 }], open: { anything: { goes: 1 } } }
    await expect(tool.parse(valid)).resolves.toEqual(valid)
    await expect(tool.parse({ ...valid, options: { recursiv: true } })).rejects.toMatchObject({
      field: 'options.recursiv',
      message: expect.stringContaining('did you mean recursive?'),
    })
    await expect(tool.parse({ ...valid, edits: [{ line: 1 }, { line: 2, lin: 3 }] })).rejects.toMatchObject({
      field: 'edits.1.lin',
    })
    expect(JSON.stringify(tool.inputSchema).match(/"additionalProperties":false/g)).toHaveLength(3)
  })

  it('are refused whatever their name, and the named ones never', async () => {
    const tool = taking(z.object({ ...named, other: z.unknown() }))
    const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'path ', 'Path'))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(names, { minLength: 1 }), fc.jsonValue(), async (unknown, value) => {
        const strangers = unknown.filter((name) => !Object.hasOwn(tool.inputSchema.properties as object, name))
        fc.pre(strangers.length > 0)
        const input: unknown = JSON.parse(`{${strangers.map((name) => `${JSON.stringify(name)}:1`).join()}}`)
        await expect(tool.parse(input)).rejects.toMatchObject({ code: 'invalid_value' })
        await expect(tool.parse({ path: 'a', other: value })).resolves.toEqual({ path: 'a', other: value })
      }),
    )
  })

  it.each([null, undefined, 5, 'x', [], [1]])('are not looked for in %j, which the schema refuses', async (value) => {
    await expect(taking(z.object(named)).parse(value)).rejects.toMatchObject({ code: 'invalid_value' })
  })
})
