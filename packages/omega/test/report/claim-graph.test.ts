import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionState } from '../../src/protocol/state.js'
import { claimGraph } from '../../src/report/claim-graph.js'
import { reportOf } from '../../src/report/report-of.js'
import { anyText } from '../memory/support/any-text.js'
import { claimOf } from '../memory/support/session.js'
import { inputOf, winter } from './support/inputs.js'

const graphOf = (state: SessionState) => claimGraph(reportOf(inputOf(state)))

/** In a label stand letters, digits, spaces, a few marks, and everything else as an entity. */
const text = '(?:[\\p{L}\\p{M}\\p{N} .,:…-]|#\\d+;)*'
const grammar = [
  `c\\d+\\["${text}<br/>${text}"\\]:::(?:active|confirmed|rejected|abandoned)`,
  `a\\d+\\(\\["${text}"\\]\\):::agent`,
  `a\\d+ (?:-->|-\\.->|==>)\\|"${text}"\\| c\\d+`,
  `c\\d+ <-\\.->\\|"${text}"\\| c\\d+`,
  `rest\\["${text}"\\]:::abandoned`,
  'classDef [a-z]+ fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}',
].map((line) => new RegExp(`^  ${line}$`, 'u'))

function expectWellFormed(graph: string): void {
  const [head, ...lines] = graph.trimEnd().split('\n')
  expect(head).toBe('flowchart LR')
  for (const line of lines)
    expect(
      grammar.some((rule) => rule.test(line)),
      line,
    ).toBe(true)
}

test('claims are nodes, and who holds, attacks, checks and contradicts them edges', () => {
  const graph = graphOf(winter)
  expectWellFormed(graph)
  expect(graph).toMatchInlineSnapshot(`
    "flowchart LR
      c1["c1: Laying stops below 14 hours of light<br/>medium #40;72 #37;#41;"]:::confirmed
      c2["c2: Cold alone stops the laying<br/>very low #40;0 #37;#41;"]:::rejected
      c3["c3: Feed plays a part<br/>unknown"]:::active
      a2(["2 Bottom-Up Builder"]):::agent
      a5(["5 Physics Analogist"]):::agent
      a9(["9 Gut Intuition"]):::agent
      a21(["21 Formalizer"]):::agent
      a32(["32 Empirical Tester"]):::agent
      a38(["38 Edge Attacker"]):::agent
      a44(["44 Steelman Attacker"]):::agent
      a2 -->|"supports"| c1
      a9 -->|"supports"| c1
      a32 ==>|"checks 1.20"| c1
      a21 ==>|"verifies 1.10"| c1
      a38 -.->|"attacks 0.90"| c1
      a44 -.->|"attacks 0.60"| c1
      a5 -->|"supports"| c2
      a32 ==>|"checks 0.00"| c2
      a9 -->|"supports"| c3
      c1 <-.->|"contradicts, MINOR"| c3
      classDef active fill:#eef3fb,stroke:#4a6fa5,color:#1b2a41
      classDef confirmed fill:#e7f5ea,stroke:#3c7a4b,color:#16331f
      classDef rejected fill:#fbeaea,stroke:#a54a4a,color:#411b1b
      classDef abandoned fill:#f0f0f0,stroke:#8a8a8a,color:#444444
      classDef agent fill:#ffffff,stroke:#8a8a8a,color:#222222
    "
  `)
})

test('no statement and no name breaks out of its label', () => {
  const nasty = fc.constantFrom(
    'a"] --> evil["b',
    'line\nclick c1 href "javascript:alert(1)"',
    '`**x**`',
    '%%{init: {"theme":"dark"}}%%',
    'end',
    '<img src=x onerror=alert(1)>',
    '#quot; #35; &amp;',
    ']]}}))|',
    '\u2028subgraph x',
    '',
  )
  fc.assert(
    fc.property(fc.oneof(nasty, anyText), (statement) => {
      const claims = winter.claims.map((claim) => ({ ...claim, statement }))
      const agent = () => ({ name: statement, tier: 'GENESIS' }) as const
      expectWellFormed(claimGraph(reportOf(inputOf({ ...winter, claims }, { agent }))))
    }),
    { numRuns: 50 },
  )
})

test('of more than forty claims those that matter are shown and the rest is counted', () => {
  const claims = Array.from({ length: 60 }, (_, index) =>
    claimOf({ id: `c${index + 1}`, statement: `claim ${index + 1}`, critical: index === 58 }),
  )
  const synthesis = winter.synthesis && { ...winter.synthesis, restsOn: ['c60'] }
  const graph = graphOf({ ...winter, claims, contradictions: [], synthesis })
  expectWellFormed(graph)
  expect(graph.match(/^ {2}c\d+\[/gm)).toHaveLength(40)
  for (const id of ['c1', 'c59', 'c60']) expect(graph).toContain(`  ${id}["`)
  expect(graph).toContain('rest["and 20 more claims"]')
})

test('without claims there is an empty chart', () => {
  expectWellFormed(graphOf({ ...winter, claims: [], contradictions: [] }))
})
