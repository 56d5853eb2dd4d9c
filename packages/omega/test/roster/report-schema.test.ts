import { jsonSchemaOf } from '@artoo/spec'
import { expect, it } from 'vitest'
import { readSchemaOf, reportSchemaOf } from '../../src/roster/report-schema.js'
import { createRoster, roster } from '../../src/roster/roster.js'

const lean = createRoster({ isLean: true })
const fields = (id: number, { hasChecks = false, from = roster } = {}) =>
  Object.keys(reportSchemaOf(from.card(id), hasChecks).shape).join(' ')

it.each([
  ['an explorer', 1, 'answer confidence claims text'],
  ['one that sums up', 14, 'verdict claims references text'],
  ['a connector', 21, 'verdict claims references contradictions text'],
  ['one that joins what says the same', 22, 'verdict claims references contradictions same text'],
  ['a judge', 27, 'native references same text'],
  ['an attacker', 35, 'native references claims text'],
  ['one that makes a problem clear', 47, 'native verdict references clarified text'],
  ['one that settles contradictions', 50, 'native verdict references resolutions text'],
  ['one that writes', 51, 'native verdict references synthesis text'],
])('asks %s for what is weighed of it', (_, id, expected) => {
  expect(fields(id)).toBe(expected)
})

it('asks on a quick panel for an answer or a judgement alone, and names checks where there are any', () => {
  expect(fields(1, { from: lean })).toBe('answer confidence text')
  expect(fields(27, { from: lean })).toBe('references same text')
  expect(fields(1, { from: lean, hasChecks: true })).toBe('answer confidence check text')
  const text = (hasChecks: boolean) => JSON.stringify(jsonSchemaOf(reportSchemaOf(lean.card(27), hasChecks)))
  expect([text(false).includes('"check"'), text(true).includes('"check"')]).toEqual([false, true])
})

it('is one object for a card, that a model can be shown', () => {
  for (const card of roster.cards) {
    expect(reportSchemaOf(card, false)).toBe(reportSchemaOf(card, false))
    expect(jsonSchemaOf(reportSchemaOf(card, true))).toMatchObject({ type: 'object', required: expect.any(Array) })
  }
})

it('keeps factors to what a tier may give', () => {
  const accepts = (id: number, factor: number) =>
    readSchemaOf(createRoster().card(id)).safeParse({ references: [{ claim: 'c1', factor }] }).success
  expect([0.49, 0.5, 1.5, 1.51].map((factor) => accepts(27, factor))).toEqual([false, true, true, false])
  expect([-0.1, 0, 1, 1.1].map((factor) => accepts(35, factor))).toEqual([false, true, true, false])
})

it('reads of a function what isn’t asked of its tier', () => {
  const read = readSchemaOf(lean.card(1)).parse({ answer: 'A', confidence: 1, claims: [{ statement: 'B' }] })
  expect(read).toMatchObject({ claims: [{ statement: 'B', confidence: null, critical: false }], references: [] })
})
