/** Statements that neither write nor read files; a regular expression or a division may not follow them. */
const keywords = new Set([
  ...['BEGIN', 'END', 'if', 'else', 'while', 'for', 'do', 'in', 'print', 'printf', 'next', 'exit', 'break', 'continue'],
  'delete',
])

/** Functions that only compute. Left out: system, close, fflush, and those of one implementation that take names. */
const functions = new Set([
  ...[
    'length',
    'substr',
    'index',
    'split',
    'sub',
    'gsub',
    'match',
    'sprintf',
    'tolower',
    'toupper',
    'int',
    'sin',
    'cos',
  ],
  ...['atan2', 'exp', 'log', 'sqrt', 'rand', 'srand', 'gensub', 'strftime', 'systime', 'mktime'],
])

/** Names that read, run, define or reach what the program was not given. */
const forbidden = new Set([
  ...['getline', 'system', 'close', 'fflush', 'function', 'func', 'return', 'nextfile', 'switch', 'case', 'default'],
  ...['ENVIRON', 'ARGV', 'ARGC', 'PROCINFO', 'SYMTAB', 'FUNCTAB', 'BEGINFILE', 'ENDFILE', 'INCLUDE', 'getopt', 'eval'],
])

const patterns = {
  blank: /[ \t]+/y,
  // A letter right after digits may belong to the number or not.
  number: /(?:\d+\.?\d*|\.\d+)(?![\w.])/y,
  name: /[A-Za-z_]\w*/y,
  string: /"(?:[^"\\\n]|\\[^\n])*"/y,
  // Brackets hold neither a slash nor a backslash: implementations disagree about these.
  regex: /\/(?:[^/\\[\n]|\\[^\n]|\[\^?(?:[^[\]\\\n/]|\[:[a-z]+:\])+\])*\//y,
  operator: /\|\||&&|[<>=!]=|!~|\+\+|--|[-+*%^]=|[-+*%^!<>=~?:,;\n{}()[\]$/]/y,
} as const

type Kind = Exclude<keyof typeof patterns, 'blank'> | 'keyword' | 'function'

interface Token {
  readonly kind: Kind
  readonly text: string
}

interface Reader {
  readonly program: string
  at: number
  previous: Token
  braces: number
  /** For each open parenthesis whether it belongs to a statement, as that of `if` does. */
  readonly parentheses: boolean[]
  /** True right after a parenthesis that belonged to a statement. */
  afterHead: boolean
}

/**
 * True for an awk program that only computes and prints to standard output, read in the same way by gawk, mawk, busybox
 * and the one true awk: no system, getline, pipe, redirection, function of its own, nor a name that reaches further.
 * What the reader isn't sure of, such as a slash that might divide or begin a regular expression, makes it false.
 */
export function isHarmlessAwkProgram(program: string): boolean {
  const start: Token = { kind: 'operator', text: '\n' }
  const reader: Reader = { program, at: 0, previous: start, braces: 0, parentheses: [], afterHead: false }
  for (take(reader, patterns.blank); reader.at < program.length; take(reader, patterns.blank)) {
    const token = nextToken(reader)
    if (token === null || !follow(reader, token)) return false
    reader.previous = token
  }
  return reader.braces === 0 && reader.parentheses.length === 0
}

function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at
  const text = pattern.exec(reader.program)?.[0] ?? null
  reader.at += text?.length ?? 0
  return text
}

function nextToken(reader: Reader): Token | null {
  if (reader.program[reader.at] === '/') return slash(reader)
  for (const kind of ['number', 'string', 'operator'] as const) {
    const text = take(reader, patterns[kind])
    if (text !== null) return { kind, text }
  }
  const text = take(reader, patterns.name)
  return text === null ? null : named(reader, text)
}

function named({ program, at }: Reader, text: string): Token | null {
  if (forbidden.has(text)) return null
  const called = /[ \t]*\(/y
  called.lastIndex = at
  const isCall = called.test(program)
  if (functions.has(text)) return isCall || text === 'length' ? { kind: 'function', text } : null
  if (keywords.has(text)) return { kind: 'keyword', text }
  return isCall ? null : { kind: 'name', text }
}

const beforeRegex = new Set(['\n', ';', '{', '}', '(', ',', '!', '~', '!~', '&&', '||'])
const beforeDivision = new Set([')', ']'])

/** A regular expression, or a division; null where an implementation might take the one for the other. */
function slash(reader: Reader): Token | null {
  const { kind, text } = reader.previous
  if (kind === 'operator' && beforeRegex.has(text)) {
    const regex = take(reader, patterns.regex)
    return regex === null ? null : { kind: 'regex', text: regex }
  }
  const divides = kind === 'name' || kind === 'number' || (kind === 'operator' && beforeDivision.has(text))
  if (!divides || reader.afterHead || reader.program[reader.at + 1] === '=') return null
  reader.at++
  return { kind: 'operator', text: '/' }
}

/** False for a token that doesn't belong where it stands. */
function follow(reader: Reader, { kind, text }: Token): boolean {
  const { parentheses, previous } = reader
  reader.afterHead = false
  if (kind === 'keyword') return keywordFits(reader, text)
  if (kind !== 'operator') return true
  switch (text) {
    case '{':
      reader.braces++
      return parentheses.length === 0
    case '}':
      return --reader.braces >= 0 && parentheses.length === 0
    case '(':
      parentheses.push(previous.kind === 'keyword')
      return true
    case ')':
      reader.afterHead = parentheses.at(-1) ?? false
      return parentheses.pop() !== undefined
    case '\n':
      return parentheses.length === 0
    case '>':
    case '>=':
      // Only a statement can redirect: in a pattern or between parentheses it compares.
      return previous.text !== '>' && (parentheses.length > 0 || reader.braces === 0)
    default:
      return true
  }
}

/** Statements stand between braces only: in the head of a for they could redirect, too. */
function keywordFits({ parentheses, braces }: Reader, text: string): boolean {
  if (text === 'in') return true
  return parentheses.length === 0 && (text === 'BEGIN' || text === 'END' ? braces === 0 : braces > 0)
}
