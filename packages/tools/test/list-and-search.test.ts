import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { worked } from '../../../test/worked.js'
import { call, temporaryDirectory, toolsOver, workspace } from './workspace.js'

describe('list_files', () => {
  const files = {
    'b.txt': '12345',
    'a/c.txt': '1',
    'a/d/e.txt': '',
    '.hidden': 'x',
    'node_modules/p/x.js': '',
    '.git/HEAD': '',
  }

  it('shows one level with sizes, directories marked, and the totals', async () => {
    const { listFiles, root } = workspace(files)
    symlinkSync('b.txt', join(root, 'link'))
    expect(await call(listFiles, {})).toMatchObject({
      status: 'ok',
      output: '.hidden\t1\na/\nb.txt\t5\nlink\t(a link or a device)\n[2 files, 6 bytes; 1 directory; 1 other]',
      effect: 'read',
      target: '.',
    })
  })

  it('shows more levels, with paths as the next call needs them', async () => {
    const { listFiles, readFile, root } = workspace(files)
    expect((await call(listFiles, { path: 'a', depth: 2 })).output).toBe(
      'a/c.txt\t1\na/d/\na/d/e.txt\t0\n[2 files, 1 byte; 1 directory]',
    )
    expect((await call(listFiles, { path: join(root, 'a') })).output).toBe(
      'a/c.txt\t1\na/d/\n[1 file, 1 byte; 1 directory]',
    )
    expect(await call(readFile, { path: 'a/c.txt' })).toMatchObject({ status: 'ok' })
  })

  it('shows as much as there is room for, and says of how much', async () => {
    const root = temporaryDirectory()
    for (let index = 0; index < 1500; index++) writeFileSync(join(root, `a long name for a file ${index}`), 'x')
    const lines = (await call(toolsOver(root).listFiles, {})).output.split('\n')
    expect(lines.at(-1)).toBe(`[1,500 files, 1,500 bytes; 0 directories; ${lines.length - 1} of 1,500 entries shown]`)
    expect(lines.length).toBeGreaterThan(500)
  })

  it.each([
    [{ path: 'none' }, 'path_not_found'],
    [{ path: 'b.txt' }, 'path_not_a_directory'],
    [{ path: '..' }, 'path_outside_root'],
    [{ depth: 0 }, 'invalid_input'],
  ])('tells what is wrong with %j', async (input, code) => {
    expect(await call(workspace(files).listFiles, input)).toMatchObject({ status: 'error', code })
  })

  it('asks before it lists what is named like a secret', async () => {
    const { listFiles } = workspace({ '.ssh/id_rsa': '' })
    expect(await call(listFiles, { path: '.ssh' })).toMatchObject({ status: 'refused', code: 'law1_refused' })
  })
})

