import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costTable } from '../bench/cost-table.js'
import { deferredTable } from '../bench/deferred-table.js'

test('docs/cost.md has the figures of npm run bench:cost', async () => {
  const page = readFileSync('docs/cost.md', 'utf8')
  const table = await costTable()
  expect(page).toContain(table)
  expect(table.match(/\| lean \|/g)).toHaveLength(11)
  expect(page).toContain('Model calls and tokens of eleven kinds of task')
})

test('docs/cost.md and the guide have the figures of npm run bench:deferred', async () => {
  const table = await deferredTable()
  expect(readFileSync('docs/cost.md', 'utf8')).toContain(table)
  const [, all, deferred] = /\| (\d+) \|\n.*\| (\d+) \|/.exec(table) ?? []
  const grouped = (figure = '') => Number(figure).toLocaleString('en')
  const told = `${grouped(deferred)} tokens in place of ${grouped(all)}`
  expect(readFileSync('docs/guides/tools.md', 'utf8')).toContain(told)
})
