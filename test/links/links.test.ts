import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { race } from './race.js'

const isStepwise = process.platform === 'linux'
const hasGit = spawnSync('git', ['version']).status === 0

test.runIf(isStepwise && hasGit)(
  'file tools, landings and undo reach nothing outside while another process swaps links',
  async () => {
    const counts = [...(await race(160)).values()]
    expect(counts.map(({ outside }) => outside)).toEqual(counts.map(() => 0))
    // Both were met: the folder itself, and the link in its place.
    const ok = counts.reduce((sum, count) => sum + count.ok, 0)
    expect(ok).toBeGreaterThan(0)
    expect(ok).toBeLessThan(160)
  },
)
