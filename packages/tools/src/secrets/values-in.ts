import type { SecretValue } from '@artoo/spec'
import { changesIn, entropyOf, hasKnownForm, isHarmless, isUuid, looksRandom, mostChanges } from './shape.js'

/** Characters of the shortest value that is a secret. */
const shortest = 12

/** Bits a character of a value whose name speaks of a secret, and of any other value. */
const leastEntropy = { named: 2.5, other: 3 } as const

/** Values of one file. */
const mostValues = 100

export interface Candidate {
  readonly name: string
  readonly value: string
  readonly written: string
}

/**
 * The secret values in the text of a file that is secret by name: of at least 12 characters, not only digits. Under a name that speaks of a
 * secret 2.5 bits a character are enough, unless it is an address, a place or the like; under another name letters and digits in turns are
 * needed, and 3 bits. Private keys count whole and by the line, of an address with a password the password counts.
 */
export const valuesIn = (text: string, file: string): readonly SecretValue[] => distinct(candidatesIn(text), file)

/** The first hundred values; of several that have one name the second gets a number. */
export function distinct(candidates: Iterable<Candidate>, file: string): readonly SecretValue[] {
  const found = new Map<string, SecretValue>()
  const names = new Map<string, number>()
  for (const { name, value, written } of candidates) {
    if (found.size === mostValues) break
    if (found.has(value)) continue
    const times = (names.get(name) ?? 0) + 1
    names.set(name, times)
    const own = times === 1 ? name : `${name} ${times}`
    found.set(value, { name: own, file, value, ...(written !== value && { written }) })
  }
  return [...found.values()]
}

function candidatesIn(text: string): readonly Candidate[] {
  const values = leavesIn(text) ?? assignmentsIn(text)
  const found = [...values.filter(isSecret), ...values.flatMap(passwordIn), ...privateKeysIn(text)]
  const isPart = ({ value }: Candidate) => found.some(({ written }) => written.includes(value))
  return [...found, ...tokensIn(text).filter((token) => !isPart(token))]
}

const secretName =
  /(?:secret|token|key|password|passwd|passphrase|pass|pwd|credential|auth|salt|signature|dsn|private_key_id)s?(?: \d+)?$/i
const version = /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$/
/** A port of a machine, a name of a cloud's resource, an option of a command. */
const place = /^[\w.-]+:\d{1,5}$|^arn:|^--?[a-z]/

function isSecret({ name, value }: Candidate): boolean {
  if (value.length < shortest || /^\d+$/.test(value) || isAddress(value)) return false
  if (hasKnownForm(value)) return true
  if (isHarmless(value) || version.test(value) || place.test(value)) return false
  if (secretName.test(name)) return entropyOf(value) >= leastEntropy.named
  return isMixed(value) && !isUuid(value) && entropyOf(value) >= leastEntropy.other && changesIn(value) >= mostChanges
}

export const isMixed = (value: string) => /\p{L}/u.test(value) && /\d/.test(value) && !/\s/.test(value)

const isAddress = (value: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(value)

/** The password of an address; the whole address where the password alone is too short. */
function passwordIn({ name, value }: Candidate): readonly Candidate[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value)?.[1]
  if (password === undefined) return []
  const own = { name: `${name} password`, value: password, written: password }
  return [password.length >= shortest ? own : { name, value, written: value }]
}

/** The texts in JSON, by their path; null for what is no JSON. */
function leavesIn(text: string): readonly Candidate[] | null {
  if (!/^\s*[{[]/.test(text)) return null
  try {
    return leavesOf(JSON.parse(text), [])
  } catch {
    return null
  }
}

function leavesOf(value: unknown, path: readonly string[]): readonly Candidate[] {
  if (typeof value === 'string') return [{ name: nameIn(path), value, written: JSON.stringify(value).slice(1, -1) }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]))
}

const assignment = /^[\s#;]*(?:(?:export|set)\s+)?["']?([^\s"'=]+?)["']?(?:\s*=|:\s)\s*(\S.*?)\s*$/gm

/** `KEY=value` and `key: value`, with and without quotes, also where they are commented out. */
function assignmentsIn(text: string): readonly Candidate[] {
  return [...text.matchAll(assignment)].flatMap(([, key = '', given = '']) => {
    const quoted = /^(["'])(.*?)(?<!\\)\1/.exec(given)
    const written = quoted?.[2] ?? given.replace(/\s+[#;].*$|,$/, '')
    const value = quoted?.[1] === '"' ? unescaped(written) : written
    return written === '' ? [] : [{ name: nameIn([key]), value, written }]
  })
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const unescaped = (text: string) => text.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)

/** The last part of a name such as `//registry.example.org/:_authToken`. */
const nameIn = (path: readonly string[]) =>
  path.map((part) => (/[^/:]+$/.exec(part)?.[0] ?? part).replace(/[^\p{L}\p{N}_.-]+/gu, '_')).join('.')

/** Characters behind the beginning of a private key that may belong to it, and of a line with others behind it. */
const ofPrivateKey = { most: 20_000, line: 60 } as const

/** A line may have its number, the name of its file or quotes around it. */
const keyLine = /[\w+/-]{12,}={0,2}(?=[\s"'`,;+\\)}\]]*$)/

/** Private keys, and each line of them, since a line may be shown alone. Of a key that is cut off the lines count. */
export function privateKeysIn(text: string): readonly Candidate[] {
  const begins = text.matchAll(/-----BEGIN ([A-Z0-9 ]{0,30}PRIVATE KEY)-----/g)
  return [...begins].flatMap(({ 0: begin, 1: name = '', index }) => {
    const start = index + begin.length
    const rest = text.slice(start, start + ofPrivateKey.most)
    const [inside = ''] = rest.split('-----', 1)
    const lines = keyLinesIn(inside)
    const end = `-----END ${name}-----`
    const isWhole = lines.length > 0 && text.startsWith(end, start + inside.length)
    return [...(isWhole ? [begin + inside + end] : []), ...lines].map((value) => ({ name, value, written: value }))
  })
}

function keyLinesIn(text: string): readonly string[] {
  const found: string[] = []
  for (const line of text.split(/\r?\n|\\n/)) {
    const [key] = keyLine.exec(line) ?? []
    if (key) found.push(key)
    // Before the first line stand those of the encryption, and behind a short one there is no other.
    else if (found.length > 0) break
    if (key && key.length < ofPrivateKey.line) break
  }
  return found
}

/** Long random tokens wherever they stand, as in `.netrc`, `.pgpass` and a shell's history. */
function tokensIn(text: string): readonly Candidate[] {
  const tokens = text
    .split(/[\s"'`,;()<>{}=?&|]+/)
    .flatMap((token) => (isAddress(token) ? token.split(/[/:@]+/) : token.split(':')))
  return tokens
    .filter((token) => isMixed(token) && looksRandom(token))
    .map((value) => ({ name: 'token', value, written: value }))
}
