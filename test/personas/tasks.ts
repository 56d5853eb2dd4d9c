/** The texts of a folder by path. */
export type Files = Readonly<Record<string, string>>

export interface Task {
  readonly name: string
  /** What the user says. */
  readonly words: string
  readonly files: Files
  /** What must be there afterwards, of what was there before. @defaultValue the same */
  readonly leaves?: (before: Files) => Files
  /** Whether an answer is right. @defaultValue any will do, the files are what was asked for */
  readonly isRight?: (answer: string, before: Files) => boolean
}

const linesOf = (content = '') => content.split('\n').slice(0, -1)

/** The numbers that an answer states, without what stands in quotation marks. */
const numbersIn = (answer: string) => answer.replace(/"[^"]*"/g, '').match(/-?\d+(?:\.\d+)?/g) ?? []

const statesOnly = (answer: string, number: number) => {
  const numbers = numbersIn(answer)
  return numbers.length === 1 && Number(numbers[0]) === number
}

/** The paths among those that there are which an answer names. */
const namesExactly = (answer: string, before: Files, paths: readonly string[]) => {
  const words = new Set(answer.split(/[\s",]+/))
  return Object.keys(before).every((path) => words.has(path) === paths.includes(path))
}

const rewritten = (path: string, change: (content: string) => string) => (before: Files) => ({
  ...before,
  [path]: change(before[path] ?? ''),
})

const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

const numbered = (count: number, line: (index: number) => string) =>
  joined(Array.from({ length: count }, (_, index) => line(index)))

const log = numbered(200, (index) => `2024-05-01 ${index} ${index % 7 === 3 ? 'ERROR' : 'INFO'} request ${index * 37}`)

const docs: Files = {
  'docs/plan.md': '# Plan\n\nThe deadline is in May.\nNobody knows why.\n',
  'docs/team.md': '# Team\n\nAda and Grace.\n',
  'docs/old/history.md': '# History\n\nThe first deadline passed.\n',
  'docs/old/deep/notes.txt': 'one\ntwo\nthree\nfour\n',
}

const letter = 'Dear Ada,\nteh parcel is on teh way.\nHere is teh bill.\nYours\n'
const todo = 'buy milk\ncall Grace\npay the rent\nwater the plants\n'
const names = 'Mary\nAda\nGrace\nBarbara\nFrances\nAda\nMary\n'
const config = `${JSON.stringify({ name: 'demo', colour: 'red', size: 4, version: '2.7.1' }, null, 2)}\n`
const sales = `region,amount,year\n${numbered(12, (index) => `r${index},${(index * 31) % 97},2024`)}`

export const tasks: readonly Task[] = [
  {
    name: 'lines of a file',
    words: 'How many lines are in "todo.txt"?',
    files: { 'todo.txt': todo, 'letter.txt': letter },
    isRight: (answer, before) => statesOnly(answer, linesOf(before['todo.txt']).length),
  },
  {
    name: 'lines of a file that is elsewhere',
    words: 'How many lines are in "notes.txt"?',
    files: docs,
    isRight: (answer, before) => statesOnly(answer, linesOf(before['docs/old/deep/notes.txt']).length),
  },
  {
    name: 'lines of a long file',
    words: 'Count the lines of "app.log"',
    files: { 'app.log': log },
    isRight: (answer, before) => statesOnly(answer, linesOf(before['app.log']).length),
  },
  {
    name: 'matching lines of a long file',
    words: 'How many lines of "logs/app.log" contain "ERROR"?',
    files: { 'logs/app.log': log },
    isRight: (answer, before) =>
      statesOnly(answer, linesOf(before['logs/app.log']).filter((line) => line.includes('ERROR')).length),
  },
  {
    name: 'sum of a column',
    words: 'What is the sum of the column "amount" in "sales.csv"?',
    files: { 'sales.csv': sales },
    isRight: (answer, before) =>
      statesOnly(
        answer,
        linesOf(before['sales.csv'])
          .slice(1)
          .reduce((sum, row) => sum + Number(row.split(',')[1]), 0),
      ),
  },
  {
    name: 'largest file',
    words: 'Which is the largest file in "docs"?',
    files: { ...docs, 'big.txt': log },
    isRight(answer, before) {
      const sizes = Object.entries(before).filter(([path]) => path.startsWith('docs/'))
      const [largest] = sizes.sort(([, one], [, other]) => other.length - one.length)
      return largest !== undefined && namesExactly(answer, before, [largest[0]])
    },
  },
  {
    name: 'files that hold a word',
    words: 'Which files in "docs" contain "deadline"?',
    files: docs,
    isRight(answer, before) {
      const holding = Object.keys(before).filter((path) => before[path]?.includes('deadline'))
      return namesExactly(answer, before, holding)
    },
  },
  {
    name: 'a word that stands far below',
    words: 'Which files in "docs" contain "three"?',
    files: docs,
    isRight: (answer, before) => namesExactly(answer, before, ['docs/old/deep/notes.txt']),
  },
  {
    name: 'a file far below',
    words: 'Is there a file named "history.md"?',
    files: docs,
    isRight: (answer, before) => /^yes\b/i.test(answer) && namesExactly(answer, before, ['docs/old/history.md']),
  },
  {
    name: 'no such file',
    words: 'Is there a file named "budget.md"?',
    files: docs,
    isRight: (answer) => /^no\b/i.test(answer),
  },
  {
    name: 'JSON value',
    words: 'What is the value of "version" in "config.json"?',
    files: { 'config.json': config },
    isRight: (answer, before) => answer.includes(JSON.parse(before['config.json'] ?? '{}').version),
  },
  {
    name: 'files that are the same',
    words: 'Are "a/todo.txt" and "b/todo.txt" the same?',
    files: { 'a/todo.txt': todo, 'b/todo.txt': todo },
    isRight: (answer, before) => answer.includes(before['a/todo.txt'] === before['b/todo.txt'] ? 'same' : 'different'),
  },
  {
    name: 'files that differ',
    words: 'Are "a/todo.txt" and "b/todo.txt" the same?',
    files: { 'a/todo.txt': todo, 'b/todo.txt': todo.replace('rent', 'bill') },
    isRight: (answer, before) => answer.includes(before['a/todo.txt'] === before['b/todo.txt'] ? 'same' : 'different'),
  },
  {
    name: 'create a file',
    words: 'Create the file "out/hello.txt" with the line "Good morning, Ada"',
    files: { 'todo.txt': todo },
    leaves: (before) => ({ ...before, 'out/hello.txt': 'Good morning, Ada\n' }),
  },
  {
    name: 'copy a file',
    words: 'Copy "todo.txt" to "backup/todo.txt"',
    files: { 'todo.txt': todo },
    leaves: (before) => ({ ...before, 'backup/todo.txt': before['todo.txt'] ?? '' }),
  },
  {
    name: 'append a line',
    words: 'Append the line "feed the cat" to "todo.txt"',
    files: { 'todo.txt': todo },
    leaves: rewritten('todo.txt', (content) => `${content}feed the cat\n`),
  },
  {
    name: 'append to a file that is elsewhere',
    words: 'Append the line "five" to "notes.txt"',
    files: docs,
    leaves: rewritten('docs/old/deep/notes.txt', (content) => `${content}five\n`),
  },
  {
    name: 'replace a word',
    words: 'Replace the word "teh" by "the" in "letter.txt"',
    files: { 'letter.txt': letter, 'todo.txt': todo },
    leaves: rewritten('letter.txt', (content) => content.replace(/\bteh\b/g, 'the')),
  },
  {
    name: 'rename a key',
    words: 'Rename the key "colour" to "color" in "config.json"',
    files: { 'config.json': config },
    leaves: rewritten('config.json', (content) => content.replace('"colour"', '"color"')),
  },
  {
    name: 'sort lines',
    words: 'Sort the lines of "names.txt"',
    files: { 'names.txt': names, 'todo.txt': todo },
    leaves: rewritten('names.txt', (content) => joined(linesOf(content).sort())),
  },
  {
    name: 'remove repeated lines',
    words: 'Remove the repeated lines of "names.txt"',
    files: { 'names.txt': names },
    leaves: rewritten('names.txt', (content) => joined([...new Set(linesOf(content))])),
  },
  {
    name: 'copy, then append',
    words: 'Copy "todo.txt" to "copy.txt", then append the line "feed the cat" to "copy.txt"',
    files: { 'todo.txt': todo },
    leaves: (before) => ({ ...before, 'copy.txt': `${before['todo.txt']}feed the cat\n` }),
  },
]

export function leftBy({ leaves = (before) => before }: Task, before: Files): Files {
  return leaves(before)
}

export function isSame(one: Files, other: Files): boolean {
  const paths = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...paths].every((path) => one[path] === other[path])
}
