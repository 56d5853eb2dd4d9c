import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cuts, sharedError, weights, worthAsking } from '../../src/evidence/constants.js'
import { defaultLimits } from '../../src/omega/limits.js'

const page = readFileSync(new URL('../../../../docs/omega.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
const percent = (value: number) => `${Math.round(value * 100)} %`

it('tells the constants of the evidence as they are', () => {
  expect(page).toContain(`${weights.voice} · *c*`)
  expect(page).toContain(`${weights.judgement} · \\|factor − 1\\| / 0.5`)
  expect(page).toContain(`a check that passed | ${weights.check} |`)
  expect(page).toContain(`none of the answers is right | ${weights.none} |`)
  expect(page).toContain(`the second ${weights.repeated} of its worth`)
  expect(page).toContain(`each further one with ${weights.otherFamily}.`)
  expect(page).toContain(`${(1 / (1 - weights.repeated)).toFixed(1)} of its strongest piece`)
  expect(page).toContain(`*e* is ${percent(sharedError.models)}`)
})

it('tells where the status is cut, and when it ends early', () => {
  for (const [stakes, { SUCCESS, PARTIAL }] of Object.entries(cuts)) {
    const row = new RegExp(`\\| \`${stakes}\`[^|]*\\| ${percent(SUCCESS)}[^|]*\\| ${percent(PARTIAL)} \\|`)
    expect(page).toMatch(row)
  }
  const { LOW, MEDIUM, HIGH } = worthAsking
  expect(page).toContain(`below ${LOW * 100}, ${MEDIUM * 100} and ${HIGH * 100} %`)
})

it('tells the default limits', () => {
  const { quick, standard, full } = defaultLimits
  const grouped = (count: number) => count.toLocaleString('en-US')
  expect(page).toContain(`${quick.modelCalls} model calls, ${grouped(quick.tokens)} tokens`)
  expect(page).toContain(`standard ${standard.modelCalls} and ${grouped(standard.tokens)}`)
  expect(page).toContain(`full ${full.modelCalls} and ${grouped(full.tokens)}`)
})
