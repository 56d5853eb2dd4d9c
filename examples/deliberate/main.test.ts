import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { DeliberationReport } from '@artoo/omega'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { slug } from './function-under-test.js'
import { properties } from './properties.js'

/** That `npm start` runs it as it stands is shown by its own test. */
const quickstart = new URL('../quickstart/main.ts', import.meta.url)

// A whole program is started.
const timeout = 60_000

let told: string
let json: string
let report: DeliberationReport
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [await bundled(quickstart), 'deliberate'])
  told = stdout
  json = /(\S+report\.json)/.exec(told)?.[1] ?? ''
  report = JSON.parse(readFileSync(json, 'utf8')) as DeliberationReport
}, timeout)
afterAll(() => rmSync(dirname(json), { recursive: true }))

test('npm start -- deliberate believes a false claim until an attacker shows two titles that refute it', () => {
  const claimed = (name: keyof typeof properties) =>
    report.claims.find(({ statement }) => statement === properties[name].statement)
  const planted = claimed('distinct')

  expect(told).toMatch(/✓ c1 +[89]\d % .* Yes: different titles have different slugs/)
  expect(told).toMatch(/✗ c1 +0 % .* Yes: different titles have different slugs/)
  expect(planted?.supporters.map(({ agent, family }) => `${agent} ${family}`)).toEqual([
    ...['1 reading', '2 reading', '3 trying'],
  ])
  expect(planted?.judgements).toContainEqual(
    expect.objectContaining({ agent: 5, kind: 'check', outcome: 'refuted', family: 'code' }),
  )
  expect(claimed('length')?.basis).toMatch(/^agent 5: /)

  const [one = '', other = ''] = [...(planted?.basis ?? '').matchAll(/slug\(("[^"]*")\)/g)].map(([, title = '']) =>
    JSON.parse(title),
  )
  expect(one).not.toBe(other)
  expect(slug(one)).toBe(slug(other))

  expect(told).not.toContain('Audit trail')
  expect(readFileSync(json.replace('report.json', 'report.md'), 'utf8')).toContain('Audit trail')
  expect(readFileSync(json.replace('report.json', 'claims.mmd'), 'utf8')).toContain('a5 ==>|"checks 0.00"| c1')
})

// `answered` in session/claims.ts takes the answers of explorers alone: the attacker's own, which a check shows, is dropped without a word.
test('and ends with the answer that the attacker gives instead', () => {
  expect(report).toMatchObject({ status: 'SUCCESS', restsOn: ['c4'], metrics: { modelCalls: 0, iterations: 1 } })
  expect(report.confidence).toBeGreaterThan(0.95)
  expect(told).toContain('> Not by itself: different titles can have the same slug.')
})
