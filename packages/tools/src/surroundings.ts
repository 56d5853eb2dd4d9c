import { readdirSync } from 'node:fs'
import { type as systemName } from 'node:os'

/** Names of the top level that are told; a folder of thousands is not a list to read. */
const mostNames = 40

/** Where the tools work, in a line or two: the system, the root, what lies at its top. */
export function surroundingsOf(root: string): string {
  const entries = readdirSync(root, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  )
  const shown = entries.sort().slice(0, mostNames)
  const more = entries.length > shown.length ? ` and ${entries.length - shown.length} more` : ''
  const top = entries.length > 0 ? `At its top: ${JSON.stringify(shown)}${more}.` : 'It is empty.'
  return `System: ${systemName()}. Paths are relative to the root ${JSON.stringify(root)}. ${top}`
}
