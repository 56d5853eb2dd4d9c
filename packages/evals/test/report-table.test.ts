import { expect, it } from 'vitest'
import { reportTable } from '../src/index.js'
import { reportOf } from './support.js'

it('has a row for each case, one for all, and a line for each error', async () => {
  const good = { right: 1, near: 0.5 }
  const report = await reportOf({ 'sum | total': [good, good], sort: [good, { right: 0, near: 0.25 }], trim: [] })
  expect(reportTable(report)).toBe(
    [
      '| case | right | near | errors |',
      '| --- | ---: | ---: | ---: |',
      '| sum \\| total | 2/2 | 0.50 | 0 |',
      '| sort | 1/2 | 0.38 | 0 |',
      '| trim | 0/2 | 0/2 | 2 |',
      '| **all** | 50 % (19–81) | 29 % (8–67) | 2 |',
      '',
      "- `trim`, run 1: `Error a | b 'c'`",
      "- `trim`, run 2: `Error a | b 'c'`",
    ].join('\n'),
  )
})

it('refuses what is no report', () => {
  expect(() => reportTable({ runs: [] } as never)).toThrow(expect.objectContaining({ code: 'invalid_report' }))
})
