import { assertOptions, countOption, suggestion } from '@artoo/spec'
import { describe, expect, it } from 'vitest'

const names = ['model', 'tools', 'confirm']
const known = { of: 'createThing', aliases: { onConfirm: 'confirm', maxSteps: 'limits.toolTurns' } }

describe('options', () => {
  it('are given back when every name is known', () => {
    const options = { model: 1, tools: undefined }
    expect(assertOptions(options, names, known)).toBe(options)
  })

  it.each<[unknown, string, RegExp]>([
    [{ modle: 1 }, 'modle', /createThing has no option modle; did you mean model\?/],
    [{ onConfirm: 1 }, 'onConfirm', /did you mean confirm\?/],
    [{ maxSteps: 1 }, 'maxSteps', /did you mean limits\.toolTurns\?/],
    [{ telepathy: 1 }, 'telepathy', /there is model, tools, confirm/],
    [{ ['x'.repeat(100_000)]: 1 }, 'x'.repeat(100_000), /there is model, tools, confirm/],
    [{ toString: 1 }, 'toString', /there is/],
    [null, 'options', /takes an object with named options, not null/],
    [[], 'options', /not an array/],
    ['model', 'options', /not string/],
  ])('%# are refused with the nearest right name', (options, field, message) => {
    expect(() => assertOptions(options, names, known)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field, message: expect.stringMatching(message) }),
    )
  })

  it('of a part are named with their path, under the code of their place', () => {
    expect(() => assertOptions({ a: 1 }, names, { of: 'x', path: 'limits', code: 'invalid_tool' })).toThrow(
      expect.objectContaining({ code: 'invalid_tool', field: 'limits.a' }),
    )
  })

  it('are refused where there are none', () => {
    expect(() => assertOptions({ colour: 1 }, [], { of: 'replay' })).toThrow(
      'replay has no option colour; it takes none',
    )
  })

  it('are never taken for an alias that is only inherited', () => {
    expect(suggestion('constructor', names, {})).toContain('there is')
  })
})

describe('a count', () => {
  it('is a whole number from the least that makes sense', () => {
    expect(countOption('places', 1, 1)).toBe(1)
    for (const value of [0, 1.5, NaN, '2' as never, Symbol('x') as never])
      expect(() => countOption('places', value, 1)).toThrow(
        expect.objectContaining({
          code: 'invalid_option',
          field: 'places',
          message: expect.stringContaining('from 1'),
        }),
      )
  })
})
