import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { McpTools } from '@artoo/mcp'
import { type ConfirmRequest, createVault } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'
import { expect, onTestFinished, test } from 'vitest'
import { call, using } from './calling.js'

const value = 'q7Rw2Lx9Vb4Tn1Zk'
const placeholder = '[secret API_KEY of .env]'
const server = { command: process.execPath, args: [fileURLToPath(new URL('./servers/shell.mjs', import.meta.url))] }

/** A server beside standard tools whose root has a file of secrets. */
function besideSecrets(
  work: (run: (line: string, answer?: boolean) => Promise<string>, asked: ConfirmRequest[]) => Promise<void>,
) {
  const root = mkdtempSync(join(tmpdir(), 'artoo-mcp-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, '.env'), `API_KEY=${value}\n`)
  const vault = createVault(standardTools({ root, snapshots: false }).flatMap(({ secrets }) => secrets ?? []))
  const asked: ConfirmRequest[] = []
  const run = (mcp: McpTools) => async (line: string, answer?: boolean) => {
    const confirm = async (request: ConfirmRequest) => asked.push(request) > 0 && answer === true
    const outcome = await call(
      mcp,
      'mcp__own__run',
      { line },
      { vault, confirm: answer === undefined ? undefined : confirm },
    )
    return outcome.output
  }
  return using({ servers: { own: server }, trust: ['own'] }, (mcp) => work(run(mcp), asked))
}
const line = `printf '%s' '${placeholder}' | wc -c; printf '%s' '${placeholder}'`

test('a server gets a secret after a yes, in that one call, and its result holds the placeholder', () =>
  besideSecrets(async (run, asked) => {
    expect(await run(line, true)).toBe(`${value.length}\n${placeholder}`)
    expect(asked).toMatchObject([{ tool: 'mcp__own__run', input: { line }, secrets: ['API_KEY of .env'] }])
    expect(asked[0]?.reason).toContain('it carries the secret API_KEY of .env')
    expect(JSON.stringify(asked)).not.toContain(value)
    expect(await run(line, false)).toContain('[LAW1] refused')
  }))

test('a key in a result of a server is masked from then on', () =>
  besideSecrets(async (run) => {
    const parts = `printf '%s' glpat- ${value} 5Yh8`
    expect(await run(`echo token: $(${parts})`, true)).toBe('token: [secret token of mcp__own__run]\n')
    expect(await run(parts, true)).toBe('[secret token of mcp__own__run]')
  }))
