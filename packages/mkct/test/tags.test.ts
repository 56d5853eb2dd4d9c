import { environmentEntity, intentSpace, pathEntity, toolSpace } from '@artoo/mkct'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'

fc.configureGlobal({ seed: 20260221 })

test.each([
  ['Count the lines of README.md!', 'intent:count-the-lines-of-readme-md'],
  ['  Résumé für Ärzte ', 'intent:résumé-für-ärzte'],
  ['ﬁnd Ⅳ files', 'intent:find-iv-files'],
  ['найди все файлы', 'intent:найди-все-файлы'],
  ['हिन्दी फ़ाइल', 'intent:हिन्दी-फ़ाइल'.normalize('NFKC')],
  ['🙂', 'intent:u+1f642'],
  ['u1f642', 'intent:u1f642'],
  ['u+1f642', 'intent:u-1f642'],
  ['!?', 'intent:u+21-u+3f'],
])('the intent %j has the space %j', (intent, space) => {
  expect(intentSpace(intent)).toBe(space)
})

test('a script without spaces is cut into words', () => {
  const space = intentSpace('统计文件的行数')
  expect(space.replaceAll('-', '')).toBe('intent:统计文件的行数')
  expect(space).toContain('文件')
  expect(space.split('-').length).toBeGreaterThan(1)
})

/** Words as the segmenter alone finds them, which takes time and memory by the square of the length. */
function naively(intent: string): string {
  const text = intent.normalize('NFKC').toLowerCase().trim()
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text)
  return [...segments].flatMap(({ segment }) => segment.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join('-')
}

test('the words are those that the segmenter finds', () => {
  const words = [
    'README.md',
    "can't",
    '3.14',
    'naïve',
    '统计文件的行数',
    'ファイルの数',
    'ไฟล์ทั้งหมด',
    '파일을',
    'файлы',
    'a_b',
    '漢字abc',
  ]
  const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((chosen) => chosen.join(' '))
  fc.assert(
    fc.property(phrase, (intent) => {
      const slug = naively(intent)
      fc.pre(slug !== '' && [...slug].length <= 120)
      expect(intentSpace(intent)).toBe(`intent:${slug}`)
    }),
  )
})

test.each([
  ['Han', '统计文件'],
  ['Thai', 'ไฟล์ทั้งหมด'],
  ['Latin', 'word'],
  ['a ligature that expands', 'ﷺ'],
  ['symbols', '🙂'],
])(
  'the segmenter, which takes the square of the length, is given each part once and in short pieces: %s',
  (_, unit) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    onTestFinished(() => segment.mockRestore())
    const intent = unit.repeat(2_000)
    intentSpace(intent)
    const lengths = segment.mock.calls.map(([text]) => text.length)
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(512)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(intent.normalize('NFKC').length)
  },
)

test('an intent of white space alone is refused', () => {
  expect(() => intentSpace(' \n\t')).toThrow(expect.objectContaining({ code: 'empty_intent' }))
})

test('two long intents that differ only at the end have different spaces', () => {
  const long = 'word '.repeat(60)
  expect(intentSpace(`${long} one`)).not.toBe(intentSpace(`${long} two`))
  expect([...intentSpace(`${long} one`)].length).toBeLessThanOrEqual('intent:'.length + 120)
})

test('no intent with anything in it collapses to an empty slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (intent) => {
      fc.pre(intent.normalize('NFKC').trim() !== '')
      expect(intentSpace(intent)).toMatch(/^intent:.+/u)
    }),
  )
})

test('the other tags keep what they are given', () => {
  expect([toolSpace('shell'), pathEntity('/A b'), environmentEntity(), environmentEntity('ci')]).toEqual([
    'tool:shell',
    'path:/A b',
    'env:local',
    'env:ci',
  ])
})
