/** The words of a pattern such as `git commit *`; one in quotes may hold blanks. */
export const wordsOf = (pattern: string): readonly string[] =>
  (pattern.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))

/** Whether a word is that of a pattern, in which `*` stands for any characters. Each piece between stars is looked for once. */
export function fits(pattern: string, word: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === word
  if (!word.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = word.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return word.length - last.length >= at && word.endsWith(last)
}

/** Whether a word that begins so may turn out to be that of a pattern. */
export function mayFit(pattern: string, start: string): boolean {
  const [first = ''] = pattern.split('*')
  return first.startsWith(start) || (pattern.includes('*') && start.startsWith(first))
}

/** Whether a program is that of a pattern, wherever it lies. */
export const isProgram = (pattern: string, program: string): boolean =>
  fits(baseOf(pattern).toLowerCase(), baseOf(program).toLowerCase())

export const baseOf = (word: string): string => word.replace(/^.*\//s, '')
