import { createMemory } from '@artoo/mkct'
import { memoryJournal } from '@artoo/runtime'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOmegaMemory, type OmegaMemory, roster } from '../../src/index.js'
import { happened, launches, plain, turns, world } from '../world.js'

const problem = 'Why does the pump in the cellar slow down at night?'

function opened() {
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const clock = manualClock(Date.parse('2026-01-01T00:00:00.000Z'))
  const megrams = createMemory({ store, namespace: 'deliberations', clock, ids: sequentialIds('m') })
  onTestFinished(() => megrams.close())
  return { store, megrams, memory: createOmegaMemory(megrams) }
}

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of found) list.push(one)
  return list
}

describe('memory', () => {
  it('of one deliberation is a lesson of the next of its kind, for every agent', async () => {
    const { memory } = opened()
    const first = world({ memory })
    await first.omega.deliberate(problem, plain)
    await first.omega.close()
    expect(first.calls.some(({ prompt }) => prompt.includes('Earlier sessions'))).toBe(false)
    const second = world({ memory, ids: sequentialIds('second') })
    const run = second.omega.deliberate(problem, plain)
    await run
    expect(happened(run, 'recalled')).toMatchObject([{ lessons: [{ outcome: 'SUCCESS' }], repelled: [] }])
    for (const { prompt } of second.calls)
      expect(prompt).toMatch(/Earlier sessions of this kind:\n- "SUCCESS: .*Answer: “Change the pump\.”/)
  })

  it('is asked also where only the type of a problem is given, or its subtype', async () => {
    for (const known of [{ type: 'NORMATIVE' }, { subtype: 'ETHICAL' }] as const) {
      const { omega } = world({ memory: opened().memory })
      expect((await omega.deliberate(problem, known)).status).toBe('SUCCESS')
    }
  })

  it('names who served badly before: others are sent first', async () => {
    const recall = async () => ({ lessons: [], repelled: [roster.card(5).name] })
    const { omega } = world({ panel: 'standard', memory: { recall, remember: async () => {} } })
    const run = omega.deliberate(problem, plain)
    await run
    expect(launches(run)[0]).toEqual([1, 2, 6, 9, 13, 17])
  })

  it('keeps a session once, however often its process dies', async () => {
    const { memory, megrams } = opened()
    const { omega, journal } = world({ memory })
    const run = omega.deliberate(problem, plain)
    await run
    await omega.close()
    const before = await all(megrams.export())
    const lines = await all(journal.read(run.taskId))
    const end = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'Remember')
    for (let count = end; count < lines.length; count++) {
      const cut = memoryJournal()
      await cut.append(run.taskId, lines.slice(0, count))
      const later = world({ memory, journal: cut, ids: sequentialIds('later') })
      await later.omega.resume(run.taskId, { takeOver: 1 })
      await later.omega.close()
    }
    expect(await all(megrams.export())).toEqual(before)
  })

  const broken = () => Promise.reject(new Error('the disk is full'))
  it.each<[string, OmegaMemory, unknown[]]>([
    ['can not be read or written', { recall: broken, remember: broken }, ['the disk is full', 'the disk is full']],
    ['gives what is no lesson', { recall: async () => 5 as never, remember: async () => {} }, [expect.any(String)]],
  ])('that %s does not end the session, and is told', async (_, memory, problems) => {
    const { omega } = world({ memory })
    const run = omega.deliberate(problem, plain)
    expect((await run).status).toBe('SUCCESS')
    await turns()
    await omega.close()
    const told = run.events.flatMap(({ type, payload }) =>
      type === 'MemoryProblem' ? [(payload as { message: string }).message] : [],
    )
    expect(told).toEqual(problems)
  })

  it('and journal keep no text that is redacted, which agents are told all the same', async () => {
    const { memory, store } = opened()
    const { omega, journal, calls } = world({ memory, redact: (text) => text.replaceAll('cellar', '…') })
    const run = omega.deliberate(problem, plain)
    expect((await run).status).toBe('SUCCESS')
    await omega.close()
    expect(calls[0]?.prompt).toContain('cellar')
    const kept = JSON.stringify([await all(journal.read(run.taskId)), await all(store.iterator())])
    expect(kept).toContain('Why does the pump in the … slow down at night?')
    expect(kept).not.toContain('cellar')
    expect((await omega.replay(run.taskId)).parting).toBeNull()
  })

  it('that does not answer is waited for five seconds', async () => {
    const { omega, clock, calls } = world({ memory: { ...opened().memory, recall: () => new Promise(() => {}) } })
    const run = omega.deliberate(problem, plain)
    await turns()
    expect(calls).toEqual([])
    clock.advance(5_000)
    expect((await run).status).toBe('SUCCESS')
    expect(run.events.find(({ type }) => type === 'MemoryProblem')).toBeDefined()
    expect(clock.pending).toBe(0)
  })
})
