import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.md'))

/** The targets of links and pictures that lie in this repository, without their headings. */
const linksOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))

test('every page of docs is in the index', () => {
  const linked = linksOf('docs/README.md')
  const listed = (page: string) =>
    linked.includes(page) || (page.startsWith('decisions/') && linked.includes('decisions/README.md'))
  expect(pages.filter((page) => page !== 'README.md' && !listed(page))).toEqual([])
})
