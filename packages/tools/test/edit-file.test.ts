import { chmodSync, linkSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Confirm, toolContext } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { worked } from '../../../test/worked.js'
import { eachOccurrence } from '../src/files/occurrences.js'
import { textDiff } from '../src/files/text-diff.js'
import { call, workspace } from './workspace.js'

fc.configureGlobal({ seed: 20260221 })

const confirm = () => true

/** What an edit makes of a content, which the run has read before. */
async function edited(content: string, edit: object) {
  const { editFile, readFile, root } = workspace({ 'a.txt': content })
  await call(readFile, { path: 'a.txt', endLine: 1 })
  const outcome = await call(editFile, { path: 'a.txt', ...edit }, { confirm })
  return { ...outcome, content: readFileSync(join(root, 'a.txt'), 'utf8') }
}

describe('edit_file', () => {
  it.each<[string, string, object, string]>([
    ['replaces what occurs once', 'one two\n', { oldText: 'two', newText: '2' }, 'one 2\n'],
    ['replaces over several lines', 'a\nb\nc\n', { oldText: 'a\nb', newText: 'x' }, 'x\nc\n'],
    ['removes', 'a\nb\n', { oldText: 'b\n', newText: '' }, 'a\n'],
    ['replaces every one', 'a.a.a', { oldText: 'a', newText: 'aa', all: true }, 'aa.aa.aa'],
    ['takes no character for a sign', 'a.c $& abc\n', { oldText: 'a.c', newText: "$'" }, "$' $& abc\n"],
    ['replaces from the left where they overlap', 'aaa', { oldText: 'aa', newText: 'b', all: true }, 'ba'],
    ['keeps trailing blanks and no newline at the end', 'a \t\nb  ', { oldText: 'a', newText: 'x' }, 'x \t\nb  '],
    ['keeps CR LF', 'a\r\nb\r\nc', { oldText: 'a\nb\n', newText: 'x\ny\nz\n' }, 'x\r\ny\r\nz\r\nc'],
    ['keeps CR LF where it is given', 'a\r\nb\r\n', { oldText: 'a\r\n', newText: 'x\r\n\n' }, 'x\r\n\r\nb\r\n'],
    ['keeps both line ends', 'a\r\nb\nc\r\nd\n', { oldText: 'a\nb', newText: 'x\nb' }, 'x\r\nb\nc\r\nd\n'],
    ['takes both as they are', 'a\r\nb\nc\n', { oldText: 'a\r\nb\nc', newText: 'x\ny' }, 'x\ny\n'],
    ['finds CR LF among others', 'a\r\nb\r\nc\n', { oldText: 'a\nb', newText: 'x\ny' }, 'x\r\ny\r\nc\n'],
    ['keeps a byte order mark', '\uFEFFa\n', { oldText: 'a', newText: 'b' }, '\uFEFFb\n'],
    ['knows composed characters from others', 'é e\u0301', { oldText: '\u0301', newText: '\u0300' }, 'é e\u0300'],
    ['adds lines', 'a\nb\n', { insertAfterLine: 1, newText: 'x\ny' }, 'a\nx\ny\nb\n'],
    ['adds lines with their newline', 'a\nb\n', { insertAfterLine: 1, newText: 'x\n' }, 'a\nx\nb\n'],
    ['adds lines at the beginning', '\uFEFFa\r\nb', { insertAfterLine: 0, newText: 'x' }, '\uFEFFx\r\na\r\nb'],
    ['adds lines after the last', 'a\nb', { insertAfterLine: 2, newText: 'x\n' }, 'a\nb\nx'],
    ['appends', 'a\r\n', { append: true, newText: 'x\ny' }, 'a\r\nx\r\ny\r\n'],
    ['appends where no newline is at the end', 'a', { append: true, newText: 'x' }, 'a\nx'],
    ['appends to nothing', '', { append: true, newText: 'x' }, 'x\n'],
  ])('%s', async (_case, before, edit, after) => {
    const { content, status } = await edited(before, edit)
    expect([status, content]).toEqual(['ok', after])
  })

  it('shows what it did', async () => {
    const { output, change, effect, confirmed } = await edited('a\nb\nc\n', { oldText: 'b', newText: 'x' })
    const diff = '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n'
    expect(output).toBe(`edited a.txt (6 bytes)\n${diff.trimEnd()}`)
    expect({ change, effect, confirmed }).toEqual({
      change: { bytesBefore: 6, bytesAfter: 6, diff },
      effect: 'irreversible',
      confirmed: true,
    })
  })

  it('shows line ends only where they change', async () => {
    const { output } = await edited('a\r\nb\r\n', { oldText: 'b', newText: 'x' })
    expect(output).toContain('\n a\n-b\n+x')
    const { writeFile, readFile } = workspace({ 'a.txt': 'a\r\nb\r\n' })
    await call(readFile, { path: 'a.txt' })
    const { output: rewritten } = await call(writeFile, { path: 'a.txt', content: 'a\nb\n' }, { confirm })
    expect(rewritten).toContain('\n-a\r\n-b\r\n+a\n+b')
  })

  it('shows no more than 4 KB of it', async () => {
    const { output } = await edited(`a word, ${'x'.repeat(60)}\n`.repeat(100), {
      oldText: 'a',
      newText: 'b',
      all: true,
    })
    expect(Buffer.byteLength(output)).toBeLessThan(4096)
    expect(output).toContain('bytes left out')
  })

  it('asks first, and leaves the file alone when refused', async () => {
    const { editFile, root } = workspace({ 'a.txt': 'old' })
    const ask = vi.fn<Confirm>(() => false)
    const outcome = await call(editFile, { path: 'a.txt', oldText: 'old', newText: 'new' }, { confirm: ask })
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(ask.mock.calls[0]?.[0]).toMatchObject({
      action: 'edit a.txt',
      change: { diff: expect.stringContaining('+new') },
    })
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('old')
    const given = { path: 'a.txt', oldText: 'old', newText: 'new', all: false, append: false }
    const context = toolContext({ signal: new AbortController().signal, confirmed: false, taskId: 't', context: null })
    await expect(editFile.execute(given, context)).rejects.toMatchObject({ code: 'law1_refused' })
  })

  it('keeps the mode of a file, and a link to it', async () => {
    const { editFile, root } = workspace({ 'a.sh': 'old' })
    chmodSync(join(root, 'a.sh'), 0o750)
    symlinkSync('a.sh', join(root, 'link'))
    await call(editFile, { path: 'link', oldText: 'old', newText: 'new' }, { confirm })
    expect(readFileSync(join(root, 'a.sh'), 'utf8')).toBe('new')
    expect(statSync(join(root, 'a.sh')).mode & 0o777).toBe(0o750)
  })

  it('changes a file of 2 MB and shows the diff of it', async () => {
    const lines = `${'0123456789\n'.repeat(100_000)}here\n${'0123456789\n'.repeat(100_000)}`
    const { editFile, root } = workspace({ 'big.txt': lines })
    const { output } = await call(editFile, { path: 'big.txt', oldText: 'here', newText: 'there' }, { confirm })
    expect(output).toContain('@@ -99998,7 +99998,7 @@\n 0123456789\n 0123456789\n 0123456789\n-here\n+there\n')
    expect(readFileSync(join(root, 'big.txt'), 'utf8')).toBe(lines.replace('here', 'there'))
  })

  it('changes a line of 5 MB', async () => {
    const { status, content } = await edited(`${'x'.repeat(5_000_000)}y`, { oldText: 'xy', newText: 'z' })
    expect([status, content.length, content.slice(-2)]).toEqual(['ok', 5_000_000, 'xz'])
  })

  it('says how often and where a text occurs that is not unique', async () => {
    const { code, output, content } = await edited('a\nb a\nc\n', { oldText: 'a', newText: 'x' })
    expect(code).toBe('text_not_unique')
    expect(output).toContain('occurs 2 times in a.txt, at lines 1, 2:')
    expect(content).toBe('a\nb a\nc\n')
    expect(await edited('aaa', { oldText: 'aa', newText: 'b' })).toMatchObject({ code: 'text_not_unique' })
  })

  it('says what is most alike when a text does not occur', async () => {
    const file = 'import x\nconst total = sum(1)\n\treturn total\nconst other = 2\n'
    const { code, output } = await edited(file, { oldText: 'const total  =  sum(1)\n  return total', newText: '' })
    expect(code).toBe('text_not_found')
    expect(output).toMatch(/most alike:\n {5}2\tconst total = sum\(1\)(?:\n|$)/)
    expect(output).not.toContain('import')
    expect((await edited('zzz\n', { oldText: 'const', newText: '' })).output).not.toContain('alike')
  })

  it('says that numbers and tabs are not in the file', async () => {
    const { output } = await edited('one\ntwo\n', { oldText: '     1\tone\n     2\ttwo', newText: 'x' })
    expect(output).toContain('leave out the numbers and tabs')
  })

  it.each<[string, object, string]>([
    ['an empty oldText', { oldText: '', newText: 'x' }, 'invalid_input'],
    ['half a character', { oldText: '\uDE00', newText: 'x' }, 'invalid_input'],
    ['no place at all', { newText: 'x' }, 'invalid_input'],
    ['two places', { oldText: 'a', append: true, newText: 'x' }, 'invalid_input'],
    ['all of nothing', { append: true, all: true, newText: 'x' }, 'invalid_input'],
    ['a line that is not there', { insertAfterLine: 3, newText: 'x' }, 'line_out_of_range'],
    ['nothing new', { oldText: 'b', newText: 'b' }, 'nothing_to_change'],
    ['a note of the tools', { oldText: 'a', newText: 'a\n[… 12 bytes left out …]' }, 'truncated_content'],
    ['what would grow beyond 16 MiB', { oldText: 'a', newText: 'x'.repeat(4_000_000), all: true }, 'file_too_large'],
  ])('refuses %s', async (_case, edit, code) => {
    const before = 'a a a a a\nb\n'
    expect(await edited(before, edit)).toMatchObject({ status: 'error', code, content: before })
  })

  it('tells what is wrong, and asks nobody', async () => {
    const { editFile } = workspace({ 'sub/b.txt': '', 'zero.bin': Buffer.from([1, 0, 2]) })
    const ask = vi.fn<Confirm>(() => true)
    for (const [path, code] of [
      ['none.txt', 'path_not_found'],
      ['sub', 'path_is_directory'],
      ['zero.bin', 'file_is_binary'],
      ['../x', 'path_outside_root'],
    ] as const) {
      expect(await call(editFile, { path, append: true, newText: 'x' }, { confirm: ask })).toMatchObject({ code })
    }
    expect(ask).not.toHaveBeenCalled()
  })

  it('shows nothing of a secret that was not read', async () => {
    const { editFile, readFile } = workspace({ '.env': 'KEY=secret\n' })
    const edit = { path: '.env', oldText: 'KEY=secre', newText: 'KEY=' }
    const blind = await call(editFile, { ...edit, oldText: 'KEY=sacred' }, { confirm })
    expect(blind.code).toBe('unread')
    expect(await call(editFile, edit, { confirm })).toMatchObject({ code: 'unread', change: null })
    expect(blind.output).not.toContain('secret\n')
    await call(readFile, { path: '.env' }, { confirm })
    expect(await call(editFile, edit, { confirm })).toMatchObject({ status: 'ok' })
  })

  it('leaves what has another name as it was', async () => {
    const { editFile, root } = workspace({ 'a.txt': 'old' })
    linkSync(join(root, 'a.txt'), join(root, 'b.txt'))
    await call(editFile, { path: 'a.txt', oldText: 'old', newText: 'new' }, { confirm })
    expect(['a.txt', 'b.txt'].map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(['new', 'old'])
  })
})

describe('occurrences', () => {
  it('are those that trying each place finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 })
    fc.assert(
      fc.property(word, fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 }), (text, part) => {
        const found: number[] = []
        eachOccurrence(text, part, (start) => found.push(start))
        expect(found).toEqual([...text].flatMap((_, at) => (text.startsWith(part, at) ? [at] : [])))
      }),
    )
  })

  it('are found in linear time, whatever is looked for', () => {
    const started = worked()
    eachOccurrence('a'.repeat(4_000_000), `b${'a'.repeat(500_000)}`, () => {})
    eachOccurrence('a'.repeat(4_000_000), 'a'.repeat(500_000), () => {})
    expect(worked() - started).toBeLessThan(2000)
  })
})

