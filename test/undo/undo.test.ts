import { expect, test } from 'vitest'
import { killedTasks } from './kill.js'

test('a task that was killed at any moment is taken back, and later edits of others stay', async () => {
  const { problems, restored } = await killedTasks(2, 1)
  expect(problems).toEqual([])
  expect(restored).toBeGreaterThan(0)
})
