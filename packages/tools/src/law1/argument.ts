import type { Word, WordPart } from 'unbash'

/** A word of a command, as far as it is known before the shell expands it. */
export interface Argument {
  /** The literal text it starts with; all of it when `fixed`. */
  readonly prefix: string
  /** True when no part of it is expanded. */
  readonly fixed: boolean
  /** `one` field, some number of fields that all start with `prefix` (a glob), or `any` fields (split). */
  readonly fields: 'one' | 'globbed' | 'any'
}

/** Arguments that only show at run time. */
export const unknownArguments: Argument = { prefix: '', fixed: false, fields: 'any' }

export const fixedArgument = (value: string): Argument => ({ prefix: value, fixed: true, fields: 'one' })

/** `known` holds the known start of the value of variables. */
export function argumentOf(word: Word, known?: ReadonlyMap<string, string>): Argument {
  const start = known && startOfVariable(word, known)
  if (start !== undefined) return { prefix: start, fixed: false, fields: 'one' }
  // A leading tilde becomes a directory, so what follows is not what the program sees; it can't become an option.
  if (word.text.startsWith('~')) return { prefix: '~', fixed: false, fields: splits(word) ? 'any' : 'globbed' }
  const bare = bareText(word)
  if (/\{/.test(bare) && /,|\.\./.test(word.text)) return unknownArguments
  const { prefix, fixed } = word.parts ? literalPrefix(word.parts) : { prefix: word.value, fixed: true }
  // An unquoted bracket: the parser may see none that closes it where a shell does.
  const bracket = word.text !== '[' && bare.includes('[') ? prefix.indexOf('[') : -1
  if (bracket !== -1)
    return { prefix: prefix.slice(0, bracket), fixed: false, fields: splits(word) ? 'any' : 'globbed' }
  if (fixed) return fixedArgument(prefix)
  return { prefix, fixed, fields: splits(word) ? 'any' : globs(word) ? 'globbed' : 'one' }
}

/** The known start of a word that is one variable in double quotes: text behind an empty variable would come first. */
function startOfVariable({ parts = [] }: Word, known: ReadonlyMap<string, string>): string | undefined {
  const [part] = parts
  const inner = part?.type === 'DoubleQuoted' && part.parts.length === 1 ? part.parts[0] : undefined
  if (parts.length !== 1 || inner === undefined || !('text' in inner)) return undefined
  return known.get(/^\$(?:(\w+)|\{(\w+)\})$/.exec(inner.text)?.slice(1).find(Boolean) ?? '')
}

/** The source of what stands outside quotes, where braces and brackets can mean something. */
const bareText = ({ parts, text }: Word) =>
  parts ? parts.map((part) => (part.type === 'Literal' ? part.text : '')).join('') : text

/** The same argument with every `placeholder` replaced by a single unknown text, as `xargs -I` and `find -exec` do. */
export function withPlaceholder(argument: Argument, placeholder: string): Argument {
  const start = argument.prefix.indexOf(placeholder)
  return start === -1 ? argument : { ...argument, prefix: argument.prefix.slice(0, start), fixed: false }
}

/** True unless the argument surely is an operand for a program that takes words with a leading dash as options. */
export function mayBeOption({ prefix, fixed, fields }: Argument): boolean {
  if (fixed) return prefix.startsWith('-') && prefix !== '-'
  return prefix === '' || prefix.startsWith('-') || fields === 'any'
}

function literalPrefix(parts: readonly WordPart[]): { prefix: string; fixed: boolean } {
  let prefix = ''
  for (const part of parts) {
    const literal = literalOf(part)
    prefix += literal.prefix
    if (!literal.fixed) return { prefix, fixed: false }
  }
  return { prefix, fixed: true }
}

function literalOf(part: WordPart): { prefix: string; fixed: boolean } {
  if (part.type === 'Literal' || part.type === 'SingleQuoted') return { prefix: part.value, fixed: true }
  if (part.type === 'DoubleQuoted') return literalPrefix(part.parts)
  return { prefix: '', fixed: false }
}

const splits = ({ parts = [] }: Word) =>
  parts.some(({ type }) => !['Literal', 'SingleQuoted', 'DoubleQuoted', 'Glob'].includes(type))

const globs = ({ parts = [] }: Word) => parts.some(({ type }) => type === 'Glob')
