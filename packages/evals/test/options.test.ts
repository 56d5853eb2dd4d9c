import { describe, expect, it } from 'vitest'
import { evaluate } from '../src/index.js'

const right = { cases: [{ name: 'one' }], run: () => 1, checks: { yes: () => true } }

describe('an evaluation', () => {
  it.each<[string, object]>([
    ['cases', { cases: [] }],
    ['cases.1.name', { cases: [{ name: 'one' }, {}] }],
    ['cases.1.name', { cases: [{ name: 'one' }, { name: 'one' }] }],
    ['run', { run: 1 }],
    ['checks', { checks: {} }],
    ['checks.yes', { checks: { yes: true } }],
    ['repeats', { repeats: 0 }],
    ['concurrency', { concurrency: 1.5 }],
    ['seed', { seed: Number.NaN }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['signal', { signal: {} }],
    ['clock', { clock: {} }],
    ['onResult', { onResult: 'log' }],
  ])('refuses a wrong %s', async (field, wrong) => {
    await expect(evaluate({ ...right, ...wrong } as never)).rejects.toMatchObject({ code: 'invalid_option', field })
  })

  it.each([
    ['repeat', 'repeats'],
    ['scorers', 'checks'],
  ])('refuses the unknown option %s, and names %s', async (name, meant) => {
    const error = { code: 'invalid_option', field: name, message: expect.stringContaining(`did you mean ${meant}?`) }
    await expect(evaluate({ ...right, [name]: 1 } as never)).rejects.toMatchObject(error)
  })
})
