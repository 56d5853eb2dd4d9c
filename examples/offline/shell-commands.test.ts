import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFiles, countLines, countLinesOf, filesThatHold, isSearchable } from './shell-commands.js'

const files = {
  'a.md': 'one\ntwo\n',
  "it's; echo 9.md": 'one\n',
  '-n.md': 'one\ntwo\nthree\n',
  'größe.md': 'Maß\n',
  'docs/b.md': 'TODO $(echo x)\n',
  'docs/deep/c.md': "don't\n-e dash\n",
  'docs/d.txt': 'TODO\n',
  '-dash/e.md': 'TODO\n',
  'node_modules/x/f.md': 'TODO\n',
}
let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'offline-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
})
afterAll(() => rmSync(root, { recursive: true }))

const run = (command: string) => execFileSync('/bin/sh', ['-c', command], { cwd: root, encoding: 'utf8' }).trim()

describe('the shell commands', () => {
  it.each([
    ['a.md', 2],
    ["it's; echo 9.md", 1],
    ['-n.md', 3],
    ['größe.md', 1],
  ])('count the lines of %s', (path, lines) => {
    expect(run(countLines(path))).toBe(`${lines} ${path}`)
  })

  it.each([
    ['**/*.md', 7, 11],
    ['*.md', 4, 7],
    ['docs/*.md', 1, 1],
    ['docs/**/*.md', 2, 3],
    ['docs/**/*', 3, 4],
    ['-dash/**/*', 1, 1],
    ['docs/?.txt', 1, 1],
    ['docs/*.rs', 0, 0],
  ])('count what matches %s', (pattern, count, lines) => {
    expect(run(countFiles(pattern))).toBe(String(count))
    expect(run(countLinesOf(pattern))).toBe(String(lines))
  })

  it.each([
    ['TODO', '**/*', './-dash/e.md\n./docs/b.md\n./docs/d.txt'],
    ['TODO', 'docs/*.md', './docs/b.md'],
    ['$(echo x)', '**/*', './docs/b.md'],
    ["don't", '**/*', './docs/deep/c.md'],
    ['-e dash', '**/*', './docs/deep/c.md'],
    ['Maß', '**/*', './größe.md'],
    ['nowhere', '**/*', ''],
  ])('find the files that hold %s in %s', (text, pattern, found) => {
    expect(run(filesThatHold(text, pattern))).toBe(found)
  })

  it.each([countFiles, countLinesOf, (pattern: string) => filesThatHold('x', pattern)])(
    'fail on a folder that is missing',
    (command) => {
      const { status, stdout } = spawnSync('/bin/sh', ['-c', command('missing/**/*')], { cwd: root, encoding: 'utf8' })
      expect([status === 0, stdout]).toEqual([false, ''])
    },
  )
})

describe('isSearchable', () => {
  it.each(['**/*', '*.md', 'docs/**/*.md', 'my docs/?.md'])('accepts %s', (pattern) => {
    expect(isSearchable(pattern)).toBe(true)
  })
  it.each(['a/*/b.md', '**/a/**/b.md', '*.{md,ts}', '[ab].md', 'docs/**', ''])('declines %s', (pattern) => {
    expect(isSearchable(pattern)).toBe(false)
  })
})
