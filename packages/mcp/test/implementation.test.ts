import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { implementation } from '../src/implementation.js'

test('servers and clients are told the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(implementation.version).toBe(version)
})
