import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { bundled } from '../../mkct/test/support/bundled.js'

const day = 86_400_000

test('one process avoids what failed in another, and tries it again a week later', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'artoo-experience-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const start = Date.now()
  async function run(at: number, ...down: readonly string[]) {
    const host = await bundled(new URL('experienced-host.ts', import.meta.url))
    const given = [host, join(directory, 'memory'), `${at}`, ...down]
    return JSON.parse((await promisify(execFile)(process.execPath, given)).stdout)
  }
  expect(await run(start, 'mirror-a', 'mirror-b', 'mirror-c')).toEqual({
    called: ['mirror-a', 'mirror-b', 'mirror-c'],
    directive: 'abandon',
  })
  expect(await run(start + day / 24, 'mirror-a')).toEqual({ called: ['mirror-c'], directive: 'accept' })
  expect(await run(start + 7 * day)).toEqual({ called: ['mirror-a'], directive: 'accept' })
})
