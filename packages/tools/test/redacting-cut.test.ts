import { defineTool, redactingCut, truncateOutput } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { call } from './workspace.js'

fc.configureGlobal({ seed: 20260221 })

const key = 'sk-live-0123456789abcdef01234567'
const redact = (text: string) => text.replaceAll(/sk-live-\w{24}|\d{4} \d{4} \d{4} \d{4}/g, '[gone]')

/** Parts of a text of at least so many characters. */
const partsOf = (text: string, length: number) =>
  Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length))

describe('a word', () => {
  it('is not split, wherever it stands', () => {
    for (let before = 1_900; before < 2_100; before++) {
      const text = `${'x '.repeat(before / 2)}${key}${' y'.repeat(3_000)}`
      const cut = truncateOutput(text)
      expect(cut.includes(key) || !cut.includes('sk-')).toBe(true)
      expect(cut.length).toBeGreaterThan(3_900)
    }
  })

  it('may be a number in groups', () => {
    for (let before = 2_000; before < 2_060; before++) {
      const cut = truncateOutput(`${'x'.repeat(before)} 4111 1111 1111 1111 ${'y '.repeat(3_000)}`)
      expect(cut.includes('4111 1111 1111 1111') || !cut.includes('4111')).toBe(true)
    }
  })

  it('of more than 1 KB is split after all', () => {
    expect(truncateOutput('x'.repeat(9_000)).length).toBeGreaterThan(4_000)
  })
})

describe('a cut under redact', () => {
  it('keeps of what is taken out all or nothing, whatever the limit', () => {
    const word = fc.constantFrom('a', 'é', '🦊', ' ', '\n', 'sk-', key, '"', '4111 1111 1111 1111')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.integer({ min: 64, max: 400 }), (words, limit) => {
        const text = words.join('')
        const cut = redactingCut(redact)(text, limit)
        const kept = redact(cut)
        for (const part of partsOf(key, 9)) expect(kept).not.toContain(part)
        expect(kept).not.toMatch(/1111/)
        expect(cut.isWellFormed()).toBe(true)
        expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(limit)
      }),
    )
  })

  it('takes a block of many lines for one', () => {
    const block = `-----BEGIN KEY-----\n${'QUJD\n'.repeat(400)}-----END KEY-----`
    const ofBlocks = (text: string) => text.replaceAll(/-----BEGIN KEY-----[\s\S]*?-----END KEY-----/g, '[key]')
    for (const before of [0, 500, 1_000, 2_040]) {
      const text = `${'x '.repeat(before / 2)}${block}${' y'.repeat(2_000)}`
      const kept = ofBlocks(redactingCut(ofBlocks)(text))
      expect(kept).not.toContain('QUJD')
    }
  })

  it('cuts as ever where nothing is taken out', () => {
    const text = 'word '.repeat(5_000)
    expect(redactingCut(redact)(text)).toBe(truncateOutput(text))
  })

  it('looks at the ends of a very long text', () => {
    const text = `${'x'.repeat(2_030)}${key}${'y '.repeat(6_000_000)}`
    expect(redactingCut(redact)(text)).not.toContain('sk-live-')
  })
})

describe('a tool call under redact', () => {
  const giving = (text: string, change?: string) =>
    defineTool({
      name: 'give',
      description: 'gives',
      input: z.object({}),
      effect: () =>
        change === undefined ? 'read' : { kind: 'repeatable', change: { bytesBefore: 1, bytesAfter: 2, diff: change } },
      execute: () => text,
    })

  it('shows what it gave unredacted, and cuts no key', async () => {
    const text = `${key}\n${'x'.repeat(1_990)}${key}${'y'.repeat(2_000_000)}${key}${'z'.repeat(500)}`
    const { output, fullOutput } = await call(giving(text), {}, { redact })
    expect(output).toContain(key)
    for (const kept of [output, String(fullOutput)]) {
      for (const part of partsOf(key, 9)) expect(redact(kept)).not.toContain(part)
    }
  })

  it('cuts no key of a diff', async () => {
    const diff = `${'x'.repeat(8_150)}${key}${'y'.repeat(20_000)}`
    const { change } = await call(giving('', diff), {}, { redact })
    expect(change?.diff).toContain('bytes left out')
    expect(change?.diff).not.toContain('sk-live')
  })

  it.each<[string, (text: string) => string]>([
    [
      'throws',
      () => {
        throw new Error(`no pattern for ${key}`)
      },
    ],
    ['gives a promise', (async (text: string) => text) as never],
    ['gives nothing', (() => undefined) as never],
  ])('keeps nothing of a text when redact %s', async (_, failing) => {
    const outcome = await call(giving(`${key} ${'x'.repeat(9_000)}`), {}, { redact: failing })
    expect(outcome).toMatchObject({ status: 'error', code: 'redact_failed', fullOutput: null })
    expect(outcome.output).not.toContain('sk-')
  })

  it('is not bothered with a text that is not cut', async () => {
    const outcome = await call(giving(key), {}, { redact: () => 'never' })
    expect(outcome).toMatchObject({ status: 'ok', output: key })
  })
})
