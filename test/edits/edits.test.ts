import { describe, expect, it } from 'vitest'
import { editingRun } from './editing-run.js'

const runs = 7

describe('random editing', () => {
  it('loses no byte of a file that the model was not shown', { timeout: 60_000 }, async () => {
    const totals: Record<string, number> = {}
    for (let index = 0; index < runs; index++) {
      const { faults, outcomes } = await editingRun(7, index)
      expect(faults, `--seed 7 --only ${index}`).toEqual([])
      for (const [outcome, times] of Object.entries(outcomes)) totals[outcome] = (totals[outcome] ?? 0) + times
    }
    // It is no help to refuse everything.
    for (const common of [
      'write_file ok',
      'write_file unread',
      'write_file stale',
      'edit_file ok',
      'edit_file stale',
    ]) {
      expect(totals[common], common).toBeGreaterThan(3)
    }
  })
})
