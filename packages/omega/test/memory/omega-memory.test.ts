import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { createOmegaMemory } from '../../src/memory/omega-memory.js'
import { anyText } from './support/any-text.js'
import { at, empirical, ended, sessionOf, taughtSession, toldOf } from './support/session.js'

const { signal } = new AbortController()
const gathered = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = []
  for await (const one of all) list.push(one)
  return list
}
const recordsOf = (store: MemoryLevel) => store.sublevel('artoo-omega')
const hens = 'Why did the hens stop laying eggs in winter?'

describe('what a session taught', () => {
  test('comes back for the same problem in other words, with who served and who did not', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    await memory.remember(taughtSession(), ended, signal)
    const [pattern, ...others] = await memory.recall('My hens lay no eggs since winter began.', empirical, signal)
    expect(others).toEqual([])
    expect(pattern).toMatchObject({
      id: 'EMPIRICAL/CAUSAL/why-did-the-hens-stop-laying-eggs-in-winter',
      outcome: 'SUCCESS',
      lesson: 'It worked: “The days are too short.”. Given up: “Heat flows out of the hens”.',
      helpful: [2, 9],
      unhelpful: [5],
    })
    expect(pattern?.strength).toBeGreaterThan(0.7)
  })

  test('is not told of a problem of another kind, nor of one that has nothing in common but the kind', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    await memory.remember(taughtSession(), ended, signal)
    const logical = { ...empirical, type: 'ANALYTICAL', subtype: 'LOGICAL' } as const
    expect(await memory.recall(hens, logical, signal)).toEqual([])
    expect(await memory.recall('What slows the tram down?', empirical, signal)).toEqual([])
  })

  test('survives on disk', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'artoo-omega-'))
    try {
      const first = new ClassicLevel(directory)
      await createOmegaMemory(first).remember(taughtSession(), ended, signal)
      await first.close()
      const second = new ClassicLevel(directory)
      const memory = createOmegaMemory({ store: second })
      expect(await memory.verify()).toEqual([])
      expect(await memory.recall(hens, empirical, signal)).toHaveLength(1)
      expect(await gathered(memory.failures())).toMatchObject([
        {
          id: 'APPROACH/5/the-analogy-with-heat-led-nowhere',
          rootCause: null,
          prevention: "Don't begin with this approach at a EMPIRICAL/CAUSAL problem; let agent 5 come later.",
        },
        { id: 'PROCESS/27/agent-27-gave-no-valid-report', rootCause: 'schema: is missing' },
      ])
      await second.close()
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  test('counts once, however often the same session is remembered', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    const first = await memory.remember(taughtSession(), ended, signal)
    const again = await memory.remember(taughtSession(), ended, signal)
    expect(again).toEqual({ ...first, known: true })
    expect(await gathered(memory.patterns())).toMatchObject([{ outcomes: { SUCCESS: 1 } }])
  })

  test('adds up over sessions of a pattern, whichever are remembered at once', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    const sessions = [1, 2, 3].map((day) => taughtSession({ startedAt: `2026-01-0${day}T00:00:00.000Z` }))
    const failed = { ...ended, status: 'FAILURE', code: 'exhausted' } as const
    await Promise.all(sessions.map((one, index) => memory.remember(one, index === 2 ? failed : ended, signal)))
    const [pattern] = await gathered(memory.patterns())
    expect(pattern).toMatchObject({ outcome: 'FAILURE', outcomes: { SUCCESS: 2, PARTIAL: 0, FAILURE: 1 } })
    expect(pattern?.examples).toHaveLength(3)
    expect(pattern?.antiPatterns).toHaveLength(2)
    expect(await gathered(memory.successes())).toMatchObject([
      { frequency: 3, agents: [2], contexts: ['EMPIRICAL/CAUSAL'], factors: ['confirmed: Short days stop the laying'] },
    ])
  })

  test('adds up where two memories share a store, and of two sessions that began at once', async () => {
    const store = new MemoryLevel()
    const [memory, other] = [createOmegaMemory(store), createOmegaMemory(store)]
    await Promise.all([
      memory.remember(taughtSession(), ended, signal, { id: 't1' }),
      other.remember(taughtSession(), ended, signal, { id: 't2' }),
      other.remember(taughtSession(), ended, signal, { id: 't1' }),
    ])
    expect(await gathered(memory.patterns())).toMatchObject([{ outcomes: { SUCCESS: 2 } }])
    expect(await gathered(memory.successes())).toMatchObject([{ frequency: 2 }])
  })

  test('knows the same failure again, under whatever id its claim had in the session', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    for (const [index, id] of ['c3', 'c12'].entries()) {
      const description = `${id} rejected: The lamp is broken (agent 36: it burns)`
      const failures = [{ id: 'f1', type: 'REASONING', agent: 1, description, at: at(20) }] as const
      const own = { startedAt: at(index), failures, successes: [], timeline: toldOf({ failures }) }
      await memory.remember(taughtSession(own), ended, signal)
    }
    expect(await gathered(memory.failures())).toMatchObject([{ frequency: 2 }])
  })

  test('is kept without a pattern when the problem was never classified', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    const problem = { original: hens, clarified: null, classification: null }
    const written = await memory.remember(taughtSession({ problem }), { ...ended, status: 'FAILURE' }, signal)
    expect(written).toMatchObject({ pattern: null, successes: ['INSIGHT/the-length-of-the-day-is-the-cause'] })
  })

  test('never exceeds what a record may hold', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    for (const day of Array.from({ length: 12 }, (_, index) => index)) {
      const failures = [0, 1, 2, 3].map((n) => ({
        id: `f${n}`,
        type: 'REASONING' as const,
        agent: 1,
        description: `error ${day} ${n}`,
        at: at(20),
      }))
      await memory.remember(
        taughtSession({ startedAt: at(day), failures, successes: [], timeline: toldOf({ failures }) }),
        ended,
        signal,
      )
    }
    const [pattern] = await gathered(memory.patterns())
    expect(pattern).toMatchObject({ outcomes: { SUCCESS: 12 } })
    expect(pattern?.examples).toHaveLength(8)
    expect(pattern?.antiPatterns).toHaveLength(32)
    expect(pattern?.antiPatterns.at(-1)).toBe('REASONING/1/error-11-3')
    expect(await memory.verify()).toEqual([])
  })
})

