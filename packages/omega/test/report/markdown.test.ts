import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SessionState } from '../../src/protocol/state.js'
import { reportMarkdown } from '../../src/report/markdown.js'
import { inline, quoted } from '../../src/report/markdown-text.js'
import { reportOf } from '../../src/report/report-of.js'
import { anyText } from '../memory/support/any-text.js'
import { sessionOf } from '../memory/support/session.js'
import { inputOf, winter } from './support/inputs.js'

const ended = (status: 'PARTIAL' | 'FAILURE', code: 'exhausted' | 'resource'): SessionState => ({
  ...winter,
  ended: { status, code, atLimit: code === 'resource', why: 'Nothing is left to be tried.' },
})
const finding = { detector: 'stall', severity: 'SERIOUS', message: 'Two iterations without a finding' }

describe('what a person reads of', () => {
  test.each([
    ['success', inputOf(winter)],
    ['partial', inputOf(ended('PARTIAL', 'resource'), { degradation: 2, findings: [finding] })],
    ['failure', inputOf(ended('FAILURE', 'exhausted'), { degradation: 5, overall: null })],
    [
      'nothing',
      inputOf(sessionOf({ aborted: { type: 'aborted', reason: 'user', message: '' }, waived: ['ROBUSTNESS'] }), {
        log: [],
        overall: null,
        tests: [],
        degradation: 5,
      }),
    ],
  ])('a %s', async (name, input) => {
    await expect(reportMarkdown(reportOf(input))).toMatchFileSnapshot(`./snapshots/${name}.md`)
  })
})

test('what the panel held to matter and the answer does not rest on is told beside the answer', () => {
  const claims = winter.claims.map((claim) => ({ ...claim, critical: true }))
  const markdown = reportMarkdown(reportOf(inputOf({ ...winter, claims })))
  expect(markdown.split('\n').filter((line) => line.includes('Left aside'))).toEqual([
    '- **Left aside** (c3, critical, confidence unknown): Feed plays a part',
  ])
})

test('a partial answer that rests on no claim is not told as if the panel had looked at it', () => {
  const told = (state: SessionState) =>
    reportMarkdown(reportOf(inputOf({ ...ended('PARTIAL', 'resource'), synthesis: state.synthesis })))
  const bare = winter.synthesis && { ...winter.synthesis, restsOn: [] }
  expect(told({ ...winter, synthesis: bare })).toContain('It rests on no claim of the panel')
  expect(told(winter)).not.toContain('It rests on no claim of the panel')
  expect(told({ ...winter, synthesis: null })).not.toContain('It rests on no claim of the panel')
})

const nasty = [
  '# Heading',
  'a\n## Heading',
  'a\r\n\r\n| x | y |\n| --- | --- |',
  'a | b || c',
  '</details><script>alert(1)</script>',
  '<!-- hidden -->',
  '```\ncode',
  '![image](https://example.org/x.png) [link](javascript:1)',
  '- item\n1. item\n> quote\n---\n===',
  '\\| \\` \\<b>',
  '&lt;b&gt; &#60;',
  'a\u2028# b\u2029# c\u0085# d',
  '\u202egnp.exe\u202c',
  '\ud800',
  '',
]
/** What could begin a block, but for what the report itself wrote. */
const blocks = (markdown: string) =>
  markdown
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => /^ {0,3}(#+|```|~~~|\||===|---|<[^>]*>|\d+[.)])/.exec(line)?.[1] ?? '')
    .filter(Boolean)

/** The same session with a text in every place that a model writes. */
function told(text: string): SessionState {
  const [claim] = winter.claims
  const [contradiction] = winter.contradictions
  if (!claim || !contradiction || !winter.synthesis) throw new Error('the session has them')
  const texts = [text]
  return {
    ...winter,
    problem: { ...winter.problem, clarified: text },
    claims: [
      {
        ...claim,
        statement: text,
        status: 'rejected',
        basis: text,
        factors: claim.factors.map((one) => ({ ...one, evidence: text })),
      },
    ],
    contradictions: [{ ...contradiction, why: text }],
    messages: winter.messages.map((one) => ({
      ...one,
      summary: { ...one.summary, verdict: text },
      body: { ...one.body, findings: texts },
    })),
    questions: { open: texts, answered: texts },
    synthesis: {
      ...winter.synthesis,
      answer: text,
      caveats: texts,
      unanswered: texts,
      wouldChange: texts,
    },
    timeline: winter.timeline.map((one) => ({ ...one, summary: text })),
    ended: winter.ended && { ...winter.ended, why: text },
  }
}

const markdownOf = (text: string, status: 'SUCCESS' | 'PARTIAL' | 'FAILURE' = 'SUCCESS') => {
  const state = told(text)
  const input = inputOf({ ...state, ended: state.ended && { ...state.ended, status } }, { tests: [text] })
  return reportMarkdown(reportOf(input))
}

describe('texts of models', () => {
  test.each(['SUCCESS', 'PARTIAL', 'FAILURE'] as const)('open no block of their own in a %s', (status) => {
    const own = blocks(markdownOf('harmless', status))
    for (const text of nasty.filter(Boolean)) expect(blocks(markdownOf(text, status)), text).toEqual(own)
  })

  test('hold no HTML, and every row of a table has the cells of its head', () => {
    const line = fc.oneof(fc.constantFrom(...nasty), anyText)
    fc.assert(
      fc.property(line, (text) => {
        const markdown = markdownOf(text)
        expect(markdown.replaceAll(/^<\/?(details|summary)>/gm, '').replaceAll('</summary>', '')).not.toMatch(/</)
        const rows = markdown.split('\n').filter((row) => row.startsWith('|'))
        for (const row of rows) expect([8, 6]).toContain(row.match(/(?<!\\)(?:\\\\)*\|/g)?.length)
        expect(markdown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]/)
        expect(markdown.isWellFormed()).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test('read as they were written', () => {
    expect(inline('f(x) = a_1 * b, see 3. and #4 | <5>')).toBe('f(x) = a\\_1 \\* b, see 3. and #4 \\| &lt;5&gt;')
    expect(inline('- 1. # x')).toBe('\\- 1. # x')
    expect(inline('12) x')).toBe('12\\) x')
    expect(quoted('one\ntwo\n\n# three')).toBe('> one\\\n> two\n>\n> \\# three')
  })
})
