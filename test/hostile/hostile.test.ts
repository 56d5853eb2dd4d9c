import { expect, test } from 'vitest'
import { soak } from './soak.js'

test('tasks of hostile models, tools and hosts end as every task must', async () => {
  const indices = Array.from({ length: 120 }, (_, index) => index)
  const { tasks, failures } = await soak({ seed: 1, indices, parallel: 8 })
  expect(failures).toEqual([])
  expect(tasks).toBeGreaterThanOrEqual(150)
}, 60_000)
