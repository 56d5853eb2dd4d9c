import type { SyntaxNode, Word, WordPart } from 'unbash'
import type { Reason } from './rule.js'
import { secretName } from './secret-files.js'

/** A word as it may come out: `~` for the home directory, `*` for whatever only shows at run time. */
function shapeOf({ parts, value }: Word): string {
  return parts ? parts.map(shapeOfPart).join('') : value
}

function shapeOfPart(part: WordPart): string {
  if (part.type === 'Literal' || part.type === 'SingleQuoted') return part.value
  if (part.type === 'DoubleQuoted') return part.parts.map(shapeOfPart).join('')
  if ('text' in part && /^\$(HOME$|\{HOME\b)/.test(part.text)) return '~'
  return '*'
}

const home = `(~[^/]*|/+root|/+(home|Users)/+[^/]+)`

/** Places by path, for a word and for what it may hold after an equals sign. */
const places: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`(^|[=:])${home}(/+\.)*/+\.[^./]`), 'hidden files of the home directory'],
  [
    /(^|[=:])\/+proc(?!\/+(cpuinfo|meminfo|version|uptime|loadavg|stat|filesystems|diskstats)$)(\/|$)/,
    'other processes',
  ],
  [/(^|\/)proc\/+(\d+|(thread-)?self|[^/]*[*?[][^/]*)(\/|$)/, 'other processes'],
  [/(^|[=:])\/+[^/]*[*?[][^/]*\/+[^/]/, 'directories of the system that only show at run time'],
  [/(^|[=:])\/+etc\/+[^/]*[*?[]/, 'accounts and keys of the system'],
  [/(^|[=:])\/+((var\/+)?run\/+secrets|etc\/+ssl\/+private|etc\/+ssh\/+ssh_host|dev\/+k?mem)/, 'keys of the system'],
]

/** Why reading what the word names may show keys or credentials; null when it surely names none. */
export function secretReason(word: Word): Reason {
  const shape = shapeOf(word)
  const place = places.find(([pattern]) => pattern.test(shape))
  if (place) return `${word.text} may reach ${place[1]}`
  const name = secretName(shape)
  return name === null ? null : `${word.text} may hold keys or credentials`
}

/** Programs whose first operand is a pattern or a program of their own, not a file. */
const patternFirst = new Set(['grep', 'egrep', 'fgrep', 'rg', 'jq', 'sed', 'awk', 'gawk', 'mawk', 'nawk'])

/** Options that leave the first operand what it is. */
const plainOption = /^-[acEFHhIiLlMnoPqRrSsUvwz]+$/

/** The words that can't be files that a command reads: all of a test, the pattern of a search. */
export function wordsNotRead(node: SyntaxNode): ReadonlySet<unknown> {
  if (node.type === 'TestUnary') return new Set([node.operand])
  if (node.type === 'TestBinary') return new Set([node.left, node.right])
  if (node.type !== 'Command') return new Set()
  const { name, suffix } = node
  if (name?.text === '[' || name?.text === 'test') return new Set(suffix.filter(({ type }) => type === 'Word'))
  if (name === undefined || !patternFirst.has(name.text)) return new Set()
  const first = suffix.find((word) => word.type !== 'Word' || !plainOption.test(word.text))
  return first?.type === 'Word' && !first.text.startsWith('-') ? new Set([first]) : new Set()
}

/** Directories that hold the secrets of all: only names may be listed from there. */
const top = new RegExp(String.raw`^(${home}|/+home|/+Users|/+|/+(etc|var|run))(/+\.?)*$`)

const listing = new Set([
  'ls',
  'du',
  'df',
  'stat',
  'basename',
  'dirname',
  'realpath',
  'readlink',
  'echo',
  'tree',
  'test',
  '[',
])

/** Why a command that looks into whole directories would look into one that holds secrets. */
export function wholeHomeReason(command: string, words: readonly Word[]): Reason {
  if (listing.has(command)) return null
  if (command === 'cd' && words.length === 0) return 'cd without a directory goes home'
  const lists = command === 'find' && !words.some(({ text }) => text.includes('exec'))
  const found = lists ? undefined : words.find((word) => top.test(shapeOf(word)))
  return found ? `${command} ${found.text} may reach keys or credentials` : null
}
