import { artooSystem } from '@artoo/roles'
import { expect, test } from 'vitest'
import { journalDoc } from './journal-doc.js'
import { rolesDoc } from './roles-doc.js'

const { contracts } = artooSystem

test('docs/journal.md lists the events as their schemas are', () => {
  const { found, wanted } = journalDoc()
  expect(found === wanted, 'docs/journal.md is not what the schemas give: run `npm run docs`').toBe(true)
})

test.each(Object.keys(contracts))('docs/journal.md says what %s is', (type) => {
  const { wanted } = journalDoc()
  const [, said] = new RegExp(`^#### ${type}\\n\\n.*\`\\. (\\S.*)\\n`, 'm').exec(wanted) ?? []
  expect(said ?? '', `${type} is in no group of test/journal-doc.ts, or its payload has no description`).toMatch(/\.$/)
})

test('docs/roles.md lists what each role hears and says as the contracts are', () => {
  const { found, wanted } = rolesDoc()
  expect(found === wanted, 'docs/roles.md is not what the contracts give: run `npm run docs`').toBe(true)
  for (const role of ['R1', 'R2', 'R3', 'R4a', 'R4b', 'R5', 'R7'])
    expect(found).toContain(`<!-- contract of ${role} -->`)
})
