import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'
import { fileRules, standardTools } from '@artoo/sdk/node'
import { afterEach, beforeEach, expect, test } from 'vitest'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'artoo-rules-'))
  mkdirSync(join(place, 'root'))
})
afterEach(() => rmSync(place, { recursive: true }))

const kept = (rule: string) => ({ rule, by: 'ann', taskId: 'first' })

test('rules that people allowed for good are kept once each, for the next process', async () => {
  const path = join(place, 'kept', 'rules.json')
  const { rules, onAlways } = fileRules(path)
  expect(rules()).toEqual([])
  await Promise.all([
    onAlways(kept('edit_file: **')),
    onAlways(kept('write_file: **')),
    onAlways(kept('edit_file: **')),
  ])
  expect(fileRules(path).rules()).toEqual(['write_file: **', 'edit_file: **'])
})

test('a file of rules that a tool reaches is refused', () => {
  const root = join(place, 'root')
  const given = { model: scriptedModel({}), tools: standardTools({ root }), dreamer: false } as const
  const inside = fileRules(join(root, 'rules.json'))
  expect(() => createArtoo({ ...given, onAlways: inside.onAlways })).toThrow(
    expect.objectContaining({ code: 'unsafe_journal', field: 'onAlways' }),
  )
  expect(() => createArtoo({ ...given, onAlways: fileRules(join(place, 'rules.json')).onAlways })).not.toThrow()
})

test('what is no list of rules allows nothing', () => {
  const path = join(place, 'rules.json')
  for (const text of ['', '{}', '["edit_file"]']) {
    writeFileSync(path, text)
    expect(() => fileRules(path).rules()).toThrow(expect.objectContaining({ code: 'damaged_rules' }))
  }
})
