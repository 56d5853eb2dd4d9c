import type { Tool } from '@artoo/spec'
import { expect, test } from 'vitest'
import { meaningOf, meaningOfInput } from '../src/effects/tool/meaning-of.js'

const toolsWith = (parse: (input: never) => unknown) =>
  new Map([['look', { name: 'look', parse } as unknown as Tool]]) as ReadonlyMap<string, Tool>

test('a call means what its tool reads in it, in whatever order its fields come', async () => {
  const tools = toolsWith(async ({ a }: { readonly a: string }) => ({ b: 1, a: Number(a) }))
  expect(await meaningOfInput(tools, { tool: 'look', input: { a: '7' } })).toBe(
    meaningOf('look', { input: null, parsed: { a: 7, b: 1 } }),
  )
})

test.each<[string, (input: never) => unknown]>([
  ['rejects', () => Promise.reject(new Error('no'))],
  ['throws at once', () => JSON.parse('{')],
])('an input counts as it is where the tool %s', async (_, parse) => {
  const input = { path: 'a.txt' }
  expect(await meaningOfInput(toolsWith(parse), { tool: 'look', input })).toBe(
    meaningOf('look', { input, parsed: undefined }),
  )
})
