import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { protectedPlaces } from '../src/confinement/protected-places.js'
import { temporaryDirectory } from './workspace.js'

async function placesIn(...paths: readonly string[]) {
  const root = temporaryDirectory()
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), 'save-exact=true')
  }
  const found = await protectedPlaces(root, new AbortController().signal)
  const named = (places: readonly string[]) => places.map((place) => place.slice(root.length + 1)).sort()
  return { obeyed: named(found.obeyed), defining: named(found.defining), secret: named(found.secret) }
}

it('are files and folders by their names, each folder once', async () => {
  const paths = [
    'src/a.ts',
    '.vscode/tasks.json',
    'sub/Makefile',
    '.env',
    'keys/a.pem',
    'node_modules/a/.env',
    '.npmrc',
  ]
  expect(await placesIn(...paths)).toEqual({
    obeyed: ['.env', '.npmrc', '.vscode', 'node_modules'],
    defining: ['sub/Makefile'],
    secret: ['.env', 'keys/a.pem'],
  })
})

it('tell a file from a folder of the same name in another root', async () => {
  expect((await placesIn('sub/HEAD')).obeyed).toEqual(['sub/HEAD'])
  expect((await placesIn('sub/HEAD/a.txt')).obeyed).toEqual([])
  expect((await placesIn('sub/HEAD')).obeyed).toEqual(['sub/HEAD'])
})
