/** Writes the codes of errors, by package, into docs/errors.md: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes as agentLoop } from '../packages/agent-loop/src/error-codes.js'
import { errorCodes as bus } from '../packages/bus/src/error-codes.js'
import { errorCodes as ggs } from '../packages/ggs/src/error-codes.js'
import { errorCodes as insight } from '../packages/insight/src/error-codes.js'
import { errorCodes as llm } from '../packages/llm/src/error-codes.js'
import { errorCodes as mkct } from '../packages/mkct/src/error-codes.js'
import { errorCodes as omega } from '../packages/omega/src/error-codes.js'
import { errorCodes as roles } from '../packages/roles/src/error-codes.js'
import { errorCodes as runtime } from '../packages/runtime/src/error-codes.js'
import { errorCodes as sdk } from '../packages/sdk/src/error-codes.js'
import { errorCodes as spec } from '../packages/spec/src/error-codes.js'
import { errorCodes as tools } from '../packages/tools/src/error-codes.js'

type Table = Readonly<Record<string, readonly [cause: string, remedy: string]>>

/** The codes by the package that throws them, the lowest one if several do. */
export const tables: Readonly<Record<string, Table>> = {
  ...{ spec, ggs, bus, llm, mkct, tools, runtime, roles, omega, 'agent-loop': agentLoop, insight, sdk },
}

const path = fileURLToPath(new URL('../docs/errors.md', import.meta.url))
const marks = /<!-- codes -->[\s\S]*<!-- end -->/

const partOf = ([name, table]: [string, Table]) => {
  const anchor = (code: string) => `<a id="${name === 'ggs' ? `ggs-${code}` : code}"></a>`
  const rows = Object.entries(table).map(
    ([code, [cause, wayOut]]) => `| ${anchor(code)}\`${code}\` | ${cause} | ${wayOut} |`,
  )
  return `## @artoo/${name}\n\n| code | cause | way out |\n|---|---|---|\n${rows.join('\n')}`
}

/** The page as it is, and as it should be. */
export function errorsDoc(): { readonly found: string; readonly wanted: string } {
  const found = readFileSync(path, 'utf8')
  const parts = Object.entries(tables).map(partOf).join('\n\n')
  return { found, wanted: found.replace(marks, () => `<!-- codes -->\n\n${parts}\n\n<!-- end -->`) }
}

if (import.meta.filename === process.argv[1]) writeFileSync(path, errorsDoc().wanted)
