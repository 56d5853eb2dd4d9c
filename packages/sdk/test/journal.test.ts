import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { replay } from '@artoo/ggs'
import { observationsOf } from '@artoo/insight'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, type Journal, memoryJournal, type RunEvent, readEvents } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { defineTool } from '@artoo/tools'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bundled } from '../../mkct/test/support/bundled.js'
import { answers, fixed, freshPlans, planOf, straightThrough, subtask } from './script.js'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-journal-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const lookup = defineTool({
  name: 'lookup',
  description: 'looks up',
  input: z.object({}),
  effect: 'read',
  execute: () => 'found',
})

/** One failed criterion of four must not be close enough. */
const strict = { delta: 0.1 }

/** A task with parallel subtasks, a later one, a tool call, a correction and a replan. */
async function eventfulRun(journal: Journal) {
  const first = planOf(subtask('one', ['lookup']), subtask('two'), subtask('three', [], 2))
  const script = {
    ...straightThrough,
    plan: [first, freshPlans()],
    execution: [{ toolCalls: [{ name: 'lookup', input: {} }] }, answers.execution],
    verdicts: [answers.fail, answers.pass, answers.pass, answers.pass, answers.pass],
    verification: [answers.reject, answers.accept],
  }
  const model = scriptedModel(script, { repeatLast: true })
  const artoo = createArtoo({ model, tools: [lookup], journal, hyperparameters: strict, ...fixed() })
  const run = artoo.run('Say hello')
  const result = await run
  await artoo.close()
  return { run, result }
}

test('with fixed time, ids and model two runs give byte-identical journals', async () => {
  const journals = ['a', 'b'].map((name) => fileJournal(join(directory, name)))
  const bytes = await Promise.all(
    journals.map(async (journal) => {
      const { run, result } = await eventfulRun(journal)
      expect(result).toMatchObject({ directive: 'accept', replans: 1 })
      return readFileSync(journal.pathOf(run.taskId), 'utf8')
    }),
  )
  expect(bytes[0]).not.toBe('')
  expect(bytes[0]).toBe(bytes[1])
})

test('the file holds what the handle showed, numbered without gaps', async () => {
  const journal = fileJournal(directory)
  const { run } = await eventfulRun(journal)
  expect(await readEvents(journal, run.taskId)).toEqual(run.events)
  expect(run.events.map((event) => event.seq)).toEqual(run.events.map((_, index) => index + 1))
})

test('a line that a crash cut short is left out', async () => {
  const journal = fileJournal(directory)
  const { run } = await eventfulRun(journal)
  appendFileSync(journal.pathOf(run.taskId), '{"id":"torn')
  expect(await readEvents(journal, run.taskId)).toEqual(run.events)
})

test('kill -9 loses no event that the host had seen', async () => {
  const script = await bundled(new URL('crashing-host.ts', import.meta.url))
  const host = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  const seen: string[] = []
  for await (const line of createInterface(host.stdout)) {
    seen.push(line)
    if (seen.some((text) => text.endsWith('MemoryReading')) && line.endsWith('ModelRequest')) break
  }
  host.kill('SIGKILL')
  await once(host, 'exit')
  const taskId = seen[0]?.split(' ')[0] ?? ''
  const journal = await readEvents(fileJournal(directory), taskId)
  expect(journal.map(({ seq, type }) => `${taskId} ${seq} ${type}`).slice(0, seen.length)).toEqual(seen)
})

test('every message but the first two names the one that caused it', async () => {
  const { run } = await eventfulRun(memoryJournal())
  const known = new Set<string>()
  for (const event of run.events) {
    if (event.from !== 'host') expect(known).toContain(event.causationId)
    known.add(event.id)
  }
})

test('the controller can be run over a journal again, with the same gains and with others', async () => {
  const journal = fileJournal(directory)
  const { run } = await eventfulRun(journal)
  const events = await readEvents<RunEvent>(journal, run.taskId)
  const decided = events.flatMap((event) => (event.type === 'ControlDecision' ? [event.payload] : []))
  const observations = observationsOf(events)
  expect(replay(observations, { hyperparameters: strict })).toEqual(decided)
  const resigned = replay(observations, { hyperparameters: { ...strict, maxReplans: 0 } })
  expect(resigned.map((decision) => decision.directive)).toEqual(['deliver'])
})

describe('a journal that fails', () => {
  /** Takes four writes. */
  function full(journal: Journal = memoryJournal()): Journal {
    let writes = 0
    return {
      ...journal,
      append(...given) {
        if (++writes > 4) throw new Error('no space left')
        return journal.append(...given)
      },
    }
  }

  async function failing(journal: Journal) {
    const artoo = createArtoo({ model: scriptedModel(straightThrough), journal, ...fixed() })
    const run = artoo.run('Say hello')
    const result = await run
    const { anomalies } = await artoo.audit()
    await artoo.close()
    return { result, run, anomalies: anomalies.map((anomaly) => anomaly.text) }
  }

  test('while the task runs ends it, and the result says so', async () => {
    const { result, run, anomalies } = await failing(full())
    expect(result).toMatchObject({ reason: 'host_failed', directive: 'abandon' })
    expect(result.summary).toContain('no space left')
    expect(run.events.filter((event: RunEvent) => event.type === 'FinalResult')).toHaveLength(1)
    expect(anomalies).toEqual(['the journal is incomplete: no space left'])
  })

  test.skipIf(!existsSync('/proc/self/fd'))('has its files closed (needs /proc to see that)', async () => {
    const files = fileJournal(directory)
    await failing({ ...files, append: full(files).append })
    const open = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return []
      }
    })
    expect(readdirSync(directory)).toHaveLength(1)
    expect(open.filter((path) => path.startsWith(directory))).toEqual([])
  })

  test('when it is finished changes no result, but the auditor reports it', async () => {
    const { result, anomalies } = await failing({
      ...memoryJournal(),
      append(_, lines) {
        if (lines.some(({ kind }) => kind === 'end')) throw new Error('the disk is gone')
      },
    })
    expect(result.reason).toBe('accepted')
    expect(anomalies).toEqual(['the journal is incomplete: the disk is gone'])
  })
})
