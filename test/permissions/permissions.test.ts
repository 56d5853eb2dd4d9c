import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { knownPermissions } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'
import { expect, test } from 'vitest'
import { fuzzed } from './fuzz.js'
import { columns, measured, table } from './measure.js'

const page = await readFile(new URL('../../docs/permissions.md', import.meta.url), 'utf8')

test('the first rules of docs/permissions.md are rules of the standard tools', () => {
  const shown = /permissions: (\{[^}]*\})/.exec(page)?.[1]
  const given = JSON.parse(JSON.stringify(runInNewContext(`(${shown})`)))
  const { deny } = knownPermissions(given, standardTools({ root: '.' }))
  expect(deny.map(({ text, tools }) => [text, tools.size])).toEqual([
    ['shell: git push', 1],
    ['*: secrets/**', 6],
  ])
})

test('docs/permissions.md has the questions of ten everyday tasks as they are', async () => {
  const rows = await measured()
  expect(page).toContain(table(rows))
  // In mode `edits` with five rules a task asks once at the most.
  const column = columns.findIndex(({ name }) => name === '`edits`, five rules')
  const asked = rows.map(({ cells }) => cells[column]?.asked)
  expect(asked.filter((times) => times === undefined || times > 1)).toEqual([])
})

test('over modes, rules and answers nothing changes that nobody allowed, and all of it is taken back', async () => {
  expect(await fuzzed(1, 160)).toEqual([])
})
