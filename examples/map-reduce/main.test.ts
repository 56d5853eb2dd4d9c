import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { createRuntime, fairSlots, modelEffect, readEvents, toolEffect } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { fileTools } from '@artoo/tools/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { contracts, mapper, outputs, reducer } from './system.js'

let home: string
let folder: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'artoo-map-reduce-'))
  folder = join(home, 'folder')
  mkdirSync(folder)
  for (let count = 1; count <= 9; count++) writeFileSync(join(folder, `${count}.txt`), 'line\n'.repeat(count))
})
afterEach(() => rmSync(home, { recursive: true }))

const report = Array.from({ length: 9 }, (_, index) => `- ${index + 1}.txt: ${index + 1} lines`).join('\n')

/** Loaded before the script: ends the process by SIGKILL once it has told of the third file. */
const killer = `data:text/javascript,${encodeURIComponent(`
  let read = 0
  const { log } = console
  console.log = (line) => { log(line); if (line.startsWith('read') && ++read === 3) process.kill(process.pid, 'SIGKILL') }
`)}`

async function start(args: readonly string[], options: readonly string[] = []) {
  const script = await bundled(new URL('main.ts', import.meta.url))
  return spawnSync(process.execPath, [...options, script, folder, join(home, 'journal'), ...args], { encoding: 'utf8' })
}

async function callsIn(taskId: string): Promise<number> {
  const events = await readEvents(fileJournal(join(home, 'journal')), taskId)
  return events.filter(({ type }) => type === 'ModelCall').length
}

it('is a system in under 120 lines', () => {
  const source = readFileSync(new URL('system.ts', import.meta.url), 'utf8')
  expect(source.split('\n').length - 1).toBeLessThan(120)
})

describe('main.ts', () => {
  it('killed in the middle goes on where it was, and pays for no answer twice', async () => {
    const { signal, stdout } = await start([], ['--import', killer])
    expect(signal).toBe('SIGKILL')
    const [, taskId = ''] = /^task (.+)$/m.exec(stdout) ?? []
    expect(await callsIn(taskId)).toBeLessThan(19)
    const resumed = await start([taskId])
    expect(resumed.stdout).toContain(report)
    expect(await callsIn(taskId)).toBe(2 * 9 + 1)
  })
})

describe('the mapper', () => {
  it('sends a note back whose file was not read, and gives the file up after the second time', async () => {
    const model = scriptedModel(
      { note: [{ json: { summary: 'looks fine' } }], report: [{ json: { text: 'done' } }] },
      { repeatLast: true },
    )
    const slots = fairSlots(1)
    const tools = fileTools({ root: folder })
    const runtime = createRuntime({
      system: { contracts, controller: 'reducer', result: 'Report' },
      effects: [modelEffect({ outputs, modelOf: () => model, tools, slots }), toolEffect({ tools, slots })],
    })
    const begin = { type: 'Folder' as const, to: 'reducer' as const, payload: { files: ['1.txt'] } }
    const { notes } = await runtime.run({ begin, deciders: [mapper, reducer] })
    expect(notes).toEqual([{ file: '1.txt', summary: null, why: 'the model did not read it' }])
    expect(model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      expect.stringContaining('Read 1.txt'),
      '1.txt was not read: read it first.',
      '1.txt was not read: read it first.',
      'Write a report from these notes.\n- 1.txt: not read, the model did not read it',
    ])
    await runtime.close()
  })
})
