import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { standardTools } from '../src/node.js'
import { temporaryDirectory } from './workspace.js'

it('tell the system, the root and what lies at its top, at the time of asking', () => {
  const root = temporaryDirectory()
  const told = () => new Set(standardTools({ root }).map((tool) => tool.surroundings?.()))
  expect([...told()]).toEqual([expect.stringContaining('It is empty.')])
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'a.txt'), '')
  const [text] = told()
  expect(text).toContain(`the root ${JSON.stringify(root)}. At its top: ["a.txt","docs/"].`)
  expect(text).toMatch(/^System: \w+\./)
})

it('name a part of a folder that holds much', () => {
  const root = temporaryDirectory()
  for (let index = 0; index < 60; index++) writeFileSync(join(root, `${index}.txt`), '')
  expect(standardTools({ root })[0]?.surroundings?.()).toMatch(/"\] and 20 more\.$/)
})
