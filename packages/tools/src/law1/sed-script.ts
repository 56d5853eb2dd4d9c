/** Every delimiter that is free; none of them means anything to a regular expression between brackets. */
const delimiters = '/|#,:@%!~_'

/**
 * A regular expression up to its delimiter, for readers that let brackets hide a delimiter and for those that don't: a
 * bracket expression holds none, nor a backslash, an opening bracket (but a class) or a closing one in first place.
 */
const pattern = (delimiter: string) => {
  const bracketed = String.raw`\[\^?(?:[^[\]\\\n${delimiter}]${delimiter === ':' ? '' : String.raw`|\[:[a-z]+:\]`})+\]`
  return String.raw`(?:[^[\\\n${delimiter}]|\\[^\n]|${bracketed})*`
}

const replacement = (delimiter: string) => String.raw`(?:[^\\\n${delimiter}]|\\[^\n])*`

const transliterated = (delimiter: string) => String.raw`[^[\\\n${delimiter}]*`

const oneOf = (command: string, parts: (delimiter: string) => readonly [string, string], flags: string) =>
  [...delimiters].map((d) => [command, ...parts(d), flags].join(`\\${d}`)).join('|')

const address = String.raw`(?:\d+|\$|/${pattern('/')}/I?)`

/** Sticky, so that a script is read in one pass from left to right. */
const grammar = {
  blank: /[ \t\n;]*/y,
  addresses: new RegExp(String.raw`(?:${address}(?:,(?:${address}|\+\d+))?[ \t]*)?(?:![ \t]*)?`, 'y'),
  plain: /[pPdDqnNgGhHxl=]/y,
  substitute: new RegExp(
    oneOf('s', (d) => [pattern(d), replacement(d)], String.raw`[gpiI\d]*`),
    'y',
  ),
  transliterate: new RegExp(
    oneOf('y', (d) => [transliterated(d), transliterated(d)], ''),
    'y',
  ),
  // Some take all of a line for the label.
  jump: /[bt][ \t]*\w*(?![^\n])|:\w+(?![^\n])/y,
  end: /[ \t]*(?![^;\n}])/y,
} as const

/**
 * True for a sed script that prints, deletes from the output, substitutes, holds, jumps or quits and that GNU, busybox
 * and BSD sed read alike: no command that writes, reads or runs, and no delimiter that one of them finds elsewhere.
 */
export function isHarmlessSedScript(script: string): boolean {
  let at = 0
  let depth = 0
  const take = (part: RegExp): boolean => {
    part.lastIndex = at
    const found = part.exec(script)
    at += found?.[0].length ?? 0
    return found !== null
  }
  const takeBrace = (brace: '{' | '}') => {
    if (script[at] !== brace) return false
    at++
    depth += brace === '{' ? 1 : -1
    return depth >= 0
  }
  const command = () => [grammar.plain, grammar.substitute, grammar.transliterate, grammar.jump].some(take)
  for (take(grammar.blank); at < script.length; take(grammar.blank)) {
    if (takeBrace('}')) {
      if (!take(grammar.end)) return false
      continue
    }
    take(grammar.addresses)
    if (takeBrace('{')) continue
    if (!command() || !take(grammar.end)) return false
  }
  return depth === 0
}
