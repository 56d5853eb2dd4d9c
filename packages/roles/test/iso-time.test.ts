import { isoTime } from '@artoo/llm'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { worked } from '../../../test/worked.js'
import { timeIn } from '../src/role/iso-time.js'

fc.configureGlobal({ seed: 20260221 })

describe('a time in words', () => {
  it.each([
    ['2026-03-01T17:00:00Z', Date.UTC(2026, 2, 1, 17)],
    ['2026-03-01T17:00:00+01:00', Date.UTC(2026, 2, 1, 16)],
    ['2026-03-01T17:00-05:30', Date.UTC(2026, 2, 1, 22, 30)],
    [' 2024-02-29T00:00:00.250Z\n', Date.UTC(2024, 1, 29, 0, 0, 0, 250)],
  ])('%j is read', (text, at) => {
    expect(timeIn(text)).toBe(at)
  })

  it.each([
    ...['', 'tomorrow', 'null', '1772384400000', '2026-03-01', '2026-03-01T17:00:00', '17:00Z', '01/03/2026 17:00'],
    ...['2026-02-30T00:00:00Z', '2025-02-29T00:00:00Z', '2026-03-01T25:00:00Z', '2026-03-01T17:00:00+99:00'],
    ...['2026-03-01T17:00:00Z or later', '+010000-01-01T00:00:00Z'],
  ])('%j is none', (text) => {
    expect(timeIn(text)).toBeNull()
  })

  it('is read in no time, however long it is', () => {
    const started = worked()
    for (const end of ['', 'Z', 'Z!']) timeIn(`2026-03-01T17:00:00.${'0'.repeat(1_000_000)}${end}`)
    expect(worked() - started).toBeLessThan(500)
  })
})

describe('a time for people and models', () => {
  const { TZ } = process.env
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })

  it.each([
    ['UTC', '2026-07-01T10:00:00+00:00'],
    ['Europe/Berlin', '2026-07-01T12:00:00+02:00'],
    ['America/St_Johns', '2026-07-01T07:30:00-02:30'],
    ['Asia/Kathmandu', '2026-07-01T15:45:00+05:45'],
  ])('stands in the zone of the process: %s', (zone, text) => {
    process.env.TZ = zone
    expect(isoTime(Date.UTC(2026, 6, 1, 10))).toBe(text)
  })

  it('is read back as the same second', () => {
    const seconds = fc.integer({ min: Date.UTC(1980, 0) / 1_000, max: Date.UTC(9999, 11) / 1_000 })
    fc.assert(
      fc.property(seconds, fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns'), (second, zone) => {
        process.env.TZ = zone
        expect(timeIn(isoTime(second * 1_000))).toBe(second * 1_000)
      }),
    )
  })

  it.each([1e300, 8.64e15 + 1, Number.NaN])('stays a number when it is no date: %d', (at) => {
    expect(isoTime(at)).toBe(String(at))
  })
})
