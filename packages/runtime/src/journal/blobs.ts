import { sha256 } from '@artoo/spec'

/** Characters from which a text is worth a line of its own. */
const blobLength = 512

const mark = '$blob'

/** The hashes of recent texts: the texts for roles are the same in every task, and most of the hashed characters. */
const hashes = new Map<string, string>()
const mostKept = 32
const longestKept = 8192

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
function hashOf(text: string): string {
  const hash = hashes.get(text) ?? sha256(text)
  if (text.length > longestKept || hashes.has(text)) return hash
  if (hashes.size === mostKept) hashes.clear()
  hashes.set(text, hash)
  return hash
}

/**
 * Plain data with every long text replaced by its hash; `onText` receives each text. Data without one is returned as it
 * is.
 */
export function withBlobs(value: unknown, onText: (hash: string, text: string) => void): unknown {
  return isChanged(value) ? replaced(value, onText) : value
}

function isChanged(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= blobLength
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  return Object.keys(fields).some((key) => key.endsWith(mark) || isChanged(fields[key]))
}

function replaced(value: unknown, onText: (hash: string, text: string) => void): unknown {
  if (typeof value === 'string') {
    // UTF-8 has no lone surrogates: texts that differ in them alone would share a hash.
    if (value.length < blobLength || !value.isWellFormed()) return value
    const hash = hashOf(value)
    onText(hash, value)
    return { [mark]: hash }
  }
  return mapped(value, (inner) => replaced(inner, onText), escaped)
}

/** The data as it was before `withBlobs`. `missing` throws for a text that is unknown. */
export function withTexts(
  value: unknown,
  texts: ReadonlyMap<string, string>,
  missing: (hash: string) => never,
): unknown {
  if (typeof value === 'object' && value !== null && mark in value) {
    const hash = String(value[mark])
    return texts.get(hash) ?? missing(hash)
  }
  return mapped(value, (inner) => withTexts(inner, texts, missing), unescaped)
}

function mapped(value: unknown, map: (value: unknown) => unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map(map)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [name(key), map(inner)]))
}

/** Escapes a field of that very name, so that it is not taken for a mark. */
const escaped = (key: string) => (/^\$+blob$/.test(key) ? `$${key}` : key)
const unescaped = (key: string) => (/^\$\$+blob$/.test(key) ? key.slice(1) : key)
