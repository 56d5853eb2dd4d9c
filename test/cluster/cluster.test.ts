import { describe, expect, it } from 'vitest'
import { withoutPostgres } from '../../packages/postgres/test/server.js'
import { rounds } from './rounds.js'

describe.skipIf(withoutPostgres)(`tasks over worker processes${withoutPostgres}`, () => {
  it('each end once, whatever befalls workers, connections and the database (npm run test:cluster does more)', async () => {
    const { problems, faults } = await rounds({ rounds: 1, seed: 5, tasks: 12, workers: 3, faults: 3, latencyMs: 100 })
    expect(problems).toEqual([])
    expect(Object.values(faults).reduce((sum, count) => sum + count, 0)).toBe(3)
  }, 60_000)
})
