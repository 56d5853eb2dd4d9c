export interface Comment {
  /** The line on which it begins, from 1. */
  readonly line: number
  /** The text without its marks, on one line. */
  readonly text: string
}

/** The openings of a clause that has no subject. */
const odd =
  /^(What|Who|Whoever|Whom|Whose|Whatever|Of|That of|Those|None|Nobody|Nothing|Where|How|Beside|As it|As they|With|Without)\b/

/** The beginnings of comments that are for a tool. */
const directive = /^(\/|biome|@ts|eslint|<reference)/

/** A comment that begins a line; adjacent line comments are one. */
const comment = /^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm

/** The comments of a TypeScript source that begin a line. */
export function commentsOf(source: string): readonly Comment[] {
  return [...source.matchAll(comment)].flatMap((match) => {
    const text = (match[1] ?? '')
      .replace(/^\/\*+|\*+\/$|^[ \t]*\/\/ ?/gm, '')
      .replace(/\n\s*\*?\s?/g, ' ')
      .trim()
    if (text === '' || directive.test(text)) return []
    return [{ line: source.slice(0, match.index).split('\n').length, text }]
  })
}

/** The comments that open with a clause without a subject. */
export function oddOpenings(source: string): readonly Comment[] {
  return commentsOf(source).filter(({ text }) => odd.test(text))
}
