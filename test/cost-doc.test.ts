import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costTable } from '../bench/cost-table.js'

test('docs/cost.md has the figures of npm run bench:cost', async () => {
  const page = readFileSync('docs/cost.md', 'utf8')
  const table = await costTable()
  expect(page).toContain(table)
  expect(table.match(/\| lean \|/g)).toHaveLength(11)
  expect(page).toContain('Model calls and tokens of eleven kinds of task')
})