describe('the registries agree', () => {
  test('or verify names the failure that a pattern misses, and nothing is added to that pattern', async () => {
    const store = new MemoryLevel()
    const memory = createOmegaMemory(store)
    const { failures, pattern } = await memory.remember(taughtSession(), ended, signal)
    const [id = ''] = failures
    await recordsOf(store).del(`failure/${encodeURIComponent(id)}`)
    expect(await memory.verify()).toMatchObject([{ code: 'missing_failure', id, pattern }])

    const later = taughtSession({ startedAt: at(1), failures: [] })
    const refused = memory.remember(later, ended, signal)
    await expect(refused).rejects.toMatchObject({ code: 'inconsistent_memory', field: id })

    expect(await memory.forget('failure', id)).toBe(true)
    expect(await memory.verify()).toEqual([])
    await expect(memory.remember(later, ended, signal)).resolves.toMatchObject({ known: false })
  })

  test('with successes, too', async () => {
    const store = new MemoryLevel()
    const memory = createOmegaMemory(store)
    const { successes } = await memory.remember(taughtSession(), ended, signal)
    await recordsOf(store).del(`success/${encodeURIComponent(successes[0] ?? '')}`)
    expect(await memory.verify()).toMatchObject([{ code: 'missing_success', id: successes[0] }])
  })

  test('and a session whose failure is not in its timeline is refused whole', async () => {
    const store = new MemoryLevel()
    const memory = createOmegaMemory(store)
    const session = taughtSession({ timeline: [] })
    const refused = memory.remember(session, ended, signal)
    await expect(refused).rejects.toMatchObject({ code: 'inconsistent_memory', field: 'f1' })
    expect(await recordsOf(store).keys().all()).toEqual([])
  })

  test('what was forgotten is in no file of the store', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'artoo-omega-forget-'))
    const store = new ClassicLevel(folder, { compression: false })
    const memory = createOmegaMemory(store)
    const { failures, successes, pattern } = await memory.remember(taughtSession(), ended, signal)
    const filesWith = (words: string) =>
      readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(words))
    expect(filesWith('Heat flows out of the hens')).not.toEqual([])
    for (const id of failures) await memory.forget('failure', id)
    for (const id of successes) await memory.forget('success', id)
    await memory.forget('pattern', pattern ?? '')
    expect(filesWith('Heat flows out of the hens')).toEqual([])
    expect(filesWith('The days are too short')).toEqual([])
    await store.close()
    rmSync(folder, { recursive: true })
  })

  test('forgetting a record takes its name out of every pattern', async () => {
    const memory = createOmegaMemory(new MemoryLevel())
    const { failures, successes, pattern } = await memory.remember(taughtSession(), ended, signal)
    for (const id of failures) expect(await memory.forget('failure', id)).toBe(true)
    expect(await memory.forget('success', successes[0] ?? '')).toBe(true)
    expect(await memory.verify()).toEqual([])
    expect(await gathered(memory.patterns())).toMatchObject([{ antiPatterns: [], solutions: [] }])
    expect(await memory.forget('pattern', pattern ?? '')).toBe(true)
    expect(await memory.forget('pattern', pattern ?? '')).toBe(false)
  })
})

