/**
 * `npm run test:mcp`: the client scenarios of the MCP conformance suite against `mcpTools`, of its line for the older revisions (0.1) and of the one
 * for 2026-07-28 (0.2). Those that don't pass stand in `exceptions.ts`. The suite and a Node that it runs on lie in `test/mcp/node_modules`.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exceptions } from './exceptions.js'

const run = promisify(execFile)
const installed = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))
const node = installed('node-24/bin/node')
const client = `${process.execPath} --import tsx --conditions=@artoo/source packages/mcp/test/client/conformance-client.ts`

/** What the suite prints, whether it is content or not. */
async function referee(version: string, ...words: readonly string[]): Promise<string> {
  const program = installed(`conformance-${version}/dist/index.js`)
  const options = { timeout: 90_000, maxBuffer: 2 ** 26 }
  const { stdout, stderr } = await run(node, [program, ...words], options).catch((error) => {
    if (typeof error.stdout !== 'string' || error.killed) throw error
    return error as { readonly stdout: string; readonly stderr: string }
  })
  return stdout + stderr
}

async function scenariosOf(version: string): Promise<readonly string[]> {
  const listed = await referee(version, 'list', '--client')
  const found = [...listed.slice(listed.indexOf('Client scenarios')).matchAll(/^ {2}- (\S+)/gm)]
  return found.map(([, scenario = '']) => scenario)
}

const wrong: string[] = []
for (const [version, known] of Object.entries(exceptions)) {
  const scenarios = await scenariosOf(version)
  const passed: string[] = []
  for (const scenario of scenarios) {
    const printed = await referee(version, 'client', '--command', client, '--scenario', scenario)
    if (printed.includes('OVERALL: PASSED')) passed.push(scenario)
    if (printed.includes('OVERALL: PASSED') !== scenario in known) continue
    wrong.push(
      scenario in known
        ? `${version} ${scenario} passes now: take it from the list`
        : `${version} ${scenario} fails:\n${printed}`,
    )
  }
  wrong.push(...Object.keys(known).flatMap((name) => (scenarios.includes(name) ? [] : [`${version} has no ${name}`])))
  console.log(`suite ${version}: ${passed.length} of ${scenarios.length} client scenarios pass`)
}
for (const line of wrong) console.error(line)
process.exitCode = wrong.length > 0 ? 1 : 0