describe('search_text', () => {
  const files = {
    'b.ts': 'const one = 1\nconst two = 2\n',
    'a/c.ts': 'one\r\nONE one\r\n',
    'x.bin': Buffer.from('one\0'),
    '.env': 'one=secret\n',
    'node_modules/p/x.js': 'one',
  }
  const footer = 'not searched: 1 binary file, 1 file named like secrets'

  async function search(input: object, given: Readonly<Record<string, string | Buffer>> = files) {
    return (await call(workspace(given).searchText, input)).output
  }

  it('finds lines in all files but those that are no text, secrets and node_modules', async () => {
    expect(await search({ pattern: 'one' })).toBe(
      `a/c.ts:1:one\na/c.ts:2:ONE one\nb.ts:1:const one = 1\n[3 matches in 2 of 2 files; ${footer}]`,
    )
  })

  it.each<[string, object, string]>([
    ['a pattern', { pattern: '(?i)^one( |$)' }, 'a/c.ts:1:one\na/c.ts:2:ONE one\n[2 matches in 1 of 2 files'],
    ['plain text', { pattern: '= 1', literal: true }, 'b.ts:1:const one = 1\n[1 match in 1 of 2 files'],
    ['text that looks like a pattern', { pattern: '(', literal: true }, '[0 matches in 0 of 2 files'],
    ['some files', { pattern: 'one', glob: '*.ts' }, 'b.ts:1:const one = 1\n[1 match in 1 of 1 file]'],
    ['few', { pattern: 'one', limit: 1 }, 'a/c.ts:1:one\n[1 of 3 matches shown in 2 of 2 files'],
    ['lines around', { pattern: 'two', contextLines: 3 }, 'b.ts-1-const one = 1\nb.ts:2:const two = 2\n[1 match'],
  ])('finds %s', async (_case, input, output) => {
    expect((await search(input)).slice(0, output.length)).toBe(output)
  })

  it('parts what lies apart, and joins what overlaps', async () => {
    const text = 'a\nx\nb\nc\nd\ne\nf\nx\nx\ng\n'
    expect(await search({ pattern: 'x', contextLines: 1 }, { f: text })).toBe(
      'f-1-a\nf:2:x\nf-3-b\n--\nf-7-f\nf:8:x\nf:9:x\nf-10-g\n[3 matches in 1 of 1 file]',
    )
  })

  it('says how many there are when they are too many to be shown', async () => {
    const lines = (
      await search({ pattern: 'word', limit: 1000 }, { f: `a word ${'x'.repeat(80)}\n`.repeat(900) })
    ).split('\n')
    expect(lines.at(-1)).toBe(`[${lines.length - 1} of 900 matches shown in 1 of 1 file]`)
    expect(lines.length).toBeGreaterThan(150)
  })

  it('cuts a long line around its match, not within a character', async () => {
    const line = `${'🦊'.repeat(600_000)}here${'é'.repeat(600_000)}`
    const output = await search({ pattern: 'here', literal: true }, { f: `${line}\n` })
    const [, before, shown, after] =
      /^f:1:\[… (\d+) bytes left out …\](🦊+hereé+)\[… (\d+) bytes left out …\]\n/u.exec(output) ?? []
    expect(Number(before) + Buffer.byteLength(shown ?? '') + Number(after)).toBe(Buffer.byteLength(line))
    expect(shown?.length).toBeLessThan(310)
  })

  it('says of which lines it searched only the beginning', async () => {
    const output = await search({ pattern: '\\w{1,900}zz' }, { f: `${'x'.repeat(3_000_000)}\n` })
    expect(output).toContain('1 very long line searched only at the beginning')
  })

  it.each([
    ['(', 'pattern_invalid'],
    ['a(?=b)', 'pattern_invalid'],
    ['(a)\\1', 'pattern_invalid'],
    ['a{1001}', 'pattern_invalid'],
    ['', 'invalid_input'],
    ['x'.repeat(1001), 'invalid_input'],
  ])('refuses the pattern %s', async (pattern, code) => {
    expect(await call(workspace(files).searchText, { pattern })).toMatchObject({ status: 'error', code })
  })

  it('is an answer when no file fits the glob, and an error when it leads out', async () => {
    expect(await search({ pattern: 'x', glob: '*.md' })).toBe('no file matches *.md')
    expect(await call(workspace(files).searchText, { pattern: 'x', glob: '../*' })).toMatchObject({
      code: 'path_outside_root',
    })
  })

  it('asks before it searches what the glob calls a secret, and leaves it out behind a link', async () => {
    const { searchText, root } = workspace(files)
    const named = { pattern: 'secret', glob: '.env' }
    expect(await call(searchText, named)).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect((await call(searchText, named, { confirm: () => true })).output).toContain('.env:1:one=secret')
    mkdirSync(join(root, '.ssh'))
    writeFileSync(join(root, '.ssh', 'known'), 'secret')
    symlinkSync('.ssh', join(root, 'link'))
    expect((await call(searchText, { pattern: 'secret', glob: 'link/*' })).output).toBe(
      '[0 matches in 0 of 0 files; not searched: 1 file named like secrets]',
    )
  })

  it.each([
    '(a+)+$',
    String.raw`(a|b)*a(a|b){14}\d`,
    String.raw`(.*)(.*)(.*)(.*)(.*)(.*)\d`,
    String.raw`(a{0,30}){30}\d`,
    String.raw`(\pL{0,99}){9}\d`,
    String.raw`((a*)*)*\d`,
  ])('ends soon with the mean pattern %s', { timeout: 20_000 }, async (pattern) => {
    const line = 'ab'.repeat(100_000) + 'a'.repeat(100_000)
    const { searchText } = workspace({ f: `${line}\n${'aab'.repeat(20)}\n`.repeat(3) })
    const started = worked()
    expect(await call(searchText, { pattern }, { timeoutMs: 15_000 })).toMatchObject({ status: 'ok' })
    expect(worked() - started).toBeLessThan(10_000)
  })

  it('stops at its signal in the middle of a file', async () => {
    const { searchText } = workspace({ f: `${'ab'.repeat(200)}\n`.repeat(40_000) })
    const controller = new AbortController()
    const searching = call(searchText, { pattern: String.raw`(a|b)*a(a|b){14}\d` }, { signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    const started = worked()
    expect(await searching).toMatchObject({ code: 'aborted' })
    expect(worked() - started).toBeLessThan(3000)
  })
})
