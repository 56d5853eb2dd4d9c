import { replay } from '@artoo/ggs'
import { auditStats, observationsOf } from '@artoo/insight'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, memoryJournal, type RunEvent, readEvents } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, fixed, planOf, straightThrough, subtask } from './script.js'

const secret = 'operation-nightingale'

const fetching = defineTool({
  name: 'fetch',
  description: 'fetches a page',
  input: z.object({ url: z.string() }),
  effect: 'read',
  target: ({ url }) => url,
  execute: () => {
    throw new Error(`no page about ${secret}`)
  },
})

/** A task that tells its secret everywhere: two subtasks of which one can't be done, another plan, then a merge that is accepted. */
async function journalled() {
  const pass = {
    json: { verdicts: [{ criterion: 1, verdict: 'pass', evidence: secret }], correction: null },
  } as const
  const script = {
    ...straightThrough,
    plan: [
      planOf(subtask(`read of ${secret}`, ['fetch']), subtask('greet')),
      planOf(subtask(`guess about ${secret}`), subtask('greet again')),
    ],
    execution: [
      { toolCalls: [{ name: 'fetch', input: { url: `https://a.example/${secret}` } }] },
      { json: { status: 'completed', output: `hello, ${secret}`, reason: null } },
      { json: { status: 'failed', output: secret, reason: `nobody knows ${secret}` } },
      answers.execution,
    ],
    verdicts: [pass],
    verification: [answers.accept],
  }
  const journal = memoryJournal()
  const model = scriptedModel(script, { repeatLast: true })
  const artoo = createArtoo({ model, tools: [fetching], journal, ...fixed() })
  const run = artoo.run(`Tell me about ${secret}`)
  const result = await run
  await artoo.close()
  return { run, result, journal, events: await readEvents<RunEvent>(journal, run.taskId) }
}

describe('the stats of a journal', () => {
  test('are those of the run that it is of', async () => {
    const { run, result, journal } = await journalled()
    const stats = await auditStats(journal)
    expect(await auditStats(run.events)).toEqual(stats)
    expect(stats.tasks).toHaveLength(1)
    expect(stats.tasks[0]).toMatchObject({ unread: 0, usage: result.usage.byRole })
    const { directive, reason, rounds, replans, elapsedMs } = result
    expect(stats.tasks[0]?.end).toEqual({ directive, reason, rounds, replans, elapsedMs })
    expect(stats.totals).toMatchObject({ replans: 1, tools: { calls: 1, stopped: 1, codes: { tool_failed: 1 } } })
  })

  test('hold what the controller saw and decided, and it decides so again', async () => {
    const { journal, events } = await journalled()
    const rounds = (await auditStats(journal)).tasks[0]?.rounds ?? []
    const decisions = events.flatMap((event) => (event.type === 'ControlDecision' ? [event.payload] : []))
    expect(decisions.map(({ directive }) => directive)).toEqual([expect.any(String), 'accept'])
    expect(rounds.map(({ decision }) => decision?.L)).toEqual(decisions.map(({ loss }) => loss.L))
    const withoutWords = rounds.flatMap(({ observation }) => observation ?? [])
    const essence = ({ directive, loss, gradient }: (typeof decisions)[number]) => ({ directive, loss, gradient })
    expect(replay(withoutWords).map(essence)).toEqual(replay(observationsOf(events)).map(essence))
  })

  test('are made of every beginning of it', async () => {
    const { events } = await journalled()
    const ends = events.findIndex(({ type }) => type === 'FinalResult')
    for (const [length] of events.entries()) {
      const { tasks, totals } = await auditStats(events.slice(0, length))
      expect(tasks.map(({ end, unread }) => [end === null, unread])).toEqual(length === 0 ? [] : [[length <= ends, 0]])
      expect(totals.rounds).toBe(observationsOf(events.slice(0, length)).length)
    }
  })

  test('tell nothing of what the task was about', async () => {
    const { journal, events } = await journalled()
    const types = ['UserInput', 'SubTask', 'ToolResult', 'ModelCall', 'ReplanRequest', 'FinalResult']
    for (const type of types) {
      expect(JSON.stringify(events.filter((event) => event.type === type)), type).toContain(secret)
    }
    const told = JSON.stringify(await auditStats(journal))
    for (const word of [secret, 'example', 'fetch', 'greet', 'page', 'hello']) expect(told).not.toContain(word)
  })
})
