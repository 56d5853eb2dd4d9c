import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { deadLinks, pagesIn } from './links.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('every link of a page leads to a file, and to a heading of it', () => {
  expect(pagesIn(root).flatMap((page) => deadLinks(root, page))).toEqual([])
})

test('every npm script that a page names is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = pagesIn(root).flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('a missing file and a missing heading are dead, a link in a block of code is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const page = join(folder, 'page.md')
  writeFileSync(join(folder, 'other.md'), '# A page\n\n## `one` and 2\n\n## Twice\n\n## Twice\n')
  writeFileSync(
    page,
    '[a](other.md#one-and-2) [b](other.md#twice-1) [c](missing.md) [d](other.md#three) [e](https://example.com)\n\n```\n[f](gone.md)\n```\n',
  )
  expect(deadLinks(folder, page)).toEqual(['page.md: missing.md', 'page.md: other.md#three'])
})
