import { deadlineFor } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, it, vi } from 'vitest'

const never = () => new Promise<never>(() => {})

/** A parent signal that counts its listeners. */
function countedParent() {
  const controller = new AbortController()
  let listeners = 0
  const { signal } = controller
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  vi.spyOn(signal, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  })
  vi.spyOn(signal, 'removeEventListener').mockImplementation((...args: Parameters<typeof remove>) => {
    listeners--
    remove(...args)
  })
  return { controller, signal, listeners: () => listeners }
}

function limited(timeoutMs = 100) {
  const clock = manualClock()
  const parent = countedParent()
  const deadline = deadlineFor(parent.signal, { clock, timeoutMs, code: 'tool_timeout' })
  return { clock, parent, deadline }
}

describe('a deadline', () => {
  it('hands on what the work resolves with', async () => {
    const { deadline } = limited()
    await expect(deadline.race(async () => 7)).resolves.toBe(7)
  })

  it('hands on what the work rejects with', async () => {
    const { deadline } = limited()
    const error = new Error('broken')
    await expect(deadline.race(() => Promise.reject(error))).rejects.toBe(error)
  })

  it('turns a synchronous throw into a rejection', async () => {
    const { deadline } = limited()
    const race = deadline.race(() => {
      throw new Error('at once')
    })
    await expect(race).rejects.toThrow('at once')
  })

  it('takes a plain value from work that forgot to be asynchronous', async () => {
    const { deadline } = limited()
    await expect(deadline.race((() => 7) as never)).resolves.toBe(7)
  })

  it('rejects with the code of the limit when the time is up', async () => {
    const { clock, deadline } = limited(100)
    const race = deadline.race(never)
    clock.advance(99)
    expect(deadline.signal.aborted).toBe(false)
    clock.advance(1)
    await expect(race).rejects.toMatchObject({ code: 'tool_timeout', message: 'no result within 100 ms' })
  })

  it('rejects with code aborted, and the cause, when the parent aborts', async () => {
    const { parent, deadline } = limited()
    const race = deadline.race(never)
    parent.controller.abort('user left')
    await expect(race).rejects.toMatchObject({ code: 'aborted', cause: 'user left' })
  })

  it('does not start work under a parent that has already aborted', async () => {
    const clock = manualClock()
    const work = vi.fn(never)
    const deadline = deadlineFor(AbortSignal.abort('before'), { clock, timeoutMs: 5, code: 'tool_timeout' })
    await expect(deadline.race(work)).rejects.toMatchObject({ code: 'aborted', cause: 'before' })
    expect(work).not.toHaveBeenCalled()
    expect(clock.pending).toBe(0)
  })

  it.each(['resolves', 'rejects'] as const)('ignores work that %s after the abort', async (how) => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { clock, deadline } = limited(10)
    let finish = () => {}
    const race = deadline.race(
      () =>
        new Promise<number>((resolve, reject) => {
          finish = () => (how === 'resolves' ? resolve(1) : reject(new Error('too late')))
        }),
    )
    clock.advance(10)
    await expect(race).rejects.toMatchObject({ code: 'tool_timeout' })
    finish()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('keeps the first reason', () => {
    const { clock, parent, deadline } = limited(10)
    clock.advance(10)
    parent.controller.abort()
    expect(deadline.signal.reason).toMatchObject({ code: 'tool_timeout' })
  })

  it.each([
    ['released', ({ deadline }: ReturnType<typeof limited>) => deadline.release()],
    ['timed out', ({ clock }: ReturnType<typeof limited>) => clock.advance(100)],
    ['aborted', ({ parent }: ReturnType<typeof limited>) => parent.controller.abort()],
  ])('leaves no listener and no timer once %s', (_, end) => {
    const all = limited()
    expect([all.parent.listeners(), all.clock.pending]).toEqual([1, 1])
    end(all)
    expect([all.parent.listeners(), all.clock.pending]).toEqual([0, 0])
  })

  it('puts no listener of a race on its signal', async () => {
    const { deadline } = limited()
    const added = vi.spyOn(deadline.signal, 'addEventListener')
    await deadline.race(async () => 1)
    await deadline.race(() => Promise.reject(new Error('no'))).catch(() => {})
    expect(added).not.toHaveBeenCalled()
  })

  it('works without a limit', async () => {
    const parent = new AbortController()
    const race = deadlineFor(parent.signal).race(never)
    parent.abort()
    await expect(race).rejects.toMatchObject({ code: 'aborted' })
  })
})
