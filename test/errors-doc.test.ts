import { readFileSync } from 'node:fs'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { errorsDoc, recordTables, tables } from './errors-doc.js'

/** Codes in constructors, and those that helpers are given: limits of time, locks, tables of options. */
const thrown = [
  /new (?:Artoo|Ggs|Provider)Error\(\s*'(\w+)'/g,
  /(?:assertOptions|takeLock)\([^;=]*?code: '(\w+)'/gs,
  /timeoutMs[^;{}()]*code: '(\w+)'/g,
]

const sourcesOf = (name: string) =>
  globSync(`packages/${name}/src/**/*.ts`, { ignore: '**/error-codes.ts' }).map((path) => readFileSync(path, 'utf8'))

const known = new Set(Object.values(tables).flatMap((table) => Object.keys(table)))

test.each(Object.keys(tables))(
  '@artoo/%s throws no code without an explanation, and explains none that it lacks',
  (name) => {
    const text = sourcesOf(name).join('\n')
    const codes = new Set(thrown.flatMap((form) => [...text.matchAll(form)].map(([, code = '']) => code)))
    expect([...codes].filter((code) => !known.has(code))).toEqual([])
    expect(
      Object.keys({ ...tables[name], ...recordTables[name] }).filter((code) => !text.includes(`'${code}'`)),
    ).toEqual([])
  },
)

test('a code is explained once; the controller, which depends on nothing, has codes of its own', () => {
  const { ggs: _, ...others } = tables
  const codes = [...Object.values(others), ...Object.values(recordTables)].flatMap((table) => Object.keys(table))
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

test('docs/errors.md is up to date: npm run docs', () => {
  const { found, wanted } = errorsDoc()
  expect(found).toBe(wanted)
})
