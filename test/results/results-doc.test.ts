import { stopReasons } from '@artoo/ggs'
import { describe, expect, it } from 'vitest'
import { resultsDoc } from '../results-doc.js'

const doc = await resultsDoc()

describe('docs/results.md', () => {
  it('quotes what runs to each end show', () => {
    expect(doc.found === doc.wanted, 'docs/results.md is not what runs give: run `npm run docs`').toBe(true)
  })

  it('tells of every stop reason', () => {
    expect([...new Set(doc.results.map(({ reason }) => reason))].sort()).toEqual([...stopReasons].sort())
  })
})

describe('a result', () => {
  it('is complete without anything missing, and otherwise names what is', () => {
    for (const { status, missing, nextMoves } of doc.results) {
      expect({ status, lacks: missing.length > 0 }).toEqual({ status, lacks: status !== 'complete' })
      expect(nextMoves.length > 0).toBe(status !== 'complete')
    }
  })

  it('has failed exactly when there is no output', () => {
    for (const { status, output } of doc.results) expect(output === null).toBe(status === 'failed')
  })
})
