/** A word of a question, or what stood between quotation marks. */
export interface Token {
  readonly text: string
  readonly quoted: boolean
}

/** The place that a question names, and the words that do not belong to it. */
export interface Scope {
  /** A file by its path. */
  readonly file: string | null
  /** A glob; null when the question names no place and no kind of file. */
  readonly pattern: string | null
  readonly rest: readonly string[]
}

const extensions: Readonly<Record<string, string>> = {
  markdown: 'md',
  typescript: 'ts',
  javascript: 'js',
  json: 'json',
  python: 'py',
  yaml: 'yaml',
  html: 'html',
  css: 'css',
  rust: 'rs',
  go: 'go',
}

const prepositions = new Set(['in', 'under', 'below', 'inside', 'within', 'of'])
const fillers = new Set([
  ...prepositions,
  ...['a', 'an', 'all', 'the', 'there', 'is', 'are', 'me', 'please', 'this', 'that', 'here', 'total', 'altogether'],
  ...['folder', 'folders', 'directory', 'repository', 'repo', 'project'],
])

/** Words for the things that are searched: never the name of a folder unless quoted. */
const things = new Set(['file', 'files', 'line', 'lines'])

interface Parts {
  file?: string
  glob?: string
  folder?: string
  extension?: string
}

/** Reads the parts of a scope in any order; null when two parts contradict each other or lead out of the folder. */
export function scopeOf(tokens: readonly Token[]): Scope | null {
  const parts: Parts = {}
  const rest: Token[] = []
  for (const [index, token] of tokens.entries()) {
    const part = partOf(token, followsPreposition(tokens, index))
    if (part === null) rest.push(token)
    else if (part in parts) return null
    else parts[part] = part === 'extension' ? extensionOf(token.text) : token.text
  }
  const words = rest.flatMap((token) => wordOf(token) ?? [])
  const { file = null, ...others } = parts
  if (Object.keys(others).length === 0) return { file, pattern: null, rest: words }
  const pattern = patternOf(others)
  return file === null && pattern !== null ? { file, pattern, rest: words } : null
}

function wordOf(token: Token): string | null {
  if (isFiller(token)) return null
  return token.quoted ? `"${token.text}"` : token.text.toLowerCase()
}

function patternOf({ glob, folder = '.', extension }: Omit<Parts, 'file'>): string | null {
  if (glob !== undefined && extension !== undefined) return null
  const place = folder.replace(/^\.\//, '').replace(/\/+$/, '')
  const name = glob ?? (extension === undefined ? '*' : `*.${extension}`)
  const pattern = `${place === '.' ? '' : `${place}/`}${name.includes('/') ? '' : '**/'}${name}`
  return pattern.startsWith('/') || pattern.split('/').includes('..') ? null : pattern
}

function partOf(token: Token, afterPreposition: boolean): keyof Parts | null {
  const { text, quoted } = token
  if (/[*?{[]/.test(text)) return 'glob'
  if (!quoted && (/^\.[a-z0-9]{1,5}$/i.test(text) || Object.hasOwn(extensions, text.toLowerCase()))) return 'extension'
  if (/[^/]\.[a-z][a-z0-9]{0,4}$/i.test(text)) return 'file'
  const isThing = !quoted && things.has(text.toLowerCase())
  return afterPreposition && !isThing && !isFiller(token) ? 'folder' : null
}

function extensionOf(text: string): string {
  return extensions[text.toLowerCase()] ?? text.slice(1)
}

function isFiller({ text, quoted }: Token): boolean {
  return !quoted && fillers.has(text.toLowerCase())
}

/** True when a preposition stands before, articles and the like aside. */
function followsPreposition(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(0, index)
  const word = before.findLastIndex((token) => !isFiller(token))
  return before.slice(word + 1).some(({ text }) => prepositions.has(text.toLowerCase()))
}
