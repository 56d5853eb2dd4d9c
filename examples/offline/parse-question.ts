import type { Question } from './question.js'
import { type Scope, scopeOf, type Token } from './scope.js'
import { isSearchable } from './shell-commands.js'

const asking = ['which', 'what', "what's", 'list', 'find', 'show', 'do', 'does', 'have', 'has']
const counting = ['how', 'many', 'count', 'number']
const files = ['file', 'files']

/** A family of questions: it needs one word of each group and may hold no other word than these and `also`. */
interface Family {
  readonly needs: readonly (readonly string[])[]
  readonly also: readonly string[]
  read(scope: Scope): Question | null
}

const everything = '**/*'

const families: readonly Family[] = [
  {
    needs: [counting, ['line', 'lines']],
    also: [...asking, ...files],
    read({ file, pattern }) {
      if (file !== null) return { kind: 'lines_of_file', path: file }
      return pattern !== null && isSearchable(pattern) ? { kind: 'lines_of_matching', pattern } : null
    },
  },
  {
    needs: [['largest', 'biggest'], ['file']],
    also: asking,
    read: ({ file, pattern }) => (file === null ? { kind: 'largest', pattern: pattern ?? everything } : null),
  },
  {
    needs: [counting, files],
    also: asking,
    read({ file, pattern }) {
      const searched = pattern ?? everything
      return file === null && isSearchable(searched) ? { kind: 'count_files', pattern: searched } : null
    },
  },
  {
    needs: [asking, files],
    also: ['match', 'matching'],
    read: ({ file, pattern }) => (file === null ? { kind: 'list', pattern: pattern ?? everything } : null),
  },
]

/**
 * Reads a question in plain English. Null when a word is left over that no rule accounts for: "not", "more than" or
 * "second" turn a known question into another one, and a guess would be a false answer.
 */
export function parseQuestion(input: string): Question | null {
  const tokens = tokensOf(input)
  const verb = tokens.findIndex(({ text, quoted }) => !quoted && mention.test(text))
  return verb === -1 ? parseFamily(tokens) : parseMention(tokens, verb)
}

function parseFamily(tokens: readonly Token[]): Question | null {
  const scope = scopeOf(tokens)
  if (!scope) return null
  const { rest } = scope
  const family = families.find(
    ({ needs, also }) =>
      needs.every((group) => group.some((word) => rest.includes(word))) &&
      rest.every((word) => also.includes(word) || needs.some((group) => group.includes(word))),
  )
  return family?.read(scope) ?? null
}

const mention = /^(?:mention|contain|include|reference)(?:s|ing)?$/i

/** "which files mention TEXT in FOLDER": the text is what is quoted, or every word up to a preposition. */
function parseMention(tokens: readonly Token[], verb: number): Question | null {
  const after = tokens.slice(verb + 1)
  const from = after.findIndex(({ text, quoted }) => quoted || !introducing.has(text.toLowerCase()))
  if (from === -1) return null
  const until = after.findIndex((token, index) => index > from && startsPlace(token))
  const [wanted, place] = until === -1 ? [after.slice(from), []] : [after.slice(from, until), after.slice(until)]
  if (wanted.length > 1 && wanted.some(({ quoted }) => quoted)) return null
  const scope = scopeOf([...tokens.slice(0, verb), ...place])
  if (scope?.file !== null || !scope.rest.every((word) => [...asking, ...files].includes(word))) return null
  const pattern = scope.pattern ?? everything
  const text = wanted.map((token) => token.text).join(' ')
  return scope.rest.some((word) => files.includes(word)) && isSearchable(pattern)
    ? { kind: 'mentions', text, pattern }
    : null
}

const introducing = new Set(['the', 'a', 'text', 'word', 'words', 'string', 'phrase'])

function startsPlace({ text, quoted }: Token): boolean {
  return !quoted && /^(?:in|under|below|inside)$/i.test(text)
}

// A quotation mark counts at the edge of a word only: the apostrophe in "what's" is none.
const token = /(?<![^\s(])(?:"([^"]+)"|“([^”]+)”|‘([^’]+)’|`([^`]+)`|'(.+?)')(?![^\s)?.!,;:])|(\S+)/gu

function tokensOf(input: string): readonly Token[] {
  return [...input.matchAll(token)].flatMap(([, ...groups]): Token[] => {
    const quoted = groups.slice(0, -1).find((group) => group !== undefined)
    if (quoted !== undefined) return [{ text: quoted, quoted: true }]
    const text = (groups.at(-1) ?? '').replace(/[?.!,;:]+$/, '')
    return text === '' ? [] : [{ text, quoted: false }]
  })
}
