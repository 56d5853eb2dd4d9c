import { atMost } from '@artoo/spec'
import { expect, test } from 'vitest'

test('so many works run at a time, in order; one that never settles keeps one place alone', async () => {
  const inTurn = atMost(2)
  const begun: number[] = []
  void inTurn(() => new Promise(() => {}))
  const works = Array.from({ length: 5 }, (_, index) =>
    inTurn(async () => {
      begun.push(index)
      await Promise.resolve()
      return index
    }),
  )
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('a work that fails frees its place, for its caller alone', async () => {
  const inTurn = atMost(1)
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
