import { describe, expect, it } from 'vitest'
import { happened, plain, world } from '../world.js'

describe('an agent is told', () => {
  it('nothing of the others while it explores the problem for the first time', async () => {
    const { omega, asked } = world()
    await omega.deliberate('Why?', { ...plain, uncertainty: 'HIGH', characteristics: ['cross_domain'] })
    const explorers = asked.filter(({ agent }) => agent <= 20)
    // In more than one batch, so that there would be something to see.
    expect(explorers.length).toBeGreaterThan(10)
    for (const { agent, claims, outputs, questions, contradictions } of explorers) {
      if (agent === 4 || agent === 14) continue
      expect([claims, outputs, questions, contradictions]).toEqual([[], [], [], []])
    }
    expect(asked.find(({ agent }) => agent === 21)?.claims.map(({ id }) => id)).toEqual(['c1', 'c2'])
  })

  it('but those that review or join the others, which are sent after them', async () => {
    const { omega, asked } = world()
    await omega.deliberate('Why?', {
      ...{ ...plain, uncertainty: 'HIGH' },
      characteristics: ['clear_decomposition', 'creative_solutions'],
    })
    expect(asked.find(({ agent }) => agent === 4)?.outputs.map(({ agent }) => agent)).toContain(1)
    expect(asked.find(({ agent }) => agent === 14)?.outputs.length).toBeGreaterThan(5)
  })

  it('26: a paragraph of one that it needs and that is not sure, a line of all that is peripheral or clear', async () => {
    const unsure = { confidence: 0.35, confidenceBasis: 'a hunch', findings: ['the bolt is loose'] }
    const { omega, asked } = world({ script: { 2: { ...unsure, claims: [] }, 17: unsure, 5: unsure } })
    await omega.deliberate('Why?', plain)
    const seen = (reader: number, agent: number) =>
      asked.find((task) => task.agent === reader)?.outputs.find((output) => output.agent === agent)
    // 21 needs the explorers; the attackers need the verifiers, and those who hold what is critical.
    expect(seen(21, 1)).toMatchObject({
      tier: 0,
      text: expect.stringMatching(/^\[SUPPORTS\] .{1,80} \| CONF: 90% \| FLAGS: none$/),
    })
    expect(seen(21, 5)).toMatchObject({ tier: 1, text: expect.stringContaining('- "the bolt is loose"') })
    expect(seen(50, 5)).toMatchObject({ tier: 2 })
  })

  it('what the iteration is for, and why its last report could not be used', async () => {
    const { omega, asked } = world({
      script: {
        44: [{ native: 'STEELMAN_DEFEATED' }, {}],
        49: [{ questions: { open: ['What of it?'], answered: [] } }, {}],
      },
    })
    const run = omega.deliberate('Why?', plain)
    await run
    const [, second] = happened(run, 'planned')
    const told = asked.filter(({ iteration }) => iteration === 2)
    expect(new Set(told.map(({ focus }) => focus))).toEqual(new Set([second?.focus]))
    expect(second?.focus).toBeTruthy()
    expect(told.every(({ questions }) => questions.includes('What of it?'))).toBe(true)
  })

  it('of at most eighty claims: critical ones first, then the latest', async () => {
    const many = (agent: number) => ({
      claims: Array.from({ length: 8 }, (_, index) => ({
        statement: `${agent} says ${index}`,
        confidence: 0.9,
        critical: agent === 1,
      })),
    })
    const host = new AbortController()
    const { omega, asked } = world({
      script: {
        ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, many(index + 1)])),
        31: () => host.abort(),
      },
    })
    await omega.deliberate('Why?', { ...plain, uncertainty: 'HIGH', signal: host.signal })
    const made = 8 * asked.filter(({ agent }) => agent <= 20).length
    expect(made).toBeGreaterThan(80)
    const shown = asked.find(({ agent }) => agent === 31)?.claims ?? []
    expect(shown.map(({ critical }) => critical)).toEqual([...Array(8).fill(true), ...Array(72).fill(false)])
    expect(shown.slice(8).map(({ id }) => id)).toEqual(Array.from({ length: 72 }, (_, index) => `c${made - index}`))
  })
})
