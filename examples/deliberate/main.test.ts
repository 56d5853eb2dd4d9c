import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { DeliberationReport } from '@artoo/omega'
import { expect, test } from 'vitest'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { slug } from './function-under-test.js'
import { properties } from './properties.js'

/** That `npm start` runs it as it stands is shown by its own test. */
const quickstart = new URL('../quickstart/main.ts', import.meta.url)

// A whole program is started.
const timeout = 60_000

test(
  'npm start -- deliberate believes a false claim until an attacker shows two titles that refute it',
  async () => {
    const { stdout: told } = await promisify(execFile)(process.execPath, [await bundled(quickstart), 'deliberate'])
    const [, json = ''] = /(\S+report\.json)/.exec(told) ?? []
    try {
      const report = JSON.parse(readFileSync(json, 'utf8')) as DeliberationReport
      const claimed = (name: keyof typeof properties) =>
        report.claims.find(({ statement }) => statement === properties[name].statement)
      const planted = claimed('distinct')

      expect(told).toMatch(/✓ c2 .* confirmed {2}Different titles have different slugs/)
      expect(told).toMatch(/✗ c2 +0 % .* rejected {3}Different titles have different slugs/)
      expect(planted?.supporters.map(({ agent }) => agent)).toEqual([1, 7, 17, 18])
      expect(planted?.votes).toBeLessThan(2)
      expect(planted?.judgements).toContainEqual(
        expect.objectContaining({ agent: 40, kind: 'check', outcome: 'refuted', independent: true }),
      )
      expect(claimed('length')?.basis).toMatch(/^agent 45: /)

      const [one = '', other = ''] = [...(planted?.basis ?? '').matchAll(/slug\(("[^"]*")\)/g)].map(([, title = '']) =>
        JSON.parse(title),
      )
      expect(one).not.toBe(other)
      expect(slug(one)).toBe(slug(other))

      expect(report).toMatchObject({ status: 'SUCCESS', metrics: { modelCalls: 0, iterations: 1 } })
      expect(report.restsOn).toEqual(['c1', 'c3', 'c4', 'c6'])
      expect(told).toContain('> Not by itself: different titles can have the same slug.')
      expect(told).not.toContain('Audit trail')
    } finally {
      rmSync(dirname(json), { recursive: true })
    }
  },
  timeout,
)
