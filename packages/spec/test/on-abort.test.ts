import { getEventListeners } from 'node:events'
import { errorMessage, onAbort } from '@artoo/spec'
import { describe, expect, it } from 'vitest'

describe('onAbort', () => {
  const counting = () => {
    const controller = new AbortController()
    const { signal } = controller
    return { controller, signal, listeners: () => getEventListeners(signal, 'abort').length }
  }

  it('puts one listener on the signal, however many wait, and takes it away with the last', () => {
    const { signal, listeners } = counting()
    const stops = Array.from({ length: 50 }, () => onAbort(signal, () => {}))
    expect(listeners()).toBe(1)
    for (const stop of stops) stop()
    expect(listeners()).toBe(0)
  })

  it('calls each callback once, the same one as often as it was registered, and none that was taken back', () => {
    const { signal, controller, listeners } = counting()
    const called: string[] = []
    const twice = () => void called.push('twice')
    onAbort(signal, twice)
    onAbort(signal, twice)
    onAbort(signal, () => void called.push('once'))
    onAbort(signal, () => void called.push('never'))()
    controller.abort()
    expect(called).toEqual(['twice', 'twice', 'once'])
    expect(listeners()).toBe(0)
  })

  it('lets a callback take back a later one', () => {
    const { signal, controller } = counting()
    const called: string[] = []
    let stopSecond = () => {}
    onAbort(signal, () => stopSecond())
    stopSecond = onAbort(signal, () => void called.push('second'))
    controller.abort()
    expect(called).toEqual([])
  })
})

describe('errorMessage', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('broken'), 'broken'],
    ['an error without a message', new TypeError(), 'TypeError'],
    ['a string', 'broken', 'broken'],
    ['nothing', undefined, 'undefined'],
    ['an object without a prototype', Object.create(null), 'something without a message was thrown'],
    ['an error whose message is no string', Object.assign(new Error(), { message: { code: 1 } }), '[object Object]'],
  ])('words %s', (_, error, words) => {
    expect(errorMessage(error)).toBe(words)
  })
})
