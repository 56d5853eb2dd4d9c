import { Allow, parse } from 'partial-json'

/** Half a text, a list or an object is worth reading; half a number or word is not. */
const halves = Allow.STR | Allow.OBJ | Allow.ARR

/** The share by which a text has to grow before it is read again: a long one is not read at every piece. */
const growth = 1 / 50

/**
 * Reads a field of an object out of a model's text while the JSON is written: its value as far as it is there. A text that is no JSON tells
 * nothing.
 */
export function fieldValue(field: string, heard: (value: unknown) => void): (piece: string) => void {
  let text = ''
  let read = 0
  let told = ''
  return (piece) => {
    text += piece
    if (text.length - read <= read * growth) return
    read = text.length
    const start = text.indexOf('{')
    if (start === -1) return
    const value = fieldIn(text.slice(start), field)
    if (value === undefined || value === null) return
    const now = JSON.stringify(value)
    if (now !== told) heard(value)
    told = now
  }
}

function fieldIn(text: string, field: string): unknown {
  try {
    const found: unknown = parse(text, halves)
    return typeof found === 'object' && found !== null && Object.hasOwn(found, field)
      ? (found as Readonly<Record<string, unknown>>)[field]
      : undefined
  } catch {
    return undefined
  }
}
