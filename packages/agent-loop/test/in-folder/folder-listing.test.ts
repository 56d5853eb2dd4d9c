import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderListing } from '../../src/in-folder/folder-listing.js'

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'artoo-listing-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

const withScripts = JSON.stringify({ scripts: { test: 'vitest' } })

test('a planner is told of the files of a folder and of its scripts', async () => {
  const directory = folder()
  writeFileSync(join(directory, 'package.json'), withScripts)
  expect(await folderListing(directory)).toBe('- "package.json"\nscripts of package.json: {"test":"vitest"}')
})

test('and not of those of a file outside, to which a link leads', async () => {
  const [directory, outside] = [folder(), folder()]
  writeFileSync(join(outside, 'package.json'), withScripts)
  symlinkSync(join(outside, 'package.json'), join(directory, 'package.json'))
  expect(await folderListing(directory)).toBe('- "package.json"')
})
