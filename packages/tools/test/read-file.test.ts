import { spawnSync } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineRange } from '../src/files/line-range.js'
import { call, temporaryDirectory, toolsOver, workspace } from './workspace.js'

fc.configureGlobal({ seed: 20260221 })

const text = 'one\ntwo\nthree\nvier é\n'

async function reading(content: string | Buffer, range: object = {}): Promise<string> {
  const { readFile } = workspace({ 'a.txt': content })
  const outcome = await call(readFile, { path: 'a.txt', ...range })
  expect(outcome).toMatchObject({ status: 'ok', target: 'a.txt' })
  return outcome.output
}

const numbered = (first: number, ...lines: readonly string[]) =>
  lines.map((line, index) => `${`${first + index}`.padStart(6)}\t${line}\n`).join('')

describe('read_file', () => {
  it.each([
    [{}, numbered(1, 'one', 'two', 'three', 'vier é'), 'whole file, 4 lines, 22 bytes'],
    [
      { startLine: 2 },
      numbered(2, 'two', 'three', 'vier é'),
      'lines 2–4 of 4, 22 bytes in all; left out: line 1, use startLine and endLine',
    ],
    [
      { endLine: 1 },
      numbered(1, 'one'),
      'line 1 of 4, 22 bytes in all; left out: lines 2–4, use startLine and endLine',
    ],
    [
      { startLine: 2, endLine: 3 },
      numbered(2, 'two', 'three'),
      'lines 2–3 of 4, 22 bytes in all; left out: lines 1 and 4, use startLine and endLine',
    ],
    [
      { startLine: 4, endLine: 99 },
      numbered(4, 'vier é'),
      'line 4 of 4, 22 bytes in all; left out: lines 1–3, use startLine and endLine',
    ],
  ])('numbers the lines %j and says what is left out', async (range, lines, note) => {
    expect(await reading(text, range)).toBe(`${lines}[read_file: ${note}]`)
  })

  it.each<[string, string, string, string]>([
    ['no newline at the end', 'a\nb', numbered(1, 'a', 'b'), 'whole file, 2 lines, 3 bytes; no newline at the end'],
    ['CR LF', 'a\r\nb\r\n', numbered(1, 'a', 'b'), 'whole file, 2 lines, 6 bytes; lines end in CR LF'],
    [
      'both line ends',
      'a\r\nb\nc\r',
      numbered(1, 'a\r', 'b', 'c\r'),
      'whole file, 3 lines, 7 bytes; some lines end in CR LF, others in LF; no newline at the end',
    ],
    [
      'a byte order mark',
      '\uFEFFa\n\uFEFFb\n',
      numbered(1, 'a', '\uFEFFb'),
      'whole file, 2 lines, 10 bytes; a byte order mark at the start',
    ],
    ['empty lines', '\n\n a \t\n', numbered(1, '', '', ' a \t'), 'whole file, 3 lines, 7 bytes'],
    ['nothing', '', '', 'whole file, 0 lines, 0 bytes'],
    ['lines like those that are shown', '     1\tx\n[read_file: y]\n', numbered(1, '     1\tx', '[read_file: y]'), ''],
    ['combining characters', 'e\u0301\n\u0301\n', numbered(1, 'e\u0301', '\u0301'), 'whole file, 2 lines, 7 bytes'],
  ])('shows %s', async (_case, content, lines, note) => {
    const output = await reading(content)
    expect(output.slice(0, lines.length)).toBe(lines)
    expect(output.slice(lines.length)).toMatch(/^\[read_file: .*\]$/)
    expect(output).toContain(note)
  })

  it('shows 400 lines when no last one is named, and more when it is', async () => {
    const long = Array.from({ length: 2310 }, (_, index) => `${index + 1}\n`).join('')
    const first = (await reading(long)).split('\n')
    expect(first).toHaveLength(401)
    expect(first.at(-1)).toContain('lines 1–400 of 2310')
    expect(first.at(-1)).toContain('left out: lines 401–2310,')
    expect(await reading(long, { startLine: 401, endLine: 2310 })).toContain('[read_file: lines 401–2310 of 2310')
    expect(await reading(long, { startLine: 801 })).toContain('left out: lines 1–800 and 1201–2310,')
  })

  it('shows at most 32 KB, and whole lines of it', async () => {
    const wide = `${'é'.repeat(500)}\n`.repeat(100)
    const lines = (await reading(wide, { startLine: 1, endLine: 100 })).split('\n')
    expect(Buffer.byteLength(lines.slice(0, -1).join('\n'))).toBeLessThanOrEqual(32_768)
    expect(lines.slice(0, -1).every((line) => line.endsWith('é'.repeat(500)))).toBe(true)
    expect(lines.at(-1)).toContain(`left out: lines ${lines.length}–100,`)
  })

  it('cuts a line that is longer than that, not within a character', async () => {
    const huge = `a${'é'.repeat(2_500_000)}\nb\n`
    const [line = '', note] = (await reading(huge)).split('\n')
    const [, shown = '', left] = /^ {5}1\t(aé+)\[… (\d+) bytes left out …\]$/.exec(line) ?? []
    expect(Buffer.byteLength(shown) + Number(left)).toBe(5_000_002)
    expect(shown.length).toBeGreaterThan(16_000)
    expect(note).toContain('line 1 of 2, 5000004 bytes in all; line 1 is cut')
    expect(note).toContain('left out: line 2,')
    expect(await reading(huge, { startLine: 2 })).toContain('     2\tb\n')
    expect(await reading(`a\n${huge}`)).toContain('left out: lines 2–3,')
  })

  it('reads an absolute path inside the root', async () => {
    const { readFile, root } = workspace({ 'a.txt': 'x' })
    expect(await call(readFile, { path: join(root, 'a.txt') })).toMatchObject({ status: 'ok' })
  })

  it('says what a file holds, window by window', async () => {
    const root = temporaryDirectory()
    const { readFile } = toolsOver(root)
    const unit = fc.constantFrom('a', 'é', '\n', '\n', '\r\n', '\t', '🦊', '\uFEFF')
    const pages = async (step: number) => {
      const outputs: string[] = []
      for (let at = 1; ; at += step) {
        const { status, output } = await call(readFile, { path: 'a.txt', startLine: at, endLine: at + step - 1 })
        if (status === 'ok') outputs.push(output)
        if (status !== 'ok' || output.includes('whole file')) return outputs
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 1, max: 5 }), async (content, step) => {
        writeFileSync(join(root, 'a.txt'), content)
        const outputs = await pages(step)
        const [note = ''] = /\[read_file: .*\]$/.exec(outputs.at(-1) ?? '') ?? []
        const lines = outputs
          .join('\n')
          .replace(/\[read_file: .*\]\n?/g, '')
          .replace(/^ *\d+\t/gm, '')
        const text = note.includes('no newline at the end') ? lines.slice(0, -1) : lines
        const mark = content.startsWith('\uFEFF') ? '\uFEFF' : ''
        expect(mark + (note.includes('; lines end in CR LF') ? text.replaceAll('\n', '\r\n') : text)).toBe(content)
      }),
      { numRuns: 150 },
    )
  })

  it('cuts lines as splitting the text would, however it is chunked', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'é', '\n'), maxLength: 30 })
    const line = fc.integer({ min: 1, max: 8 })
    fc.assert(
      fc.property(texts, line, line, fc.integer({ min: 1, max: 7 }), (content, start, extra, size) => {
        const range = lineRange(start, start + extra)
        const bytes = Buffer.from(content)
        const parts: Buffer[] = []
        for (let at = 0; at < bytes.length && !range.done; at += size)
          parts.push(range.take(bytes.subarray(at, at + size)))
        const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? []
        expect(Buffer.concat(parts).toString()).toBe(lines.slice(start - 1, start + extra).join(''))
        if (!range.done) expect(range.lines).toBe(lines.length)
      }),
    )
  })

  it('tells what is wrong', async () => {
    const { readFile, root } = workspace({
      'a.txt': text,
      'zero.bin': Buffer.from([1, 0, 2]),
      'latin1.txt': Buffer.from([0x61, 0xe9, 0x62]),
      'sub/b.txt': '',
    })
    spawnSync('mkfifo', [join(root, 'pipe')])
    const cases = [
      [{ path: 'none.txt' }, 'path_not_found'],
      [{ path: 'a.txt/deeper' }, 'path_not_found'],
      [{ path: 'sub' }, 'path_is_directory'],
      [{ path: '.' }, 'path_is_directory'],
      [{ path: 'pipe' }, 'path_not_a_file'],
      [{ path: 'zero.bin' }, 'file_is_binary'],
      [{ path: 'latin1.txt' }, 'file_is_binary'],
      [{ path: 'a.txt', startLine: 5 }, 'line_out_of_range'],
      [{ path: 'sub/b.txt', startLine: 2 }, 'line_out_of_range'],
      [{ path: 'a.txt', startLine: 0 }, 'invalid_input'],
      [{ path: 'a.txt', startLine: 3, endLine: 2 }, 'invalid_input'],
      [{ path: 'x'.repeat(300) }, 'path_invalid'],
    ] as const
    for (const [input, code] of cases) {
      expect(await call(readFile, input)).toMatchObject({ status: 'error', code })
    }
  })

  it('counts the lines of 10 MB, and not those of 4 GB', async () => {
    const { readFile, root } = workspace({ 'big.txt': `${'0123456789\n'.repeat(1_000_000)}last` })
    const last = (await call(readFile, { path: 'big.txt', startLine: 1_000_001 })).output
    expect(last).toContain('1000001\tlast\n[read_file: line 1000001 of 1000001, 11000004 bytes in all;')
    truncateSync(join(root, 'big.txt'), 2 ** 32)
    const { output } = await call(readFile, { path: 'big.txt', startLine: 3, endLine: 3 })
    expect(output).toBe(
      '     3\t0123456789\n[read_file: line 3 of a file too large to be counted, 4294967296 bytes in all; there may be more, use startLine and endLine]',
    )
  })
})
