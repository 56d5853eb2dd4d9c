import { expect, test } from 'vitest'
import { race } from './race.js'

const isStepwise = process.platform === 'linux'

test.runIf(isStepwise)('file tools reach nothing outside while another process swaps links', async () => {
  const { ok, errors, outside } = await race(100)
  expect(outside).toBe(0)
  // Both were met: the folder itself, and the link in its place.
  expect(Math.min(ok, errors)).toBeGreaterThan(0)
})
