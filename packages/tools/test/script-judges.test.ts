import { describe, expect, it } from 'vitest'
import { fuzzJudge, implementationsOf, type Language, runAll } from './script-fuzz.js'

/** A script that does harm, for proof that the folder shows it. */
const harmful: Readonly<Record<Language, string>> = { sed: 'w pwned', awk: '{ print > "pwned" }' }

describe.each(Object.entries(harmful) as [Language, string][])('the judge of %s scripts', (language, script) => {
  const implementations = implementationsOf(language)

  it.skipIf(implementations.length === 0)('is watched by a folder that shows harm', () => {
    expect(runAll([script], implementations)[0]?.harmed).toHaveLength(implementations.length)
  })

  it.skipIf(implementations.length === 0)(
    `calls none free that does harm in ${implementations.map((words) => words.join(' ')).join(', ') || 'any: none is installed'}`,
    { timeout: 120_000 },
    () => {
      const { ran, valid, harmful: found } = fuzzJudge(language, { count: 80, seed: 20260221 })
      expect(ran).toBe(80)
      expect(valid).toBeGreaterThan(20)
      expect(found).toEqual([])
    },
  )
})
