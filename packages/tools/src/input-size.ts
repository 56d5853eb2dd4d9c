import { ArtooError } from '@artoo/spec'

/** The most characters of all names and texts of an input, and values count one each: 4 Mi. */
const mostCharacters = 4_194_304

/** The deepest input. */
const mostLevels = 200

/**
 * Refuses what is too large for schemas and tools to look at, in time linear in what is allowed: schemas read recursively,
 * patterns may take longer than linear time.
 *
 * @throws {ArtooError} `invalid_input`
 */
export function assertBounded(tool: string, input: unknown): void {
  const waiting: { readonly value: unknown; readonly level: number }[] = [{ value: input, level: 0 }]
  let characters = 0
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, level } = place
    characters += typeof value === 'string' ? value.length + 1 : 1
    if (characters > mostCharacters) {
      throw new ArtooError('invalid_input', `${tool} takes at most ${mostCharacters} characters of input`)
    }
    if (!isData(value)) continue
    if (level === mostLevels)
      throw new ArtooError('invalid_input', `${tool} takes at most ${mostLevels} levels of input`)
    for (const key of Object.keys(value)) {
      characters += Array.isArray(value) ? 0 : key.length
      if (characters + waiting.length > mostCharacters) break
      waiting.push({ value: (value as Readonly<Record<string, unknown>>)[key], level: level + 1 })
    }
  }
}

/** What JSON can hold; an instance of a class is the host's own. */
function isData(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || prototype === Object.prototype
}
