import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '@artoo/mkct/node'
import { expect, test, vi } from 'vitest'

vi.mock('classic-level', () => {
  throw new Error("Cannot find package 'classic-level'")
})

test('who opens a memory on disk without classic-level is told what to install, and leaves the path free', async () => {
  const path = mkdtempSync(join(tmpdir(), 'artoo-mkct-'))
  for (const _ of ['first', 'again']) {
    const error = await openMemory({ path }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'missing_package', field: 'classic-level' })
    expect(error).toHaveProperty('message', expect.stringContaining('npm install classic-level'))
  }
  rmSync(path, { recursive: true })
})
