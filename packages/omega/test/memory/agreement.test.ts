import fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { agreementsOf, correlationOf } from '../../src/memory/agreement.js'
import { createOmegaMemory } from '../../src/memory/omega-memory.js'
import { at, claimOf, ended, messageOf, sessionOf } from './support/session.js'

const supporter = (agent: number, family: string) => ({ agent, family, confidence: 0.8, inputs: [] })
const check = (value: number) =>
  ({
    kind: 'check',
    agent: 32,
    family: 'code',
    iteration: 1,
    value,
    independent: true,
    evidence: 'ran',
  }) as const

/** Otter (agent 1) is for, heron (agent 2) as `for` says; a check decides. */
const claim = (id: string, holds: boolean, heronFor: boolean) =>
  claimOf({
    id,
    statement: id,
    supporters: [supporter(1, 'otter'), ...(heronFor ? [supporter(2, 'heron')] : [])],
    opponents: heronFor ? [] : [2],
    factors: [check(holds ? 1 : 0)],
  })
const messages = [messageOf(2, 'Bottom-Up Builder', 'GENESIS', { family: 'heron' })]

test('who was right is known of claims that code decided, of supporters and opponents alike', () => {
  const claims = [
    claim('c1', true, true),
    claim('c2', false, true),
    claim('c3', true, false),
    claim('c4', false, false),
    { ...claim('c6', true, true), status: 'abandoned' as const, sameAs: 'c1' },
    claimOf({ id: 'c5', statement: 'nobody looked', supporters: [supporter(1, 'otter'), supporter(2, 'heron')] }),
  ]
  expect(agreementsOf(sessionOf({ claims, messages }))).toMatchObject([
    { first: 'heron', second: 'otter', bothRight: 1, bothWrong: 1, firstWrong: 1, secondWrong: 1 },
  ])
})

test('a family that was divided has no say', () => {
  const divided = claimOf({
    id: 'c1',
    statement: 'x',
    supporters: [supporter(1, 'otter'), supporter(2, 'heron')],
    opponents: [3],
    factors: [check(1)],
  })
  const own = messageOf(3, 'Constraint Mapper', 'GENESIS', { family: 'heron' })
  expect(agreementsOf(sessionOf({ claims: [divided], messages: [own] }))).toEqual([])
})

test('a correlation is told from twenty common claims on, over sessions', async () => {
  const memory = createOmegaMemory(new MemoryLevel())
  const { signal } = new AbortController()
  const claims = [...Array(10)].map((_, index) => claim(`c${index + 1}`, index % 2 === 0, true))
  await memory.remember(sessionOf({ claims, messages }), ended, signal)
  expect(await memory.correlations()).toEqual([])
  await memory.remember(sessionOf({ claims, messages, startedAt: at(1) }), ended, signal)
  expect(await memory.correlations()).toEqual([{ families: ['heron', 'otter'], rho: 1 }])
})

test('it is 1 when they err together, 0 when independently or against each other, and unknown when one never errs', () => {
  const of = (bothRight: number, bothWrong: number, firstWrong: number, secondWrong: number) =>
    correlationOf({ bothRight, bothWrong, firstWrong, secondWrong })
  expect(of(15, 5, 0, 0)).toBe(1)
  expect(of(5, 5, 5, 5)).toBe(0)
  expect(of(0, 0, 10, 10)).toBe(0)
  expect(of(10, 4, 3, 3)).toBeCloseTo((4 * 10 - 9) / Math.sqrt(7 * 7 * 13 * 13))
  expect(of(20, 0, 5, 0)).toBeNull()
  expect(of(10, 9, 0, 0)).toBeNull()
})

test('it is null or within 0 to 1, and the same from both sides', () => {
  const n = fc.nat(50)
  fc.assert(
    fc.property(n, n, n, n, (bothRight, bothWrong, firstWrong, secondWrong) => {
      const value = correlationOf({ bothRight, bothWrong, firstWrong, secondWrong })
      expect(correlationOf({ bothRight, bothWrong, firstWrong: secondWrong, secondWrong: firstWrong })).toBe(value)
      if (value !== null) expect(value >= 0 && value <= 1).toBe(true)
    }),
  )
})
