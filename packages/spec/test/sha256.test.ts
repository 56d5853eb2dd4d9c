import { sha256 } from '@artoo/spec'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const texts = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
] as const

test.each(texts)('%j has its SHA-256', (text, digest) => {
  expect(sha256(text)).toBe(digest)
})

test('without Node it is the same, also of texts that are not well-formed', async () => {
  vi.stubGlobal('process', undefined)
  vi.resetModules()
  const { sha256: portable } = await import('../src/data/sha256.js')
  expect(portable).not.toBe(sha256)
  for (const text of ['', 'abc', 'ä€𝒳', '\ud800 lone', 'x'.repeat(100_000)]) expect(portable(text)).toBe(sha256(text))
})
