/** True for a JSON Pointer (RFC 6901): empty, or parts that each start with a slash, `~` only as `~0` and `~1`. */
export const isJsonPointer = (pointer: string) => /^(\/([^~/]|~[01])*)*$/.test(pointer)

/**
 * The value that a pointer leads to, wrapped in an object; null when it leads to no value. Only own properties count.
 */
export function atPointer(document: unknown, pointer: string): { readonly value: unknown } | null {
  let value = document
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !hasPart(value, name)) return null
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return { value }
}

/** An array has no parts but its elements: neither `length` nor `01`. */
function hasPart(value: object, name: string): boolean {
  return Object.hasOwn(value, name) && (!Array.isArray(value) || /^(0|[1-9]\d*)$/.test(name))
}
