import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundled } from '../../packages/mkct/test/support/bundled.js'

test('a second report is compared with the one that was kept', async () => {
  const home = mkdtempSync(join(tmpdir(), 'artoo-evals-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const folder = join(home, 'folder')
  mkdirSync(folder)
  writeFileSync(join(folder, 'stock.md'), 'apples\npears\nplums\n')
  writeFileSync(join(folder, 'prices.md'), 'one\n')
  const script = await bundled(new URL('main.ts', import.meta.url))
  const measure = () => spawnSync(process.execPath, [script, folder, join(home, 'kept.json')], { encoding: 'utf8' })

  const table = [
    '| case | right | errors |',
    '| --- | ---: | ---: |',
    '| lines | 4/4 | 0 |',
    '| files | 4/4 | 0 |',
    '| **all** | 100 % (68–100) | 0 |\n',
  ].join('\n')
  expect(measure()).toMatchObject({ stdout: table, stderr: '', status: 0 })
  expect(measure()).toMatchObject({ stdout: table, status: 0 })

  // The answers that were right no longer are.
  writeFileSync(join(folder, 'stock.md'), 'apples\n')
  writeFileSync(join(folder, 'more.md'), 'two\n')
  const worse = measure()
  expect(worse.stdout).toContain('| **all** | 0 % (0–32) | 0 |')
  expect(worse.status).toBe(1)
})
