import { expect, test } from 'vitest'
import { randomFrom } from '../../../packages/mkct/test/support/killed-store.js'
import { openArena } from './rounds.js'

/** `npm run test:crash` has 200 rounds of each. */
const rounds = 3

/** Whether a process is stopped is read from /proc. */
const here = test.skipIf(process.platform !== 'linux')

here(
  'of processes that reach for one task one runs it, and a process that was stopped does not pay what its successor has paid',
  async () => {
    const arena = await openArena(randomFrom(7))
    try {
      for (let round = 0; round < rounds; round++) {
        await arena.race()
        await arena.slow()
        await arena.stop({ fenced: false })
        await arena.stop({ fenced: true })
      }
      const { races, slow, stopped, fenced } = arena.tally
      expect([races, slow, stopped, fenced].flatMap(({ problems }) => problems)).toEqual([])
      expect([races, slow, stopped, fenced].map((tally) => tally.rounds)).toEqual([rounds, rounds, rounds, rounds])
      expect(stopped.outrun + fenced.outrun).toBeGreaterThan(rounds / 2)
      expect(fenced.window).toBe(0)
    } finally {
      await arena.close()
    }
  },
)
