import { ArtooError, ProviderError } from '@artoo/spec'
import { describe, expect, it, vi } from 'vitest'

describe('ArtooError', () => {
  it('carries code, field and cause', () => {
    const cause = new Error('below')
    const error = new ArtooError('invalid_option', 'give a number', { field: 'limits.replans', cause })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'ArtooError', code: 'invalid_option', field: 'limits.replans', cause })
    expect(new ArtooError('closed', 'create another one')).not.toHaveProperty('cause')
  })

  it('is recognised from another copy of the package, where instanceof fails', async () => {
    vi.resetModules()
    const copy = await import('@artoo/spec')
    const foreign = new copy.ArtooError('closed', 'from the other copy')
    expect(foreign instanceof ArtooError).toBe(false)
    expect(ArtooError.isInstance(foreign)).toBe(true)
  })

  it('is recognised in a subclass', () => {
    class Special extends ArtooError<'special'> {}
    expect(ArtooError.isInstance(new Special('special', 'text'))).toBe(true)
  })

  it.each([new Error('x'), { code: 'closed', message: 'looks like one' }, 'closed', null, undefined, 7])(
    'does not recognise %s',
    (value) => {
      expect(ArtooError.isInstance(value)).toBe(false)
    },
  )

  const refusing = (...traps: readonly string[]) => {
    const trap = () => {
      throw new Error('a trap')
    }
    return new Proxy(new ArtooError('closed', 'text'), Object.fromEntries(traps.map((name) => [name, trap])))
  }
  const unreadable = Object.defineProperty(new ArtooError('closed', 'text'), 'code', {
    get() {
      throw new Error('a getter')
    },
  })
  it.each([
    ['a proxy that refuses everything', refusing('has', 'get', 'getPrototypeOf', 'getOwnPropertyDescriptor')],
    ['a proxy that refuses to be read', refusing('get')],
    ['a proxy that has everything', new Proxy({}, { has: () => true })],
    ['a revoked proxy', revoked()],
    ['an error whose code can not be read', unreadable],
    ['an error whose code is no text', Object.assign(new ArtooError('closed', 'text'), { code: 7 })],
  ])('answers false, and does not throw, for %s', (_, value) => {
    expect(ArtooError.isInstance(value)).toBe(false)
    expect(ProviderError.isInstance(value)).toBe(false)
  })

  it('asks a proxy nothing but what it reads', () => {
    expect(ArtooError.isInstance(refusing('has', 'getPrototypeOf'))).toBe(true)
  })

  it('keeps its mark out of JSON and enumeration', () => {
    const error = new ArtooError('closed', 'text')
    expect(Object.keys(error).sort()).toEqual(['code', 'field', 'name'])
    expect(Object.getOwnPropertySymbols({ ...error })).toEqual([])
  })
})

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
