import { ArtooError, keysWithin, plainDataLimits } from '@artoo/spec'

/** Limits of the input that schemas and tools receive. */
const inputLimits = {
  /** Characters of all names and texts together; every other value counts as one. */
  characters: 4_194_304,
  /** Fields and items of all objects and lists together. */
  entries: plainDataLimits.entries,
  levels: plainDataLimits.levels,
} as const

/**
 * Refuses input that is too large for schemas and tools, in time linear in the limits: schemas read recursively, and
 * patterns may take longer than linear time.
 *
 * @throws {ArtooError} `invalid_input`
 */
export function assertBounded(tool: string, input: unknown): void {
  const waiting: { readonly value: unknown; readonly level: number }[] = [{ value: input, level: 0 }]
  let characters = 0
  let entries: number = inputLimits.entries
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, level } = place
    characters += typeof value === 'string' ? value.length + 1 : 1
    if (characters > inputLimits.characters) throw tooLarge(tool, 'characters')
    if (!isData(value)) continue
    if (level === inputLimits.levels) throw tooLarge(tool, 'levels')
    const keys = keysWithin(value, entries)
    if (!keys) throw tooLarge(tool, 'entries')
    entries -= keys.length
    if (!Array.isArray(value)) characters += keys.reduce((sum, key) => sum + key.length, 0)
    if (characters > inputLimits.characters) throw tooLarge(tool, 'characters')
    for (const key of keys) waiting.push({ value: (value as Readonly<Record<string, unknown>>)[key], level: level + 1 })
  }
}

function tooLarge(tool: string, what: keyof typeof inputLimits): ArtooError {
  const named = what === 'entries' ? 'fields and items' : what
  return new ArtooError('invalid_input', `${tool} takes at most ${inputLimits[what]} ${named} of input`)
}

/** Whether a value is an object or a list that JSON can hold; an instance of a class belongs to the host. */
function isData(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || prototype === Object.prototype
}