describe('damage', () => {
  const written = async () => {
    const store = new MemoryLevel()
    const memory = createOmegaMemory(store)
    const { pattern } = await memory.remember(taughtSession(), ended, signal)
    return { records: recordsOf(store), memory, id: pattern ?? '', key: `pattern/${encodeURIComponent(pattern ?? '')}` }
  }

  test.each([
    ['text that is no JSON', (text: string) => text.slice(1)],
    ['a field that is gone', (text: string) => text.replace('"outcome"', '"outcomme"')],
    ['a version that nobody knows', (text: string) => text.replace('"version":1', '"version":2')],
    ['a record under the key of another', (text: string) => text.replace('"id":"', '"id":"other')],
  ])('%s is refused with the id, and verify tells', async (_, damage) => {
    const { records, memory, id, key } = await written()
    await records.put(key, damage((await records.get(key)) ?? ''))
    await expect(memory.recall(hens, empirical, signal)).rejects.toMatchObject({ code: 'invalid_record', field: id })
    expect(await memory.verify()).toMatchObject([{ code: 'invalid_record', id }])
    await memory.forget('pattern', id)
    expect(await memory.verify()).toEqual([])
  })

  test('a batch that fails leaves nothing of the session', async () => {
    const store = new MemoryLevel()
    const memory = createOmegaMemory(store)
    const original = store.batch.bind(store)
    const torn = () => {
      const batch = original()
      batch.write = () => Promise.reject(new Error('disk full'))
      return batch
    }
    store.batch = torn as typeof store.batch
    await expect(memory.remember(taughtSession(), ended, signal)).rejects.toThrow('disk full')
    store.batch = original as typeof store.batch
    expect(await recordsOf(store).keys().all()).toEqual([])
    await expect(memory.remember(taughtSession(), ended, signal)).resolves.toMatchObject({ known: false })
  })

  test('an aborted call writes nothing', async () => {
    const store = new MemoryLevel()
    const memory = createOmegaMemory(store)
    await expect(memory.remember(taughtSession(), ended, AbortSignal.abort())).rejects.toThrow()
    await expect(memory.recall(hens, empirical, AbortSignal.abort())).rejects.toThrow()
    expect(await recordsOf(store).keys().all()).toEqual([])
  })
})

test('any text at all can be a problem: it is remembered, and recalled as far as it says anything', async () => {
  const halves = fc.string({ unit: fc.constantFrom('\ud800', '\udc00', 'é', '~', '/', '猫', ' ', '😀') })
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyText, halves), async (original) => {
      const memory = createOmegaMemory(new MemoryLevel())
      const problem = { original, clarified: null, classification: empirical }
      await memory.remember(sessionOf({ problem }), ended, signal)
      const found = await memory.recall(original, empirical, signal)
      expect(found.length).toBeLessThanOrEqual(1)
      await memory.remember(sessionOf({ problem, startedAt: at(1) }), ended, signal)
      expect(await gathered(memory.patterns())).toMatchObject([{ outcomes: { SUCCESS: 2 } }])
      expect(await memory.verify()).toEqual([])
    }),
    { numRuns: 25 },
  )
})
