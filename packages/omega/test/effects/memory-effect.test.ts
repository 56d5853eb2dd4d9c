import { memoryJournal } from '@artoo/runtime'
import { sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { describe, expect, it } from 'vitest'
import { createOmegaMemory, type OmegaMemory } from '../../src/index.js'
import { happened, plain, stateOf, stoppedIn, trivial, turns, world } from '../world.js'

const problem = 'Why does the pump in the cellar slow down at night?'

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of found) list.push(one)
  return list
}

describe('memory', () => {
  it('of one deliberation is a lesson of the next of its kind, for every agent', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    const first = world({ memory })
    await first.omega.deliberate(problem, plain)
    await first.omega.close()
    expect(first.asked.every(({ lessons }) => lessons.length === 0)).toBe(true)
    expect(await all(memory.patterns())).toMatchObject([{ outcome: 'SUCCESS' }])

    const second = world({ memory })
    const run = second.omega.deliberate(problem, plain)
    await run
    expect(happened(run, 'recalled')).toMatchObject([{ patterns: [{ outcome: 'SUCCESS', strength: 1 }] }])
    expect(second.asked.every(({ lessons }) => lessons.length === 1)).toBe(true)
    expect(second.asked[0]?.lessons[0]).toMatch(/^SUCCESS with .+: .+/)
  })

  it('keeps a session once, however often its process dies', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    const { omega, journal } = world({ memory })
    const run = omega.deliberate('Two and two?', trivial)
    await run
    await omega.close()
    const before = [await all(memory.patterns()), await all(memory.successes()), await all(memory.failures())]
    expect(before[0]).toHaveLength(1)
    const lines = await all(journal.read(run.taskId))
    const end = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'Remember')
    for (let count = end; count < lines.length; count++) {
      const cut = memoryJournal()
      await cut.append(run.taskId, lines.slice(0, count))
      const later = world({ memory, journal: cut, ids: sequentialIds('later') })
      await later.omega.resume(run.taskId, { takeOver: 1 })
      await later.omega.close()
    }
    expect([await all(memory.patterns()), await all(memory.successes()), await all(memory.failures())]).toEqual(before)
  })

  it('of how alike two families judge takes the place of what is assumed', async () => {
    const memory: OmegaMemory = {
      ...createOmegaMemory(new MemoryLevel()),
      correlations: async () => [{ families: ['a', 'b'], rho: 0.1 }],
    }
    const family = (agent: number) => (agent % 2 === 0 ? 'a' : 'b')
    const [known, assumed] = await Promise.all(
      [{ memory }, {}].map((own) => {
        const { signal, script } = stoppedIn(1)
        return world({ ...own, family, script }).omega.deliberate(problem, { ...plain, signal })
      }),
    )
    expect(known?.claims[0]?.votes).toBeGreaterThan(assumed?.claims[0]?.votes ?? 9)
  })

  it('that can not be read is nothing remembered, and one that can not be written is told: neither ends the session', async () => {
    const broken = () => Promise.reject(new Error('the disk is full'))
    const memory: OmegaMemory = { ...createOmegaMemory(new MemoryLevel()), recall: broken, remember: broken }
    const { omega } = world({ memory })
    const run = omega.deliberate(problem, plain)
    expect((await run).status).toBe('SUCCESS')
    await turns()
    await omega.close()
    expect(stateOf(run).recalled).toEqual([])
    const problems = run.events.filter(({ type }) => type === 'MemoryProblem')
    expect(problems.map(({ payload }) => payload)).toEqual([
      { message: 'the disk is full' },
      { message: 'the disk is full' },
    ])
  })

  it('that throws, or gives what is no pattern, does not end the session either', async () => {
    const recall = async () => [5] as never
    const remember = () => {
      throw new Error('closed')
    }
    const { omega } = world({ memory: { ...createOmegaMemory(new MemoryLevel()), recall, remember } })
    const run = omega.deliberate(problem, plain)
    expect((await run).status).toBe('SUCCESS')
    await omega.close()
    const problems = run.events.filter(({ type }) => type === 'MemoryProblem')
    expect(problems.map(({ payload }) => payload)).toEqual([
      { message: expect.stringContaining('patterns') },
      { message: 'closed' },
    ])
  })

  it('and journal keep no text that is redacted, which agents are told all the same', async () => {
    const store = new MemoryLevel()
    const redact = (text: string) => text.replaceAll('cellar', '…')
    const { omega, journal, asked } = world({ memory: createOmegaMemory(store), redact })
    const run = omega.deliberate(problem, plain)
    expect((await run).status).toBe('SUCCESS')
    await omega.close()
    expect(asked[0]?.problem).toBe(problem)
    const kept = JSON.stringify([await all(journal.read(run.taskId)), await all(store.iterator())])
    expect(kept).toContain('Why does the pump in the … slow down at night?')
    expect(kept).not.toContain('cellar')
    expect((await omega.replay(run.taskId)).parting).toBeNull()
  })

  it('that does not answer is waited for five seconds', async () => {
    const memory: OmegaMemory = { ...createOmegaMemory(new MemoryLevel()), recall: () => new Promise(() => {}) }
    const { omega, clock, asked } = world({ memory })
    const run = omega.deliberate(problem, plain)
    await turns()
    expect(asked).toEqual([])
    clock.advance(5_000)
    expect((await run).status).toBe('SUCCESS')
    expect(run.events.find(({ type }) => type === 'MemoryProblem')).toBeDefined()
    expect(clock.pending).toBe(0)
  })
})
