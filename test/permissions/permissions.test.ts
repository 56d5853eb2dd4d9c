import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { knownPermissions } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'
import { expect, test } from 'vitest'
import { fuzzed } from './fuzz.js'
import { cellOf, cellsIn, columns, played } from './measure.js'
import { everydayTasks } from './tasks.js'

const page = await readFile(new URL('../../docs/permissions.md', import.meta.url), 'utf8')
const evidence = await readFile(new URL('../../docs/evidence/permissions.md', import.meta.url), 'utf8')

test('the first rules of docs/permissions.md are rules of the standard tools', () => {
  const shown = /permissions: (\{[^}]*\})/.exec(page)?.[1]
  const given = JSON.parse(JSON.stringify(runInNewContext(`(${shown})`)))
  const { deny } = knownPermissions(given, standardTools({ root: '.' }))
  expect(deny.map(({ text, tools }) => [text, tools.size])).toEqual([
    ['shell: git push', 1],
    ['*: secrets/**', 6],
  ])
})

/** `npm run test:permissions` plays each task in each column; here it is one of them in turn beside that of the five rules. */
test('docs/evidence/permissions.md has the questions of ten everyday tasks as they are', async () => {
  const fiveRules = columns.findIndex(({ name }) => name === '`edits`, five rules')
  const others = columns.filter((_, index) => index !== fiveRules)
  for (const [row, task] of everydayTasks.entries()) {
    const shown = cellsIn(evidence, task)
    for (const column of [columns[fiveRules], others[row % others.length]]) {
      if (!column) throw new Error('there is no such column')
      const cell = cellOf(await played(task, column), column)
      expect(cell, `${task.name}, ${column.name}`).toBe(shown[columns.indexOf(column)])
    }
    // In mode `edits` with five rules a task asks once at the most.
    expect(['0', '1'], task.name).toContain(shown[fiveRules])
  }
})

/** The gate stands before each call, whoever planned it and whoever judges it. */
test('a task of another depth asks and refuses as often', async () => {
  for (const [row, task] of everydayTasks.entries()) {
    const at = row % columns.length
    const column = columns[at] as (typeof columns)[number]
    const cell = cellOf(await played(task, column, row % 2 === 0 ? 'direct' : 'auto'), column)
    expect(cell, `${task.name}, ${column.name}`).toBe(cellsIn(evidence, task)[at])
  }
})

test('over modes, rules and answers nothing changes that nobody allowed, and all of it is taken back', async () => {
  expect(await fuzzed(1, 40)).toEqual([])
})
