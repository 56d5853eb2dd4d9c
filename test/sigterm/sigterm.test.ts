import { expect, test } from 'vitest'
import { rounds } from './rounds.js'

test('a server with twenty tasks gets a SIGTERM: all go on in the next process, and no invoice is paid twice', async () => {
  const { problems, interrupted } = await rounds(1, 1)
  expect(problems).toEqual([])
  expect(interrupted).toBeGreaterThan(0)
})
