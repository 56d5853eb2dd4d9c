/** Writes who says what to whom into the job descriptions of docs/roles.md, from the contracts: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ArtooContracts, artooSystem } from '@artoo/roles'
import * as z from 'zod'

const { contracts } = artooSystem

const path = fileURLToPath(new URL('../docs/roles.md', import.meta.url))
const marks = /<!-- contract of (\w+) -->[\s\S]*?<!-- end -->/g

/** A table of all that a role hears and says, with the fields of each message. */
function contractOf(role: string): string {
  const rows = (Object.keys(contracts) as (keyof ArtooContracts)[]).flatMap((type) => {
    const routes = contracts[type].routes as readonly (readonly [string, string])[]
    const from = routes.flatMap(([sender, receiver]) => (receiver === role ? [sender] : []))
    const to = routes.flatMap(([sender, receiver]) => (sender === role ? [receiver] : []))
    const fields = fieldsOf(type)
    return [
      ...(from.length > 0 ? [`| hears | \`${type}\` | ${from.join(', ')} | ${fields} |`] : []),
      ...(to.length > 0 ? [`| says | \`${type}\` | ${to.join(', ')} | ${fields} |`] : []),
    ]
  })
  return ['| | message | whom | fields |', '|---|---|---|---|', ...rows.sort()].join('\n')
}

function fieldsOf(type: keyof ArtooContracts): string {
  const schema = z.toJSONSchema(contracts[type].payload, { unrepresentable: 'any' })
  const shapes = schema.anyOf ?? schema.oneOf ?? [schema]
  const names = new Set(shapes.flatMap((shape) => Object.keys((typeof shape === 'object' && shape.properties) || {})))
  return names.size > 0 ? [...names].map((name) => `\`${name}\``).join(', ') : (schema.title ?? '')
}

/** The document as it is, and as it should be. */
export function rolesDoc(): { readonly found: string; readonly wanted: string } {
  const found = readFileSync(path, 'utf8')
  const table = (_: string, role: string) => `<!-- contract of ${role} -->\n${contractOf(role)}\n<!-- end -->`
  return { found, wanted: found.replace(marks, table) }
}

if (import.meta.filename === process.argv[1]) writeFileSync(path, rolesDoc().wanted)
