import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, type JournalLine, memoryJournal } from '@artoo/sdk'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bundle, sizes } from '../bench/bundle-size.js'
import { artooIn, task } from './crash/task/invitation.js'

/** What a browser or an edge worker offers, and nothing of Node. */
const webGlobals = {
  AbortController,
  AbortSignal,
  MessageChannel,
  TextDecoder,
  TextEncoder,
  URL,
  clearTimeout,
  console,
  crypto,
  performance,
  queueMicrotask,
  setTimeout,
  structuredClone,
}

describe('in a browser', () => {
  test('a store passes the conformance suite, which needs no Node built-in', async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: "export * from '@artoo/mkct/conformance'; export { MemoryLevel } from 'memory-level'",
        resolveDir: 'packages/mkct',
      },
      bundle: true,
      write: false,
      metafile: true,
      platform: 'neutral',
      format: 'iife',
      globalName: 'artoo',
      conditions: ['@artoo/source'],
      mainFields: ['module', 'main'],
    })
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
    const context = createContext({ ...webGlobals })
    runInContext(outputFiles.map(({ text }) => text).join(''), context)
    const failed: unknown = await runInContext(
      `(async () => {
        const failed = []
        for (const { name, run } of artoo.conformanceCases) {
          await run(new artoo.MemoryLevel()).catch((error) => failed.push(name + ': ' + error.message))
        }
        return JSON.stringify(failed)
      })()`,
      context,
    )
    expect(failed).toBe('[]')
  })

  test('a task runs to its end, memory included', async () => {
    const { code } = await bundle('sdk', 'iife')
    const context = createContext({ ...webGlobals })
    runInContext(code, context)
    const answers = {
      plan: {
        criteria: [{ text: 'it greets', mode: 'plausible' }],
        subtasks: [{ intent: 'greet', criteria: [{ text: 'it greets', mode: 'plausible' }] }],
      },
      execution: { status: 'completed', output: 'hello' },
      last_verdicts: { verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'hello' }] },
    }
    Object.assign(context, { answers })
    const result: unknown = await runInContext(
      `(async () => {
        const model = {
          id: 'page',
          generate: async ({ output }) => ({
            text: JSON.stringify(answers[output.name]),
            toolCalls: [],
            usage: { inputTokens: 1, outputTokens: 1 },
            finishReason: 'stop',
          }),
        }
        const agent = artoo.createArtoo({ model })
        const result = await agent.run('Say hello')
        await agent.close()
        return result.directive + ': ' + result.output
      })()`,
      context,
    )
    expect(result).toBe('accept: hello')
  })
})

test('a page replays and forks what another process has journalled', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'artoo-page-'))
  const journal = memoryJournal()
  const artoo = artooIn(directory, journal)
  const run = artoo.run(task)
  await run
  await artoo.close()
  const lines: JournalLine[] = []
  for await (const line of journal.read(run.taskId)) lines.push(line)
  const answer = run.events.find(({ type }) => type === 'ConfirmationAnswer')?.id
  rmSync(directory, { recursive: true })

  const context = createContext({ ...webGlobals, given: JSON.stringify({ lines, taskId: run.taskId, answer }) })
  for (const name of ['insight', 'sdk']) {
    const { code } = await bundle(name, 'iife')
    runInContext(`${code}\nvar ${name} = artoo`, context)
  }
  const seen: unknown = await runInContext(
    `(async () => {
      const { lines, taskId, answer } = JSON.parse(given)
      const journal = sdk.memoryJournal()
      await journal.append(taskId, lines)
      const same = await insight.replay(journal, taskId)
      const other = await insight.replay(journal, taskId, { hyperparameters: { maxReplans: 0 } })
      const silent = { id: 'silent', generate: async () => { throw new Error('no model here') } }
      const agent = sdk.createArtoo({ model: silent, journal, limits: { modelRetries: 0 } })
      const fork = agent.fork(taskId, { at: answer, edit: ({ payload }) => ({ ...payload, allowed: false }) })
      const { refused } = await fork
      await agent.close()
      return JSON.stringify({
        decisions: same.decisions.length > 50,
        parting: same.parting,
        instead: other.parting.instead.payload.directive,
        actions: refused.map(({ tool, what }) => tool + ' ' + what),
      })
    })()`,
    context,
  )
  const actions = ['send refused', 'send refused']
  expect(JSON.parse(String(seen))).toEqual({ decisions: true, parting: null, instead: 'deliver', actions })
})

test('a page that has searched no record yet decides a task again in which one was searched', async () => {
  const criteria = [{ text: 'the apples are counted', mode: 'plausible' }]
  const unseen = { criterion: 1, verdict: 'unseen', evidence: 'the list', needs: 'the list' }
  const pass = { criterion: 1, verdict: 'pass', evidence: '7 apples', records: ['r1'] }
  const model = scriptedModel({
    plan: { json: { criteria, subtasks: [{ intent: 'count the apples', criteria, tools: ['list'] }] } },
    execution: [
      { toolCalls: [{ name: 'list', input: {} }] },
      { json: { status: 'completed', output: '7', reason: null } },
    ],
    last_verdicts: [
      { json: { verdicts: [unseen] } },
      { toolCalls: [{ name: 'search_records', input: { pattern: 'apples?' } }] },
      { json: { verdicts: [pass] } },
    ],
  })
  const input = z.object({})
  const list = defineTool({ name: 'list', description: 'The list.', input, effect: 'read', execute: () => '7 apples' })
  const journal = memoryJournal()
  const agent = createArtoo({ model, tools: [list], journal })
  const run = agent.run('How many apples?')
  expect(await run).toMatchObject({ output: '7' })
  await agent.close()
  const lines: JournalLine[] = []
  for await (const line of journal.read(run.taskId)) lines.push(line)

  const context = createContext({ ...webGlobals, given: JSON.stringify({ lines, taskId: run.taskId }) })
  const { code } = await bundle('insight', 'iife')
  const parting: unknown = await runInContext(
    `${code}
    (async () => {
      const { lines, taskId } = JSON.parse(given)
      async function* read() { yield* lines }
      const unused = () => { throw new Error('only read') }
      const journal = { read, append: unused, runs: unused, owner: unused, claim: unused, remove: unused, list: unused }
      return JSON.stringify((await artoo.replay(journal, taskId)).parting)
    })()`,
    context,
  )
  expect(parting).toBe('null')
})

test('docs/bundle-size.md tells the sizes of today, within a tenth', async () => {
  const document = readFileSync('docs/bundle-size.md', 'utf8')
  const recorded = new Map(
    [...document.matchAll(/`(@artoo\/\w+)`\s*\|\s*([\d.]+)/g)].map((row) => [row[1], Number(row[2]) * 1000]),
  )
  for (const { name, bytes } of await sizes()) {
    const ratio = bytes / (recorded.get(name) ?? 0)
    expect(ratio, name).toBeGreaterThan(0.9)
    expect(ratio, name).toBeLessThan(1.1)
  }
})