describe('a diff', () => {
  it('is the same whether all of the texts is compared or only the part that changed', async () => {
    const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff')
    const lines = fc.array(fc.constantFrom('a', 'b', '', 'c'), { maxLength: 12 })
    const around = fc.array(fc.constantFrom('a', 'x', 'y', ''), { maxLength: 9 })
    fc.assert(
      fc.property(around, lines, lines, around, fc.boolean(), (above, old, recent, below, ends) => {
        const [before, after] = [old, recent].map((part) => {
          return [...above, ...part, ...below].join('\n') + (ends ? '\n' : '')
        }) as [string, string]
        const reference = createTwoFilesPatch('f', 'f', before, after, undefined, undefined, {
          context: 3,
          headerOptions: FILE_HEADERS_ONLY,
        })
        const applies = (patch: string | null) => patch?.match(/^[+-](?![+-])/gm)?.length ?? 0
        const found = textDiff('f', before, after)
        expect(applies(found)).toBe(applies(reference))
        const headers = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/gm
        for (const [, start, count] of (found ?? '').matchAll(headers)) {
          expect(Number(start) + Number(count) - 1).toBeLessThanOrEqual(before.split('\n').length)
        }
      }),
    )
  })
})

describe('an edit between the asking and the doing', () => {
  it('is of the file as it is then', async () => {
    const { editFile, root } = workspace({ 'a.txt': 'one\ntwo\n' })
    const meddling = () => {
      writeFileSync(join(root, 'a.txt'), 'zero\none\ntwo\n')
      return true
    }
    const edit = { path: 'a.txt', oldText: 'two', newText: '2' }
    expect(await call(editFile, edit, { confirm: meddling })).toMatchObject({ status: 'ok' })
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('zero\none\n2\n')
  })
})
