import { ArtooError, type RuleReader, type Tool } from '@artoo/spec'

/** Reads patterns as text, in which `*` stands for any characters, against the target of a call. */
export function textRules(tool: Pick<Tool, 'target'>): RuleReader {
  return {
    assert(pattern) {
      if (pattern.length <= longestPattern) return
      throw new ArtooError('invalid_rule', `a target is at most ${longestPattern} characters`, { field: 'target' })
    },
    touches(pattern, input) {
      const target = tool.target(input)
      if (target === null) return isBare(pattern)
      return matches(pattern.toLowerCase(), target.trim().toLowerCase())
    },
    covers(patterns, input) {
      const target = tool.target(input)
      if (target === null) return null
      const found = patterns.find((pattern) => !isBare(pattern) && matches(pattern, target))
      return found === undefined ? null : [found]
    },
  }
}

/** Rules of a tool whose calls have no target: one that names a target would never match, so it is refused. */
export function rulesWithoutTarget(tool: string): RuleReader {
  return {
    assert(pattern) {
      if (isBare(pattern)) return
      const message = `${tool} has no target, so this would never match: give defineTool a \`target\`, or name the tool alone`
      throw new ArtooError('invalid_rule', message, { field: 'target' })
    },
    touches: isBare,
    covers: () => null,
  }
}

/** Names no target. */
const isBare = (pattern: string) => /^\*+$/.test(pattern)

const longestPattern = 1_000

/** Each piece is looked for once, so that a pattern of many `*` takes no longer than the text. */
function matches(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split(/\*+/)
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
