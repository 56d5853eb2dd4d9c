import { expect, it } from 'vitest'
import { signature } from '../src/planner/signature.js'

const path = { type: 'string', description: 'of a file' }

it.each([
  [
    'fields, those that may be left out marked',
    { type: 'object', properties: { path, exists: { type: 'boolean' } }, required: ['path'] },
    '{ path: string (of a file), exists?: boolean }',
  ],
  ['limits, left out', { type: 'integer', minimum: 1, maximum: 9 }, 'integer'],
  ['values', { enum: ['a', 1, null] }, '"a" | 1 | null'],
  ['one value', { const: 'a' }, '"a"'],
  ['a list', { type: 'array', items: { type: 'string' } }, 'string[]'],
  [
    'a list of choices',
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    '(string | number)[]',
  ],
  ['a list of anything', { type: 'array' }, 'any[]'],
  [
    'objects in objects',
    { properties: { of: { properties: { check: { enum: ['file'] } }, required: ['check'] } } },
    '{ of?: { check: "file" } }',
  ],
  ['anything', { description: 'a JSON value' }, 'any'],
  ['what has no short form', { $ref: '#/$defs/a' }, '{"$ref":"#/$defs/a"}'],
  ['what is no schema', true, 'any'],
])('tells %s', (_, schema, text) => {
  expect(signature(schema)).toBe(text)
})
