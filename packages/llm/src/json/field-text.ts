/** A listener to a field's text while it is written. */
export interface FieldListener {
  /** It begins, and whatever began before was not it. */
  begin(): void
  add(text: string): void
}

/** Characters of a key that could still be the field's. */
const longestKey = 256

/**
 * Reads a string field of an object out of a model's text, piece by piece, while the JSON around it is not complete. Each character is
 * looked at once. What comes before an object is passed over; of several with that field the last one counts, as `extractJson` has it.
 */
export function fieldText(field: string, heard: FieldListener): (piece: string) => void {
  /** The depth of brackets; 1 is within the object. */
  let depth = 0
  let expected: 'key' | 'colon' | 'value' | 'comma' = 'key'
  let within: 'key' | 'field' | 'other' | null = null
  let key = ''
  /** An escape that is not complete. */
  let begun = ''
  let found = ''

  function take(text: string): void {
    if (within === 'key' && key.length < longestKey) key += text
    if (within === 'field') found += text
  }

  /** Half a character waits for its other half. */
  function tell(isAll: boolean): void {
    const kept = !isAll && /[\uD800-\uDBFF]$/.test(found) ? 1 : 0
    const text = found.slice(0, found.length - kept)
    found = found.slice(found.length - kept)
    if (text !== '') heard.add(text)
  }

  function endString(): void {
    if (within === 'field') tell(true)
    if (depth === 1) expected = within === 'key' ? 'colon' : 'comma'
    within = null
  }

  /** Reads a part of a string from index `from` and returns the index after it. */
  function readString(piece: string, from: number): number {
    if (begun !== '') {
      begun += piece[from]
      if (begun[1] === 'u' && begun.length < 6) return from + 1
      take(unescaped(begun))
      begun = ''
      return from + 1
    }
    let to = from
    while (to < piece.length && piece[to] !== '"' && piece[to] !== '\\') to++
    if (to > from) take(piece.slice(from, to))
    if (piece[to] === '"') endString()
    if (piece[to] === '\\') begun = '\\'
    return to + 1
  }

  function open(): void {
    depth = 1
    expected = 'key'
  }

  function startString(): void {
    within = depth > 1 ? 'other' : expected === 'key' ? 'key' : key === field ? 'field' : 'other'
    if (within === 'key') key = ''
    if (within === 'field') heard.begin()
  }

  function readInner(character: string): void {
    if (character === '{' || character === '[') depth++
    if (character === '}' || character === ']') depth--
    if (character === '"') startString()
  }

  /** Between the parts of the object. What is no JSON there never was the object. */
  function readOuter(character: string): void {
    if (character === '}') depth = 0
    else if (character === ',') expected = 'key'
    else if (expected === 'value') readValue(character)
    else if (expected === 'key' && character === '"') startString()
    else if (expected === 'colon' && character === ':') expected = 'value'
    else if (character === '{') open()
    else if (expected !== 'comma') depth = 0
  }

  function readValue(character: string): void {
    if (character === '"') startString()
    else expected = 'comma'
    if (character === '{' || character === '[') depth = 2
  }

  return (piece) => {
    for (let at = 0; at < piece.length; ) {
      if (within !== null) {
        at = readString(piece, at)
        continue
      }
      const character = piece[at++] as string
      if (/\s/.test(character)) continue
      if (depth > 1) readInner(character)
      else if (depth === 1) readOuter(character)
      else if (character === '{') open()
    }
    tell(false)
  }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function unescaped(sequence: string): string {
  const [, letter = ''] = sequence
  if (letter !== 'u') return escapes[letter] ?? letter
  const code = Number.parseInt(sequence.slice(2), 16)
  return Number.isNaN(code) ? '' : String.fromCharCode(code)
}
