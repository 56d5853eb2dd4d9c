import { ArtooError, isPlainData } from '@artoo/spec'
import { jsonrepair } from 'jsonrepair'

/** A JSON value found in a text, as it stood there or after a repair. */
interface Found {
  readonly value: object
  readonly repaired: boolean
  /** The text ended before its brackets were closed. */
  readonly cut: boolean
  /** The index in the text at which it begins. */
  readonly at: number
}

/**
 * The JSON object or array in a model's text. Reasoning blocks, code fences and prose around it are passed over, and
 * small defects are repaired: trailing commas, single quotes, comments, a missing bracket at the end. Of several the
 * last object with content counts, an intact one before a repaired one; an array only when there is no such object.
 *
 * @throws {ArtooError} `no_json` when there is none, or when the text breaks off within a string.
 */
export function extractJson(text: string): unknown {
  return findJson(text).value
}

/** `extractJson`, which also tells whether the text was cut off and a bracket had to be added. */
export function findJson(text: string): Found {
  const all = [...jsonIn(text)]
  const objects = all.filter(({ value }) => !Array.isArray(value) && Object.keys(value).length > 0)
  const best = objects.findLast((found) => !found.repaired) ?? objects.at(-1) ?? all.at(-1)
  if (!best) throw new ArtooError('no_json', 'the text holds no JSON object')
  return best
}

const reasoning = /<think(?:ing)?>/iy
const endOfReasoning = /<\/think(?:ing)?>/gi
const start =
  /\{\s*(?:["'}“‘]|\/[/*]|[\p{L}_$][\p{L}\p{N}_$]*\s*:)|\[\s*(?:["'{[\]“‘\d-]|\/[/*]|(?:true|false|null)\b)/uy

/** Every outermost piece that looks like JSON and can be read, from left to right. Each character is looked at once. */
export function* jsonIn(text: string): Generator<Found> {
  let at = endOfOrphanedReasoning(text)
  const read = reader()
  while (at < text.length) {
    if (matches(reasoning, text, at)) {
      if (!matches(endOfReasoning, text, at)) return
      at = endOfReasoning.lastIndex
      continue
    }
    if (!matches(start, text, at)) {
      at++
      continue
    }
    const end = closingBracket(text, at)
    if (end === 'in string') return
    const found = read(text.slice(at, end?.after).trimEnd(), end === null)
    if (found) yield { ...found, at }
    if (end === null) return
    at = end.after
  }
}

/** Some providers send the reasoning without its opening tag. */
function endOfOrphanedReasoning(text: string): number {
  const orphan = /^(?![\s\S]*<think(?:ing)?>)\s*[^\s{[][\s\S]*?<\/think(?:ing)?>/i.exec(text)
  return orphan?.[0].length ?? 0
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Behind the bracket that closes the one at `from`; null when the text ends before, which may be within a string. */
function closingBracket(text: string, from: number): { readonly after: number } | 'in string' | null {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (inString && character === '\\') at++
    else if (character === '"') inString = !inString
    else if (inString) continue
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return { after: at + 1 }
  }
  return inString ? 'in string' : null
}

/** Characters in one text. A repair takes time by the square of the length. */
const mostRepaired = 32_768

/** Reads one piece after the other, and repairs as long as that is worth its time. */
function reader() {
  let repairable = mostRepaired
  return (candidate: string, cut: boolean): Omit<Found, 'at'> | undefined => {
    const value = parsed(candidate)
    if (value) return { value, repaired: false, cut }
    if (candidate.length > repairable) return undefined
    repairable -= candidate.length
    const mended = repaired(cut ? withoutFence(candidate) : candidate)
    return mended && { value: mended, repaired: true, cut }
  }
}

function parsed(candidate: string): object | undefined {
  try {
    const value: unknown = JSON.parse(candidate)
    return typeof value === 'object' && value !== null && isPlainData(value) ? value : undefined
  } catch {
    return undefined
  }
}

function withoutFence(text: string): string {
  const fence = text.indexOf('```')
  return (fence === -1 ? text : text.slice(0, fence)).trimEnd()
}

function repaired(candidate: string): object | undefined {
  try {
    return parsed(jsonrepair(candidate))
  } catch {
    return undefined
  }
}
