import { expect, it } from 'vitest'
import { boundedBytes } from '../src/files/bounded-bytes.js'

// A file that is larger than it says.
const file = '/proc/self/status'
const { signal } = new AbortController()

it.runIf(process.platform === 'linux')('a file that grows is read to its end, or to the limit', async () => {
  expect(String(await boundedBytes(file, 65_536, signal))).toMatch(/^Name:[\s\S]*ctxt_switches:\t\d+\n$/)
  expect(await boundedBytes(file, 100, signal)).toBeNull()
})

it('a file that is not wanted is not read, and none after an abort', async () => {
  expect(await boundedBytes(import.meta.filename, 65_536, signal, (stats) => stats.size === 0)).toBeNull()
  await expect(boundedBytes(import.meta.filename, 65_536, AbortSignal.abort('enough'))).rejects.toBe('enough')
})
