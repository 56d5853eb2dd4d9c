import type { Tool } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { definitionsOf, type McpPinned } from '../../src/client/pins.js'

const definition = (name: string): Tool => ({ name, description: name, inputSchema: { type: 'object' } })
const noted = (name: string) => new Map([[name, definition(name)]])

describe('definitionsOf', () => {
  test('keeps the tools of two servers that answer at once, however long a write takes', async () => {
    const waits: (() => void)[] = []
    let kept: McpPinned = {}
    const definitions = await definitionsOf({
      read: () => null,
      async write(pins) {
        if (waits.length === 0) await new Promise<void>((resolve) => waits.push(resolve))
        kept = pins
      },
    })
    const both = [definitions.note(noted('one')), definitions.note(noted('two'))]
    await expect.poll(() => waits.length).toBe(1)
    waits[0]?.()
    await Promise.all(both)
    expect(Object.keys(kept)).toEqual(['one', 'two'])
  })

  test('writes again after a write that failed', async () => {
    let fails = true
    let kept: McpPinned = {}
    const definitions = await definitionsOf({
      read: () => null,
      write(pins) {
        if (fails) throw new Error('no space left')
        kept = pins
      },
    })
    await expect(definitions.note(noted('one'))).rejects.toThrow('no space left')
    fails = false
    await definitions.accept(['one'])
    expect(Object.keys(kept)).toEqual(['one'])
  })
})
