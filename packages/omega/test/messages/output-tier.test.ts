import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullText, type ReadersNeed, summaryText, tierFor, verdictLine } from '../../src/messages/output-tier.js'
import type { AgentMessage } from '../../src/protocol/agent-message.js'
import { aMessage } from '../phi/states.js'

const tags = ['SUPPORTS', 'CONTRADICTS', 'UNCERTAIN'] as const

function saying(summary: Partial<AgentMessage['summary']>, flags: Partial<AgentMessage['flags']> = {}): AgentMessage {
  const message = aMessage(1)
  return { ...message, summary: { ...message.summary, ...summary }, flags: { ...message.flags, ...flags } }
}
const sure = { tag: 'SUPPORTS', verdict: 'It holds', confidence: 0.73 } as const

describe('the line of an output', () => {
  it('holds its tag, its conclusion, how sure it is, and what it asks for', () => {
    expect(verdictLine(saying(sure))).toBe('[SUPPORTS] It holds | CONF: 73% | FLAGS: none')
    expect(verdictLine(saying({ ...sure, confidence: null }))).toBe('[SUPPORTS] It holds | CONF: ? | FLAGS: none')
    expect(verdictLine(saying(sure, { blocksProgress: true, requiresResolution: true }))).toBe(
      '[SUPPORTS] It holds | CONF: 73% | FLAGS: blocks_progress,needs_input',
    )
  })

  it('25: is cut in its conclusion when it is longer than a hundred characters, and keeps the rest', () => {
    const long = saying({ ...sure, verdict: 'x'.repeat(100) }, { contradictionDetected: true })
    expect(verdictLine(long)).toBe(`[SUPPORTS] ${'x'.repeat(53)}… | CONF: 73% | FLAGS: contradiction`)
    expect(verdictLine(long)).toHaveLength(100)
  })

  it('25: is one line of at most a hundred characters, whatever is said', () => {
    const flag = fc.boolean()
    const flags = fc.record({
      ...{ contradictionDetected: flag, requiresResolution: flag, blocksProgress: flag, confidenceCritical: flag },
    })
    const summary = fc.record({
      tag: fc.constantFrom(...tags),
      // Whatever ends a line, opens a quote, takes two units or lacks one of them.
      verdict: fc.string({
        unit: fc.constantFrom(...'ax |]"\\\n\r\t\u0085\u2028\u202e𝒳', '\ud800'),
        minLength: 1,
        maxLength: 100,
      }),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    })
    fc.assert(
      fc.property(summary, flags, (said, raised) => {
        const line = verdictLine(saying(said, raised))
        expect(line.length).toBeLessThanOrEqual(100)
        expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
        expect(line.split('|')).toHaveLength(3)
        expect(line).toMatch(/^\[(SUPPORTS|CONTRADICTS|UNCERTAIN)\] .* \| CONF: (\?|\d{1,3}%) \| FLAGS: [a-z_,…]+$/u)
      }),
      { numRuns: 100 },
    )
  })
})

describe('how much of an output a reader is shown', () => {
  const need: ReadersNeed = { critical: true, conflict: false, threshold: 0.5, purpose: 'overview', pressed: false }

  it.each([
    ['a line of what is clear', sure, {}, {}, 0],
    ['26: a paragraph of a needed one that is uncertain', { ...sure, tag: 'UNCERTAIN' }, {}, {}, 1],
    ['26: a line of a peripheral one that is uncertain', { ...sure, tag: 'UNCERTAIN' }, {}, { critical: false }, 0],
    ['a paragraph of one below the threshold', { ...sure, confidence: 0.49 }, {}, {}, 1],
    ['a line of one right at it', { ...sure, confidence: 0.5 }, {}, {}, 0],
    ['a paragraph where confidence is not given', { ...sure, confidence: null }, {}, {}, 1],
    ['a paragraph of what blocks', sure, { blocksProgress: true }, {}, 1],
    ['a paragraph of a party to a conflict', sure, {}, { conflict: true }, 1],
    ['all of what it needs in detail', sure, {}, { purpose: 'detail' }, 2],
    [
      'a line of what is peripheral, even in detail',
      sure,
      {},
      { purpose: 'detail', critical: false, conflict: true },
      0,
    ],
    ['a line of anything under pressure', { ...sure, tag: 'UNCERTAIN' }, {}, { purpose: 'detail', pressed: true }, 0],
  ] as const)('is %s', (_, summary, flags, own, tier) => {
    expect(tierFor(saying(summary, flags), { ...need, ...own })).toBe(tier)
  })
})

describe('a paragraph and a full report', () => {
  const message = saying({ ...sure, confidenceBasis: 'a hunch\nof mine' })
  const told: AgentMessage = {
    ...message,
    body: { ...message.body, findings: ['one\ntwo'], content: { goal: 'x', empty: '', none: null, list: [[], {}] } },
  }

  it('hold what the agent wrote in quotes, so that none of it is a line of its own', () => {
    expect(summaryText(told).split('\n')).toEqual([
      '[SUPPORTS] "It holds"',
      'confidence 73%, since "a hunch\\nof mine"; had read nobody',
      '- "one\\ntwo"',
    ])
  })

  it('leave out what is empty', () => {
    expect(fullText(told)).toBe(`${summaryText(told)}\n{"report":{"goal":"x"}}`)
    expect(fullText(message)).toBe(summaryText(message))
  })
})
