import { defineTool, resultLimits } from '@artoo/tools'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { worked } from '../../../test/worked.js'
import { call } from './workspace.js'

/** More than an object or a list may have. */
const keys = Array.from({ length: 300_000 }, (_, index) => `k${index}`)

/** Says how often something of it was read beside its keys. */
function manyKeys() {
  const reads = { count: 0 }
  const result = new Proxy(
    {},
    {
      ownKeys: () => keys,
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
      get() {
        reads.count++
        return 1
      },
    },
  )
  return { result, reads }
}

function sparse(): unknown[] {
  const items: unknown[] = []
  items.length = 2 ** 32 - 1
  return items
}

function nested(levels: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { in: value }
  return value
}

class Forever {
  toJSON(): unknown {
    return [new Forever(), new Forever()]
  }
}

const thrower = {
  get secret(): string {
    throw new Error('gone')
  },
}

function resultOf(make: () => unknown) {
  const tool = defineTool({ name: 'give', description: 'gives', input: z.object({}), effect: 'read', execute: make })
  return call(tool, {})
}

/** The longest work meanwhile without a turn of the event loop, in milliseconds. */
async function stall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = worked()
  const timer = setInterval(() => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  await work()
  await new Promise((resolve) => setTimeout(resolve, 5))
  clearInterval(timer)
  return longest
}

describe('a result that is too large is refused before it is walked', () => {
  it.each<[string, () => unknown, string]>([
    ['a list of gaps', sparse, 'more than 250000 items in one list'],
    ['a list of gaps in a field', () => ({ rows: sparse() }), 'more than 250000 items in one list at rows'],
    ['a proxy before a list', () => new Proxy(sparse(), {}), 'more than 250000 items in one list'],
    ['levels', () => nested(100_000), 'more than 1000 levels'],
    ['a toJSON without an end', () => new Forever(), 'more than 1000 levels'],
    ['a text', () => 'é'.repeat(resultLimits.characters + 1), 'more than 33554432 characters'],
    ['a text in a field', () => ({ text: 'é'.repeat(resultLimits.characters) }), 'more than 33554432 characters'],
    [
      'what stands for more',
      () => {
        const rows = Array.from({ length: 100_000 }, () => 0)
        return Array.from({ length: 1_000 }, () => rows)
      },
      'more than 750000 fields and items',
    ],
  ])('%s', async (_what, make, named) => {
    const outcome = await resultOf(make)
    expect(outcome).toMatchObject({ status: 'error', code: 'invalid_result' })
    expect(outcome.output).toContain(named)
  })

  it('three hundred thousand fields, of which none is read', async () => {
    const { result, reads } = manyKeys()
    const outcome = await resultOf(() => ({ rows: result }))
    expect(outcome).toMatchObject({ status: 'error', code: 'invalid_result' })
    expect(outcome.output).toContain('more than 100000 fields in one object at rows')
    // Whether it is a promise, and whether it says how it is written: none of the fields.
    expect(reads.count).toBeLessThan(10)
  })

  it('a field that throws, by its name', async () => {
    const outcome = await resultOf(() => ({ a: [thrower] }))
    expect(outcome).toMatchObject({ status: 'error', code: 'invalid_result' })
    expect(outcome.output).toContain("what can't be read (gone) at a.0.secret")
  })

  it('a proxy that throws at whatever is asked', async () => {
    const fail = () => {
      throw new Error('no')
    }
    const proxy = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail })
    expect(await resultOf(() => [proxy])).toMatchObject({ status: 'error', code: 'invalid_result' })
  })

  it('and nothing stands still for long meanwhile', async () => {
    for (const make of [sparse, () => nested(100_000), () => new Forever(), () => ({ rows: [sparse(), 1] })]) {
      expect(await stall(() => resultOf(make))).toBeLessThan(300)
    }
  })
})

describe('an input that is too large is refused before a schema reads it', () => {
  const any = defineTool({ name: 'any', description: 'any', input: z.object({ rows: z.any() }), execute: () => '' })

  it.each<[string, () => unknown]>([
    ['a list of gaps', sparse],
    ['many fields', () => manyKeys().result],
    ['many items', () => keys],
    ['levels', () => nested(100_000)],
  ])('%s', async (_what, make) => {
    expect(await call(any, { rows: make() }, { confirm: () => true })).toMatchObject({ code: 'invalid_input' })
  })
})
