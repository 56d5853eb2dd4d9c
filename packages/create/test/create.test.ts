import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('the words of `npm create` are those of `artoo init`', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-create-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const cli = join(folder, 'node_modules/@artoo/cli')
  mkdirSync(join(cli, 'dist'), { recursive: true })
  writeFileSync(
    join(cli, 'package.json'),
    '{"name":"@artoo/cli","type":"module","exports":{"./package.json":"./package.json"}}',
  )
  writeFileSync(join(cli, 'dist', 'bin.js'), 'console.log(JSON.stringify(process.argv.slice(2)))')
  // No type stands in the source, so Node runs it as it is.
  copyFileSync(join(import.meta.dirname, '../src/index.ts'), join(folder, 'create.mjs'))
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [join(folder, 'create.mjs'), 'my agent', '--model', 'openai/gpt-5'])
  expect(JSON.parse(stdout)).toEqual(['init', 'my agent', '--model', 'openai/gpt-5'])
})
