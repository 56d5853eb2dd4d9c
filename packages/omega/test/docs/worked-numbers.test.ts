import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { valueOfClaim } from '../../src/confidence/algebra.js'
import { votesOf } from '../../src/confidence/correlation.js'
import { estimateRange } from '../../src/omega/estimate-range.js'
import type { Cost } from '../../src/phi/estimate.js'
import { stakesLevels, uncertaintyLevels } from '../../src/protocol/classification.js'
import type { Claim, Factor, Supporter } from '../../src/protocol/state.js'
import { roster } from '../../src/roster/roster.js'

const document = readFileSync(new URL('../../../../docs/omega.md', import.meta.url), 'utf8')

/** The cells of the table that begins with this one. */
function table(first: string): readonly (readonly string[])[] {
  const lines = document.slice(document.indexOf(`| ${first} |`)).split('\n')
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
  return lines
    .slice(
      2,
      lines.findIndex((line) => !line.startsWith('|')),
    )
    .map(cells)
}

const listed = (cell: string) => (cell === '' ? [] : cell.split(', ').map((one) => one.split(' ') as [string, string]))

const supportersOf = (cell: string): readonly Supporter[] =>
  listed(cell).map(([family, confidence], index) => ({
    agent: index + 1,
    confidence: confidence === 'unknown' ? null : Number(confidence),
    family,
    inputs: [],
  }))

const factorsOf = (cell: string): readonly Factor[] =>
  listed(cell).map(([kind, value], index) => ({
    ...{ kind: kind as Factor['kind'], value: Number(value), agent: 27 + index },
    ...{ family: 'code', iteration: 1, independent: true, evidence: null },
  }))

describe('docs/omega.md has the numbers that the code has', () => {
  const claims = table('supporters')

  test.each(claims)('of a claim: %s; %s', (supporters, factors, votes, confidence) => {
    const claim = {
      supporters: supportersOf(supporters ?? ''),
      factors: factorsOf(factors ?? ''),
      status: 'active',
    } satisfies Partial<Claim>
    expect(votesOf(claim).toFixed(2)).toBe(votes)
    expect(valueOfClaim(claim)?.toFixed(3) ?? 'unknown').toBe(confidence)
  })

  test('of a claim, in more than a few rows', () => expect(claims.length).toBeGreaterThan(10))

  test('of families with one voice each', () => {
    const [, ...votes] = table('families')[0] ?? []
    expect(votes).toHaveLength(9)
    votes.forEach((cell, index) => {
      const supporters = Array.from({ length: index + 1 }, (_, family) => `family${family} 0.8`).join(', ')
      expect(votesOf({ supporters: supportersOf(supporters) }).toFixed(2)).toBe(cell)
    })
  })

  test('of what a deliberation costs', () => {
    const between = (of: (cost: Cost, batches: number) => number, known: Parameters<typeof estimateRange>[1]) => {
      const { least, most } = estimateRange('x'.repeat(400), known, false)
      const [low, high] = [of(least.first, least.batches), of(most.first, most.batches)]
      return low === high ? `${low}` : `${low}–${high}`
    }
    const thousands = ({ inputTokens, outputTokens }: Cost) => Math.round((inputTokens + outputTokens) / 1000)
    const rows = stakesLevels.flatMap((stakes) =>
      uncertaintyLevels.map((uncertainty) => [
        stakes,
        uncertainty,
        between(({ agents }) => agents, { stakes, uncertainty }),
        between((_, batches) => batches, { stakes, uncertainty }),
        between(({ modelCalls }) => modelCalls, { stakes, uncertainty }),
        between(thousands, { stakes, uncertainty }),
        `${thousands(estimateRange('x'.repeat(400), { stakes, uncertainty }, false).most.most)}`,
      ]),
    )
    expect(table('stakes')).toEqual(rows)
  })

  test('of the roster', () => {
    const missing = roster.cards.filter(({ name }) => !document.includes(name))
    expect(missing).toEqual([])
  })
})
