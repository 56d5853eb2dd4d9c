import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuestion } from './parse-question.js'

fc.configureGlobal({ seed: 20260221 })

describe('parseQuestion', () => {
  it.each([
    ['Which TypeScript files are in packages/ggs?', { kind: 'list', pattern: 'packages/ggs/**/*.ts' }],
    ['show me the files in .github', { kind: 'list', pattern: '.github/**/*' }],
    ['which .md files are in the docs folder?', { kind: 'list', pattern: 'docs/**/*.md' }],
    ['Which files match packages/*/src/*.{ts,js}?', { kind: 'list', pattern: 'packages/*/src/*.{ts,js}' }],
    ['which files match *.md in docs/', { kind: 'list', pattern: 'docs/**/*.md' }],
    ['Which files are in docs/größe?', { kind: 'list', pattern: 'docs/größe/**/*' }],
    ['list all files', { kind: 'list', pattern: '**/*' }],

    ['How many Markdown files are in docs?', { kind: 'count_files', pattern: 'docs/**/*.md' }],
    ['How many files are there?', { kind: 'count_files', pattern: '**/*' }],

    ['How many lines are in README.md?', { kind: 'lines_of_file', path: 'README.md' }],
    ['how many lines in src/index.ts', { kind: 'lines_of_file', path: 'src/index.ts' }],
    ['  HOW MANY LINES ARE IN README.md ?!', { kind: 'lines_of_file', path: 'README.md' }],
    ['Count the lines of "my notes.txt".', { kind: 'lines_of_file', path: 'my notes.txt' }],
    ['How many lines are in `src/-x.ts`?', { kind: 'lines_of_file', path: 'src/-x.ts' }],
    ['how many lines are in the Markdown files', { kind: 'lines_of_matching', pattern: '**/*.md' }],
    [
      'How many lines of TypeScript are in packages/ggs?',
      { kind: 'lines_of_matching', pattern: 'packages/ggs/**/*.ts' },
    ],
    ['What is the number of lines in the files in docs?', { kind: 'lines_of_matching', pattern: 'docs/**/*' }],
    ['how many lines in src/*.ts', { kind: 'lines_of_matching', pattern: 'src/*.ts' }],

    ['What is the largest file in docs?', { kind: 'largest', pattern: 'docs/**/*' }],
    ['what is the biggest file under packages?', { kind: 'largest', pattern: 'packages/**/*' }],
    ["What's the largest Markdown file in 'my docs'?", { kind: 'largest', pattern: 'my docs/**/*.md' }],

    ['Which files mention "Law 1"?', { kind: 'mentions', text: 'Law 1', pattern: '**/*' }],
    ['Which files mention "Law 1" in docs?', { kind: 'mentions', text: 'Law 1', pattern: 'docs/**/*' }],
    ['Which files in "docs" mention “Law 1”?', { kind: 'mentions', text: 'Law 1', pattern: 'docs/**/*' }],
    ["which files contain 'it's'?", { kind: 'mentions', text: "it's", pattern: '**/*' }],
    ['which markdown files contain TODO', { kind: 'mentions', text: 'TODO', pattern: '**/*.md' }],
    [
      'Which files include the words more or less under docs?',
      { kind: 'mentions', text: 'more or less', pattern: 'docs/**/*' },
    ],
    ['Which files mention typescript', { kind: 'mentions', text: 'typescript', pattern: '**/*' }],
  ])('reads %s', (words, question) => {
    expect(parseQuestion(words)).toEqual(question)
  })

  it.each([
    ['nothing', ''],
    ['punctuation', '?!'],
    ['another task', 'Write a poem about README.md'],
    ['a negation', 'Which files do not mention TODO?'],
    ['a condition', 'Which typescript files have more than 100 lines?'],
    ['another rank', 'What is the second largest file?'],
    ['another measure', 'What is the oldest file in docs?'],
    ['two files', 'How many lines are in a.md and b.md?'],
    ['two places', 'Which files in docs mention TODO in src?'],
    ['two texts', 'Which files mention "a" or "b"?'],
    ['lines of nothing in particular', 'How many lines are in this project?'],
    ['a pattern that the shell commands cannot express', 'how many lines in packages/*/src/*.ts'],
    ['a place outside', 'How many lines are in the files in ../secret?'],
    ['an absolute place', 'Which files are in /etc?'],
    ['a mention without a text', 'Which files mention?'],
    ['a name from the object prototype', 'Which constructor files are in docs?'],
  ])('declines %s', (_, words) => {
    expect(parseQuestion(words)).toBeNull()
  })

  it('takes any words', () => {
    const word = fc.oneof(
      fc.constantFrom('which', 'files', 'lines', 'how', 'many', 'in', 'mention', '"', "'", '*.md', 'a.md'),
      fc.string(),
    )
    fc.assert(fc.property(fc.array(word), (words) => void parseQuestion(words.join(' '))))
  })

  it('finds a quoted text again, whatever is in it', () => {
    const quoted = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes('"'))
    fc.assert(
      fc.property(quoted, (text) => {
        expect(parseQuestion(`Which files mention "${text}" in docs?`)).toEqual({
          kind: 'mentions',
          text,
          pattern: 'docs/**/*',
        })
      }),
    )
  })
})
