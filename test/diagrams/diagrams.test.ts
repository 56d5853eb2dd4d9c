import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictures } from './pictures.js'

test.each(Object.entries(pictures))('%s is what `npm run docs` draws', async (path, draw) => {
  expect(readFileSync(path, 'utf8')).toBe(await draw())
})
