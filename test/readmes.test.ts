import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const packages = readdirSync('packages')

/** The example of a README: its first ts block, and the text block after it, which is what the example prints. */
function exampleOf(name: string): { readonly code: string; readonly printed: string } {
  const readme = readFileSync(`packages/${name}/README.md`, 'utf8')
  const found = /```ts\n([\s\S]*?)```\s+```text\n([\s\S]*?)```/.exec(readme)
  return { code: found?.[1] ?? '', printed: found?.[2] ?? '' }
}

describe('the example in the README of', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync('test/.readme-')
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test.each(packages)('@artoo/%s runs and prints what it says', async (name) => {
    const { code, printed } = exampleOf(name)
    expect(code).not.toBe('')
    const file = join(directory, `${name}.ts`)
    writeFileSync(file, code)
    const { stdout } = await run('node_modules/.bin/tsx', ['--conditions=@artoo/source', file])
    expect(stdout).toBe(printed)
  })
})
