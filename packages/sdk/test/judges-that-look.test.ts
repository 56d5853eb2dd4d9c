import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { replay } from '@artoo/insight'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, memoryJournal, type RunEvent, readEvents } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { type LanguageModel, type ModelRequest, systemClock } from '@artoo/spec'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bareLoop } from '../../../test/personas/bare-loop.js'
import { bundled } from '../../mkct/test/support/bundled.js'
import { ended } from './script.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-looks-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('a judge that is killed while it looks goes on, and is replayed to the digit', async () => {
  const host = await bundled(new URL('looking-host.ts', import.meta.url))
  const run = promisify(execFile)
  const killed = await run(process.execPath, [host, directory, 'die']).catch(({ signal }) => signal)
  expect(killed).toBe('SIGKILL')
  const { stdout } = await run(process.execPath, [host, directory])
  const { taskId, status, basis, judged, requests } = JSON.parse(stdout)
  expect([status, basis]).toEqual(['complete', 'judge'])
  expect(judged).toMatchObject([{ verdict: 'pass' }, { verdict: 'pass' }])
  expect(requests).toEqual(['last_verdicts'])
  const journal = fileJournal(directory)
  const events = await readEvents<RunEvent>(journal, taskId)
  const looks = events.filter(({ type, from }) => type === 'ToolRequest' && from === 'R4a')
  expect(looks).toMatchObject([{ payload: { tool: 'see', readsOnly: true } }])
  expect((await replay(journal, taskId)).parting).toBeNull()
})

describe('a sum over thirty files of 10 kB', () => {
  const owners = ['Ada', 'Bob', 'Cyd']
  const cents = (file: number, line: number) => ((file * 7919 + line * 104_729) % 99_999) + 1
  const lines = 500
  const text = (file: number) =>
    Array.from({ length: lines }, (_, line) => {
      const amount = cents(file, line)
      return `${owners[(file + line) % 3]},item-${`${line}`.padStart(3, '0')},${Math.floor(amount / 100)}.${`${amount % 100}`.padStart(2, '0')}`
    }).join('\n')
  const sums = owners.map((owner, place) => {
    let sum = 0
    for (let file = 0; file < 30; file++) {
      for (let line = 0; line < lines; line++) if ((file + line) % 3 === place) sum += cents(file, line)
    }
    return `${owner}: ${(sum / 100).toFixed(2).replace(/\.?0+$/, '')}`
  })
  const right = sums.join(', ')
  const names = Array.from({ length: 30 }, (_, file) => `bills-${file}.csv`)
  const readAll = names.map((path) => ({ name: 'read', input: { path } }))
  const tools = [
    defineTool({
      ...{ name: 'read', description: 'reads a file', input: z.object({ path: z.string() }), effect: 'read' },
      ...{ target: ({ path }: { path: string }) => path, maxOutputBytes: 16_384 },
      execute: ({ path }) => text(Number(/\d+/.exec(path)?.[0])),
    }),
    defineTool({
      ...{
        name: 'list',
        description: 'lists files',
        input: z.object({}),
        effect: 'read',
        execute: () => names.join('\n'),
      },
    }),
  ]
  const words = 'Sum up the bills by owner'
  const hasTools = (request: ModelRequest, name: string) =>
    request.messages.some((message) => message.role === 'tool' && message.name === name)

  function counting(model: LanguageModel): LanguageModel & { characters: number; calls: number } {
    return {
      ...{ id: model.id, characters: 0, calls: 0 },
      generate(request, options) {
        this.characters += JSON.stringify(request).length
        this.calls++
        return model.generate(request, options)
      },
    }
  }

  const work = (request: ModelRequest) =>
    !hasTools(request, 'list')
      ? { toolCalls: [{ name: 'list', input: {} }] }
      : !hasTools(request, 'read')
        ? { toolCalls: readAll }
        : null

  async function judged(verdictOf: (found: string) => object) {
    const criterion = { text: 'the sum of the amounts of each owner is right', mode: 'verifiable' }
    const pattern = String.raw`^(?<key>\w+),item-\d+,(?<value>[\d.]+)$`
    const model = counting(
      scriptedModel(
        {
          plan: {
            json: {
              criteria: [criterion],
              subtasks: [{ intent: 'add up', sequence: 1, criteria: [criterion], tools: ['list', 'read'] }],
            },
          },
          execution: (request) => work(request) ?? { json: { status: 'completed', output: right, reason: null } },
          last_verdicts(request) {
            const found = request.messages.find(({ role }) => role === 'tool')
            return found
              ? { json: { verdicts: [verdictOf(found.content)] } }
              : { toolCalls: [{ name: 'search_records', input: { pattern } }] }
          },
        },
        { repeatLast: true },
      ),
    )
    const artoo = createArtoo({ model, tools, journal: memoryJournal() })
    const run = artoo.run(words)
    const result = ended(await run)
    await artoo.close()
    const corrections = run.events.filter(({ type }) => type === 'CorrectionSignal').length
    return { result, model, corrections }
  }

  const sumsIn = (found: string) =>
    owners
      .map((owner) => `${owner}: ${new RegExp(`"${owner}": count \\d+, sum ([\\d.]+)`).exec(found)?.[1]}`)
      .join(', ')

  test('is judged right at first, for at most 1.6 times the characters of a bare loop', async () => {
    const { result, model, corrections } = await judged((found) => ({
      ...{ criterion: 1, evidence: sumsIn(found), records: ['r2'] },
      verdict: sumsIn(found) === right ? 'pass' : 'fail',
    }))
    expect(result).toMatchObject({ status: 'complete', output: right, basis: 'judge', rounds: 1 })
    expect(corrections).toBe(0)
    const bare = counting(
      scriptedModel({ text: (request: ModelRequest) => work(request) ?? { text: right } }, { repeatLast: true }),
    )
    const loop = { model: bare, tools, clock: systemClock(), confirm: () => false, timeMs: 60_000, turns: 3 }
    expect(await bareLoop(words, loop)).toBe(right)
    expect([bare.calls, model.calls]).toEqual([3, 6])
    expect(model.characters / bare.characters).toBeLessThan(1.6)
  })
})
