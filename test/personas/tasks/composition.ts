import { joined, linesOf, rewritten, type Task, written } from '../task.js'
import { letter, todo } from './texts.js'

const guide =
  '# Moving house\n\nIt takes a day.\n\n## Packing\n\nBooks first.\n\n## The van\n\nBig enough?\n\n## Unpacking\n\nBooks last.\n'
const headingsIn = (content = '') => linesOf(content).flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? [])

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)

export const compositionTasks: readonly Task[] = [
  {
    name: 'replace a word',
    words: 'Replace the word "teh" by "the" in "letter.txt"',
    files: { 'letter.txt': letter, 'todo.txt': todo },
    leaves: rewritten('letter.txt', (content) => content.replace(/\bteh\b/g, 'the')),
  },
  {
    name: 'lines about something',
    words: 'Write "6" different lines about "the sea" into "poem.txt"',
    files: { 'todo.txt': todo },
    accepts: written('poem.txt', (content) => {
      const lines = linesOf(content)
      return lines.length === 6 && new Set(lines).size === 6 && lines.every((line) => line.includes('the sea'))
    }),
  },
  {
    name: 'acrostic',
    words: 'Write an acrostic of "GRACE" into "out/acrostic.txt"',
    files: { 'todo.txt': todo },
    accepts: written('out/acrostic.txt', (content) => {
      const lines = linesOf(content)
      return lines.map(([first]) => first).join('') === 'GRACE' && lines.every((line) => line.length > 3)
    }),
  },
  {
    name: 'letter',
    words: 'Write a letter to "Ada" about "the lost parcel" into "letters/ada.txt", signed "Grace"',
    files: { 'letters/old.txt': letter },
    accepts: written('letters/ada.txt', (content) => {
      const [first, ...rest] = linesOf(content)
      return first === 'Dear Ada,' && rest.at(-1) === 'Grace' && rest.some((line) => line.includes('the lost parcel'))
    }),
  },
  {
    name: 'a text of a length',
    words: 'Write a text of exactly "25" words with the word "harbour" into "text.txt"',
    files: { 'todo.txt': todo },
    accepts: written('text.txt', (content) => {
      const words = wordsIn(content)
      return words.length === 25 && words.includes('harbour')
    }),
  },
  {
    name: 'table of contents',
    words: 'Write the headings of "guide.md" as a numbered list to "contents.txt"',
    files: { 'guide.md': guide },
    leaves: (before) => ({
      ...before,
      'contents.txt': joined(headingsIn(before['guide.md']).map((heading, index) => `${index + 1}. ${heading}`)),
    }),
  },
  {
    name: 'sum up',
    words: 'Sum up "guide.md" in at most "8" words',
    files: { 'guide.md': guide },
    isRight: (answer, before) =>
      wordsIn(answer).length <= 8 && headingsIn(before['guide.md']).every((heading) => answer.includes(heading)),
  },
]
