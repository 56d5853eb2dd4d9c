import { getEventListeners } from 'node:events'
import { anySignal } from '@artoo/spec'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

describe.each([
  ['with AbortSignal.any', AbortSignal],
  ['without it', {}],
])('%s, any signal', (_, host) => {
  const controllers = () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('AbortSignal', host)
    return [new AbortController(), new AbortController()] as const
  }

  it('aborts once, with the first and for its reason', () => {
    const [one, other] = controllers()
    const any = anySignal([one.signal, other.signal])
    const reasons: unknown[] = []
    any.addEventListener('abort', () => reasons.push(any.reason))
    expect(any.aborted).toBe(false)
    other.abort('enough')
    one.abort('too late')
    expect(reasons).toEqual(['enough'])
  })

  it('has aborted when one had before', () => {
    const [one, other] = controllers()
    other.abort('before')
    const any = anySignal([one.signal, other.signal])
    expect([any.aborted, any.reason]).toEqual([true, 'before'])
  })

  it('leaves no listener behind when it has aborted', () => {
    const [one, other] = controllers()
    anySignal([one.signal, other.signal])
    other.abort()
    expect([one, other].flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([])
  })
})
