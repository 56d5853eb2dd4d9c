import { digest } from './digest.js'

/** The longest name that every provider takes. */
const longest = 64

/**
 * The name under which a tool of a server is offered: `mcp__server__tool`. Characters that providers refuse become `_`. A name that is
 * changed or shortened ends with `_` and six hexadecimal digits of the hash of the whole one, so that no two meet.
 */
export function toolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool.replace(/[^a-zA-Z0-9_-]/g, '_')}`
  const whole = `mcp__${server}__${tool}`
  if (name === whole && name.length <= longest) return name
  return `${name.slice(0, longest - 7)}_${digest(whole).slice(0, 6)}`
}

/** A name of a server can be told from the tool's: letters, digits, `-` and single `_`. */
export const isServerName = (name: string): boolean =>
  name.length <= 32 && /^[a-zA-Z0-9-]+(_[a-zA-Z0-9-]+)*$/.test(name)

/** Whether a name fits one of the patterns, in which `*` stands for any characters. */
export function isIncluded(name: string, patterns: readonly string[] | undefined): boolean {
  if (!patterns) return true
  return patterns.some((pattern) => {
    const pieces = pattern.split(/\*+/).map((piece) => piece.replace(/[^a-zA-Z0-9_-]/g, '\\$&'))
    return new RegExp(`^${pieces.join('.*')}$`).test(name)
  })
}
