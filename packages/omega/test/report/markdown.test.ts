import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionState } from '../../src/protocol/state.js'
import { reportMarkdown } from '../../src/report/markdown.js'
import { inline, quoted } from '../../src/report/markdown-text.js'
import { claim, synthesis } from '../support/session.js'
import { anyText } from './any-text.js'
import { reported, winter } from './winter.js'

const markdown = (state: SessionState = winter) => reportMarkdown(reported(state))

describe('a person reads', () => {
  it('the answer first, and its history last', async () => {
    // Numbers of evidence follow its constants.
    const text = markdown({ ...winter, timeline: winter.timeline.slice(0, 2) })
      .replaceAll(/\d+ %/g, '… %')
      .replaceAll(/(?<=oices:\*\* |\) \| |unknown \| )\d\.\d/g, '…')
    await expect(text).toMatchFileSnapshot('./winter.md')
  })

  it.each([
    ['SUCCESS', '# Answer'],
    ['PARTIAL', '# Unsure answer'],
    ['FAILURE', '# No answer to rely on'],
  ] as const)('of a %s: %s', (status, title) => {
    const text = markdown({ ...winter, ended: { status, code: 'resource', why: 'all tokens are used' } })
    expect(
      text.startsWith(`${title}\n\n*Why did the hens stop laying?*\n\n**Short days**\n\n> The days are too short.`),
    ).toBe(true)
    expect(text.includes('**Why no more:** all tokens are used')).toBe(status !== 'SUCCESS')
  })

  it('no claim that counts in another', () => {
    const joined = claim(4, { statement: 'Dark', status: 'abandoned', sameAs: 'c1', basis: 'the same' })
    expect(markdown({ ...winter, claims: [...winter.claims, joined] })).toBe(markdown())
  })

  it('that nothing was proposed, or that an answer rests on nothing', () => {
    const nothing = { ...winter, claims: [], contradictions: [], synthesis: null }
    expect(markdown(nothing)).toContain('No answer was proposed.\n\n## Answers and claims\n\nNothing was claimed.')
    expect(markdown({ ...nothing, synthesis: synthesis([]) })).toContain('**It rests on no claim of the panel:**')
    expect(markdown()).not.toContain('It rests on no claim')
  })
})

const nasty = [
  ...['# Heading', 'a\n## Heading', 'a\r\n\r\n| x | y |\n| --- | --- |', 'a | b || c', '\\| \\` \\<b>', '```\ncode'],
  ...['</details><script>alert(1)</script>', '<!-- hidden -->', '&lt;b&gt; &#60;', '\u202egnp.exe\u202c', '\ud800'],
  ...['![image](https://example.org/x.png) [link](javascript:1)', '- item\n1. item\n> quote\n---\n==='],
  'a\u2028# b\u2029# c\u0085# d',
]

/** The same session with a text in every place that a model writes. */
function told(text: string): SessionState {
  const factored = ({ factors }: SessionState['claims'][number]) => factors.map((one) => ({ ...one, evidence: text }))
  return {
    ...{ ...winter, problem: { ...winter.problem, clarified: text } },
    claims: winter.claims.map((one) => ({ ...one, statement: text, basis: one.basis && text, factors: factored(one) })),
    contradictions: winter.contradictions.map((one) => ({ ...one, why: text })),
    messages: winter.messages.map((one) => ({ ...one, verdict: text, text })),
    synthesis: { ...synthesis(['c1'], text), caveats: [text], unanswered: [text], wouldChange: [text] },
    timeline: winter.timeline.map((one) => ({ ...one, summary: text })),
    ended: { status: 'PARTIAL', code: 'resource', why: text },
  }
}
/** What could begin a block, but for what the report itself wrote. */
const blocks = (text: string) =>
  text
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => /^ {0,3}(#+|```|~~~|\||===|---|<[^>]*>|\d+[.)])/.exec(line)?.[1] ?? '')
    .filter(Boolean)

describe('texts of models', () => {
  it('open no block of their own, hold no HTML, and end no cell', () => {
    const own = blocks(markdown(told('harmless')))
    for (const text of nasty) expect(blocks(markdown(told(text))), text).toEqual(own)
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...nasty), anyText), (text) => {
        const whole = markdown(told(text))
        expect(whole.replaceAll(/^<\/?(details|summary)>/gm, '').replaceAll('</summary>', '')).not.toMatch(/</)
        const rows = whole.split('\n').filter((row) => row.startsWith('|'))
        for (const row of rows) expect([10, 6]).toContain(row.match(/(?<!\\)(?:\\\\)*\|/g)?.length)
        expect([whole.isWellFormed(), /[\u202a-\u202e\u2066-\u2069\u2028\u2029]/.test(whole)]).toEqual([true, false])
      }),
      { numRuns: 30 },
    )
  })

  it('read as they were written', () => {
    expect(inline('f(x) = a_1 * b, see 3. and #4 | <5>')).toBe('f(x) = a\\_1 \\* b, see 3. and #4 \\| &lt;5&gt;')
    expect([inline('- 1. # x'), inline('12) x')]).toEqual(['\\- 1. # x', '12\\) x'])
    expect(quoted('one\ntwo\n\n# three')).toBe('> one\\\n> two\n>\n> \\# three')
  })
})
