import { isRecord } from '@artoo/spec'

/** The keyword by which a server wants an argument sent as an HTTP header, too. */
const keyword = 'x-mcp-header'
/** A token of RFC 9110. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

/**
 * Whether every `x-mcp-header` of an input schema may stand where it does: on a text, integer or boolean that is reached through `properties`
 * alone, with a name that no other one has. The protocol forbids tools with others.
 */
export function hasValidHeaders(schema: unknown): boolean {
  const names: string[] = []
  const isValid = (node: unknown, isReached: boolean): boolean => {
    if (Array.isArray(node)) return node.every((item) => isValid(item, false))
    if (!isRecord(node)) return true
    if (Object.hasOwn(node, keyword)) {
      const { [keyword]: name, type } = node
      if (!isReached || typeof name !== 'string' || !token.test(name) || !types.has(type)) return false
      names.push(name.toLowerCase())
    }
    return Object.entries(node).every(([key, part]) => {
      if (key !== 'properties' || !isRecord(part)) return isValid(part, false)
      return Object.values(part).every((property) => isValid(property, isReached || node === schema))
    })
  }
  return isValid(schema, false) && new Set(names).size === names.length
}
