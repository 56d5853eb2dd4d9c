import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(`${root}/docs/runtime.md`, 'utf8')

test('the system of two roles prints what the page says', async () => {
  const [, code = '', printed] = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(text) ?? []
  const script = `${root}/test/.runtime-doc-${process.pid}.mts`
  writeFileSync(script, code)
  try {
    const options = ['--import', 'tsx', '--conditions=@artoo/source', script]
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root })
    expect(stdout).toBe(printed)
  } finally {
    rmSync(script)
  }
})
