import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { reportSchemaOf } from '../../src/roster/report-schema.js'
import { roster } from '../../src/roster/roster.js'
import { minimalReport } from './support.js'

const fieldsOf = (id: number) => Object.keys(reportSchemaOf(roster.card(id)).shape)

describe.each(roster.cards.map((card) => [card.id, card.name, card] as const))(
  'the report of %i %s',
  (_id, _name, card) => {
    const schema = reportSchemaOf(card)
    const honest = minimalReport(card)
    const accepts = (change: Record<string, unknown>) => schema.safeParse({ ...honest, ...change }).success

    test('can be shown to a model', () => {
      const { properties, required } = z.toJSONSchema(schema, { io: 'input' })
      expect(properties?.content).toMatchObject({ type: 'object' })
      expect(required).toContain('verdict')
      expect(Object.keys(card.content.shape).length).toBeLessThanOrEqual(25)
    })

    test('may be as short as is honest', () => {
      expect(schema.safeParse(honest).error).toBeUndefined()
      // One thing at most is asked for beyond a closed word: what the agent is there for.
      expect(Object.keys(honest.content as object).length).toBeLessThanOrEqual(2)
    })

    test('is refused where it says what cannot be', () => {
      expect(accepts({ verdict: 'x'.repeat(100) })).toBe(true)
      expect(accepts({ verdict: 'x'.repeat(101) })).toBe(false)
      expect(accepts({ confidence: 1 })).toBe(true)
      for (const confidence of [1.2, Number.NaN, 'SURE', undefined]) expect(accepts({ confidence })).toBe(false)
      expect(accepts({ content: null })).toBe(false)
    })

    test('ends with a word of its card', () => {
      const verdicts = Object.keys(card.verdicts)
      for (const native of verdicts) expect(accepts({ native })).toBe(true)
      for (const native of ['PERHAPS', undefined]) expect(accepts({ native })).toBe(verdicts.length === 0)
    })
  },
)

test('what only some say is asked of nobody else', () => {
  expect(fieldsOf(47)).toContain('clarified')
  expect(fieldsOf(50)).toContain('resolutions')
  expect(fieldsOf(51)).toContain('synthesis')
  const asked = roster.cards.flatMap(({ id }) =>
    fieldsOf(id).filter((name) => /clarified|resolutions|synthesis/.test(name)),
  )
  expect(asked).toHaveLength(3)
})

test('each tier is told what its references are for', () => {
  const told = (id: number) => reportSchemaOf(roster.card(id)).shape.references?.description
  expect(told(27)).toContain('0.5 (refuted) to 1.5')
  expect(told(44)).toContain('0 only with evidence')
  expect(told(1)).toContain('null')
})

test('is built once for a card', () => {
  expect(reportSchemaOf(roster.card(1))).toBe(reportSchemaOf(roster.card(1)))
})
