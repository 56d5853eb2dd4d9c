import { readdirSync } from 'node:fs'
import { type as systemName } from 'node:os'

/** The most names of the top level that are listed. */
const mostNames = 40

/** A description of the place where the tools work, in a line or two: the system, the root and the names at its top. */
export function surroundingsOf(root: string): string {
  const entries = readdirSync(root, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  )
  const shown = entries.sort().slice(0, mostNames)
  const more = entries.length > shown.length ? ` and ${entries.length - shown.length} more` : ''
  const top = entries.length > 0 ? `At its top: ${JSON.stringify(shown)}${more}.` : 'It is empty.'
  return `System: ${systemName()}. Paths are relative to the root ${JSON.stringify(root)}. ${top}`
}
