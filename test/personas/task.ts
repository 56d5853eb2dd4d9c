/** The texts of a folder by path. */
export type Files = Readonly<Record<string, string>>

export interface Task {
  readonly name: string
  /** What the user says. */
  readonly words: string
  readonly files: Files
  /** What must be there afterwards, of what was there before. @defaultValue the same */
  readonly leaves?: (before: Files) => Files
  /** Where many a result is right: whether this is one. @defaultValue what `leaves` says and nothing else */
  readonly accepts?: (after: Files, before: Files) => boolean
  /** Whether an answer is right. @defaultValue any will do, the files are what was asked for */
  readonly isRight?: (answer: string, before: Files) => boolean
  /** A part can't be done, for want of this: a result is right that holds the rest and names it. @defaultValue all can be done */
  readonly lacks?: string
}

export function isLeftRight({ leaves = (before) => before, accepts }: Task, after: Files, before: Files): boolean {
  return accepts ? accepts(after, before) : isSame(after, leaves(before))
}

export function isSame(one: Files, other: Files): boolean {
  const paths = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...paths].every((path) => one[path] === other[path])
}

export const linesOf = (content = '') => content.split('\n').slice(0, -1)

export const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

export const numbered = (count: number, line: (index: number) => string) =>
  joined(Array.from({ length: count }, (_, index) => line(index)))

export const rewritten = (path: string, change: (content: string) => string) => (before: Files) => ({
  ...before,
  [path]: change(before[path] ?? ''),
})

/** One file holds what it should, and no other was touched. */
export const written = (path: string, isRight: (content: string) => boolean) => (after: Files, before: Files) =>
  isRight(after[path] ?? '') && isSame({ ...after, [path]: '' }, { ...before, [path]: '' })

/** The numbers that an answer states, without what stands in quotation marks. */
const numbersIn = (answer: string) => answer.replace(/"[^"]*"/g, '').match(/-?\d+(?:\.\d+)?/g) ?? []

export const statesOnly = (answer: string, number: number) => {
  const numbers = numbersIn(answer)
  return numbers.length === 1 && Number(numbers[0]) === number
}

/** The words among `known` that an answer says. */
export const saysExactly = (answer: string, known: readonly string[], wanted: readonly string[]) => {
  const words = new Set(answer.split(/[\s",]+/).flatMap((word) => [word, word.replace(/\.$/, '')]))
  return known.every((word) => words.has(word) === wanted.includes(word))
}

/** The paths among those that there are which an answer names. */
export const namesExactly = (answer: string, before: Files, paths: readonly string[]) =>
  saysExactly(answer, Object.keys(before), paths)

/** The paths in a folder whose text holds a word. */
export const holding = (before: Files, folder: string, word: string) =>
  Object.keys(before).filter((path) => path.startsWith(`${folder}/`) && before[path]?.includes(word))
