import fc from 'fast-check'
import { expect, it } from 'vitest'
import { claimGraph } from '../../src/report/claim-graph.js'
import { claim } from '../support/session.js'
import { anyText } from './any-text.js'
import { reported, winter } from './winter.js'

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
const foreign = (drawn: string) =>
  drawn
    .trimEnd()
    .split('\n')
    .filter((line) => !grammar.some((rule) => rule.test(line)))
const ownOnly = ['flowchart LR']

it('claims are nodes, and who holds, attacks, checks and contradicts them edges', () => {
  const drawn = claimGraph(reported())
  expect(foreign(drawn)).toEqual(ownOnly)
  const lines = drawn.split('\n').map((line) => line.replace(/<br\/>.*"/, '"').trim())
  expect(lines.filter((line) => /^c\d|a44/.test(line))).toEqual([
    'c1["c1: Short days"]:::confirmed',
    'c2["c2: Cold"]:::rejected',
    'c3["c3: Feed plays a part"]:::active',
    'a44(["44 Steelman Attacker"]):::agent',
    'a44 -.->|"attacks 0.60"| c1',
    'c1 <-.->|"contradicts, MINOR"| c3',
  ])
  const others = ['a2 -->|"supports"| c1', 'a32 ==>|"verifies 1.40"| c1', 'a32 ==>|"checks 0.00"| c2']
  expect(lines).toEqual(expect.arrayContaining(others))
})

it('no statement and no name breaks out of its label', () => {
  const nasty = fc.constantFrom(
    ...['a"] --> evil["b', 'line\nclick c1 href "javascript:alert(1)"', '`**x**`', '%%{init: {"theme":"dark"}}%%'],
    ...['end', '<img src=x onerror=alert(1)>', '#quot; #35; &amp;', ']]}}))|', '\u2028subgraph x', ''],
  )
  const report = reported()
  fc.assert(
    fc.property(fc.oneof(nasty, anyText), (said) => {
      const claims = report.claims.map((one) => ({ ...one, statement: said }))
      const agents = report.agents.map((one) => ({ ...one, name: said }))
      expect(foreign(claimGraph({ ...report, claims, agents }))).toEqual(ownOnly)
    }),
  )
})

it('of more than forty claims those that matter are shown and the rest is counted; of none there is an empty chart', () => {
  const claims = Array.from({ length: 60 }, (_, index) => claim(index + 1, { critical: index === 58 }))
  const drawn = claimGraph({ ...reported({ ...winter, claims, contradictions: [] }), restsOn: ['c60'] })
  expect(foreign(drawn)).toEqual(ownOnly)
  expect(drawn.match(/^ {2}c\d+\[/gm)).toHaveLength(40)
  for (const shown of ['  c1["', '  c59["', '  c60["', 'rest["and 20 more claims"]']) expect(drawn).toContain(shown)
  expect(foreign(claimGraph({ ...reported(), claims: [], openContradictions: [] }))).toEqual(ownOnly)
})
