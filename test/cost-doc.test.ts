import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costTable } from '../bench/cost-table.js'

test('docs/cost.md has the figures of npm run bench:cost', async () => {
  expect(readFileSync('docs/cost.md', 'utf8')).toContain(await costTable())
})
