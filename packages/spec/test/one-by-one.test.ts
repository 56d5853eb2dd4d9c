import { oneByOne, oneByOnePerKey } from '@artoo/spec'
import { expect, it } from 'vitest'

/** Works that end when they are told to, and the order of what they did. */
function works() {
  const log: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () => {
    log.push(`${name} begins`)
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (error) => (error ? reject(error) : resolve(name)))
    }).finally(() => log.push(`${name} ends`))
  }
  return { log, work, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

it('begins a work when the one before it has ended, also in failure', async () => {
  const { log, work, end } = works()
  const inTurn = oneByOne()
  const [first, second] = [inTurn(work('first')), inTurn(work('second'))]
  await Promise.resolve()
  expect(log).toEqual(['first begins'])
  end('first', new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await expect.poll(() => log).toEqual(['first begins', 'first ends', 'second begins'])
  end('second')
  expect(await second).toBe('second')
})

it('rejects what is pending when the signal aborts, and begins no further work', async () => {
  const { log, work, end } = works()
  const stop = new AbortController()
  const inTurn = oneByOne(stop.signal)
  const pending = [inTurn(work('first')), inTurn(work('second'))]
  await Promise.resolve()
  stop.abort()
  const later = inTurn(work('third'))
  for (const one of [...pending, later]) await expect(one).rejects.toMatchObject({ code: 'aborted' })
  end('first')
  await new Promise((resolve) => setImmediate(resolve))
  expect(log).toEqual(['first begins', 'first ends'])
})

it('keeps the order of each key, and lets keys go side by side', async () => {
  const { log, work, end } = works()
  const inTurn = oneByOnePerKey<string>()
  const all = [inTurn('a', work('a1')), inTurn('a', work('a2')), inTurn('b', work('b1'))]
  await Promise.resolve()
  expect(log).toEqual(['a1 begins', 'b1 begins'])
  end('a1')
  await expect.poll(() => log).toEqual(['a1 begins', 'b1 begins', 'a1 ends', 'a2 begins'])
  for (const name of ['b1', 'a2']) end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1'])
})
