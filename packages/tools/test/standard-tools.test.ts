import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileTools, shellTool, standardTools } from '@artoo/tools/node'
import { describe, expect, it } from 'vitest'
import { call, temporaryDirectory, toolsOver } from './workspace.js'

describe('standardTools', () => {
  it('come in the order of preference', () => {
    const names = standardTools({ root: '/' }).map(({ name }) => name)
    expect(names).toEqual(['list_files', 'glob', 'search_text', 'read_file', 'edit_file', 'write_file', 'shell'])
  })
})

describe('the root', () => {
  const factories: [string, (options: never) => unknown][] = [
    ['standardTools', standardTools],
    ['fileTools', fileTools],
    ['shellTool', shellTool],
  ]
  const file = () => {
    const path = join(temporaryDirectory(), 'a.txt')
    writeFileSync(path, '')
    return path
  }
  const refused: [string, () => unknown, string, string][] = [
    ['no options', () => undefined, 'root', 'the path of a directory, not nothing'],
    ['options without it', () => ({}), 'root', 'the path of a directory, not nothing'],
    ['null', () => null, 'options', 'not null'],
    ['a bare path', () => '/tmp', 'options', 'not string'],
    ['a number', () => ({ root: 5 }), 'root', 'not a number'],
    ['an empty string', () => ({ root: '' }), 'root', 'not an empty string'],
    ['a path that is not there', () => ({ root: '/nowhere' }), 'root', 'no such file or directory'],
    ['a path with a zero byte', () => ({ root: '/tmp\0' }), 'root', 'null bytes'],
    ['a file', () => ({ root: file() }), 'root', 'is not a directory'],
    ['dir', () => ({ dir: '/tmp' }), 'dir', 'did you mean root?'],
    ['cwd', () => ({ root: '/tmp', cwd: '/tmp' }), 'cwd', 'did you mean root?'],
    ['path', () => ({ path: '/tmp' }), 'path', 'did you mean root?'],
    ['rooot', () => ({ rooot: '/tmp' }), 'rooot', 'did you mean root?'],
  ]

  describe.each(factories)('of %s', (name, factory) => {
    it.each(refused)('is refused when it is %s', (_case, optionsOf, field, words) => {
      const options = optionsOf() as never
      const message = expect.stringMatching(new RegExp(`${name}.*${words.replace('?', '\\?')}`))
      expect(() => factory(options)).toThrow(expect.objectContaining({ code: 'invalid_option', field, message }))
    })
  })

  it('stays where it was when the current directory changes', async () => {
    const top = temporaryDirectory()
    mkdirSync(join(top, 'root'))
    writeFileSync(join(top, 'root', 'a.txt'), 'here')
    const { readFile } = toolsOver(relative(process.cwd(), join(top, 'root')))
    const before = process.cwd
    process.cwd = () => top
    try {
      expect(await call(readFile, { path: 'a.txt' })).toMatchObject({ output: expect.stringContaining('\there\n') })
    } finally {
      process.cwd = before
    }
  })
})
