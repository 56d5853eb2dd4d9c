import { ArtooError } from '@artoo/spec'
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

  it('keeps its mark out of JSON and enumeration', () => {
    const error = new ArtooError('closed', 'text')
    expect(Object.keys(error).sort()).toEqual(['code', 'field', 'name'])
    expect(Object.getOwnPropertySymbols({ ...error })).toEqual([])
  })
})
