/** Writes the codes of errors, by package, into docs/errors.md: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes as agentLoop } from '../packages/agent-loop/src/error-codes.js'
import { errorCodes as bus } from '../packages/bus/src/error-codes.js'
import { errorCodes as cli } from '../packages/cli/src/error-codes.js'
import { errorCodes as evals } from '../packages/evals/src/error-codes.js'
import { errorCodes as ggs } from '../packages/ggs/src/error-codes.js'
import { errorCodes as insight } from '../packages/insight/src/error-codes.js'
import { errorCodes as llm } from '../packages/llm/src/error-codes.js'
import { errorCodes as mcp } from '../packages/mcp/src/error-codes.js'
import { errorCodes as mkct } from '../packages/mkct/src/error-codes.js'
import { errorCodes as omega, recordCodes as omegaRecords } from '../packages/omega/src/error-codes.js'
import { errorCodes as postgres } from '../packages/postgres/src/error-codes.js'
import { errorCodes as roles, recordCodes as rolesRecords } from '../packages/roles/src/error-codes.js'
import { errorCodes as runtime, recordCodes as runtimeRecords } from '../packages/runtime/src/error-codes.js'
import { errorCodes as sdk } from '../packages/sdk/src/error-codes.js'
import { errorCodes as spec } from '../packages/spec/src/error-codes.js'
import { errorCodes as tools, recordCodes as toolsRecords } from '../packages/tools/src/error-codes.js'

type Table = Readonly<Record<string, readonly [cause: string, remedy: string]>>

/** The codes by the package that throws them, the lowest one if several do. */
export const tables: Readonly<Record<string, Table>> = {
  ...{
    spec,
    ggs,
    bus,
    llm,
    mkct,
    tools,
    runtime,
    roles,
    omega,
    'agent-loop': agentLoop,
    insight,
    evals,
    sdk,
    mcp,
    cli,
    postgres,
  },
}

/** The codes that stand in records and results, and are never thrown. */
export const recordTables: Readonly<Record<string, Table>> = {
  ...{ tools: toolsRecords, runtime: runtimeRecords, roles: rolesRecords, omega: omegaRecords },
}

const path = fileURLToPath(new URL('../docs/errors.md', import.meta.url))
const marks = /<!-- codes -->[\s\S]*<!-- end -->/

const rowsOf = (table: Table, prefix = '') => {
  const rows = Object.entries(table).map(
    ([code, [cause, wayOut]]) => `| <a id="${prefix}${code}"></a>\`${code}\` | ${cause} | ${wayOut} |`,
  )
  return `| code | cause | way out |\n|---|---|---|\n${rows.join('\n')}`
}

/** The controller, which depends on nothing, has codes of names that others have, too. */
const partOf = ([name, table]: [string, Table]) => `## @artoo/${name}\n\n${rowsOf(table, name === 'ggs' ? 'ggs-' : '')}`

const recordsOf = ([name, table]: [string, Table]) => `### @artoo/${name}\n\n${rowsOf(table)}`

/** The page as it is, and as it should be. */
export function errorsDoc(): { readonly found: string; readonly wanted: string } {
  const found = readFileSync(path, 'utf8')
  const errors = Object.entries(tables).map(partOf).join('\n\n')
  const records = Object.entries(recordTables).map(recordsOf).join('\n\n')
  const parts = `${errors}\n\n## Codes in records and results\n\nThey are data, for models, hosts and audits; nothing throws them.\n\n${records}`
  return { found, wanted: found.replace(marks, () => `<!-- codes -->\n\n${parts}\n\n<!-- end -->`) }
}

if (import.meta.filename === process.argv[1]) writeFileSync(path, errorsDoc().wanted)
