import { nextMacrotask } from '@artoo/spec'
import { expect, it, onTestFinished, vi } from 'vitest'

it.each([
  ['Node', []],
  ['a page', ['setImmediate']],
  ['an edge worker', ['setImmediate', 'MessageChannel']],
])('in %s the next macrotask comes after timers that are due', async (_, missing) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const name of missing) vi.stubGlobal(name, undefined)
  let fired = false
  setTimeout(() => {
    fired = true
  }, 0)
  const began = performance.now()
  while (!fired && performance.now() - began < 1_000) await nextMacrotask()
  expect(fired).toBe(true)
})
