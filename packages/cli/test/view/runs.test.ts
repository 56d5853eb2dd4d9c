import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personRequestsIn } from '@artoo/runtime'
import { createArtoo, defineTool, type RunEvent, usageByRole } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'
import { honest, scriptedModel } from '@artoo/sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import {
  decisionLines,
  emptyView,
  plainPaint,
  planLines,
  requestLines,
  resultLines,
  type TaskView,
  viewAfter,
} from '../../src/view/index.js'

const look = { width: 80, paint: plainPaint }

/** The views of a run, one after each event. */
function viewsOf(events: readonly RunEvent[]): readonly TaskView[] {
  let view = emptyView
  return events.map((event) => {
    view = viewAfter(view, event)
    return view
  })
}

test('parallel work of which a part fails is replanned, and what is done is kept', async () => {
  const stock = defineTool({
    ...{ name: 'stock_of', description: 'The stock.', input: z.object({ fruit: z.string() }), effect: 'read' },
    target: ({ fruit }) => fruit,
    execute({ fruit }) {
      if (fruit === 'apples') throw new Error('no apples in the list')
      return '7 in stock'
    },
  })
  const criteria = [{ text: 'the number', mode: 'plausible' }]
  const part = (intent: string) => ({ intent, sequence: 1, criteria, tools: ['stock_of'] })
  const verdicts = { json: { verdicts: [{ criterion: 1, verdict: 'pass', evidence: '7 in stock' }] } }
  const model = scriptedModel(
    {
      plan: [
        { json: { criteria, subtasks: [part('count apples'), part('count pears')] } },
        { json: { criteria, subtasks: [part('count apple')] } },
      ],
      execution({ messages }) {
        const fruit = /count (\w+)/.exec(JSON.stringify(messages[1]))?.[1]
        if (messages.at(-1)?.role !== 'tool') return { toolCalls: [{ name: 'stock_of', input: { fruit } }] }
        const status = fruit === 'apples' ? 'failed' : 'completed'
        return { json: { status, output: `7 ${fruit}`, reason: 'no apples' } }
      },
      ...{
        verdicts,
        last_verdicts: verdicts,
        verification: { json: { output: '7 and 7', verdicts: verdicts.json.verdicts } },
      },
    },
    { repeatLast: true },
  )
  const artoo = createArtoo({ model, tools: [stock], dreamer: false })
  onTestFinished(() => artoo.close())
  const run = artoo.run('How many apples and pears are there?')
  await run
  const views = viewsOf(run.events)
  const plans = new Set(views.map((view) => planLines(view, look).join('\n')))
  expect(plans).toContain('Plan\n  ◐ count apples                        │ ◐ count pears')
  const last = views.at(-1) ?? emptyView
  expect(planLines(last, look)).toEqual([
    'Plan, round 2',
    '  ✓ count pears (kept)',
    '  ✓ count apple (instead of: count apples)',
  ])
  expect(last.calls.map(({ tool, target, state, line }) => [tool, target, state, line])).toEqual([
    ['stock_of', 'apples', 'error', 'no apples in the list'],
    ['stock_of', 'pears', 'ok', '7 in stock'],
    ['stock_of', 'apple', 'ok', '7 in stock'],
  ])
  expect(last.decisions.map((decided) => decisionLines(decided, look)[0])).toEqual([
    'replan 1: ⊥ D .50 P .00 Ω .00 → change_path',
    'end, round 2: ↓ D .00 (was .50) P .00 Ω .20 ∇L −.30 → accept',
  ])
  expect(last.thinking).toEqual([])
  expect(last.spent.byRole).toEqual(usageByRole(run.events))
  expect(views.some(({ thinking }) => thinking.length === 2)).toBe(true)
})

test('a change that a person is asked about is shown with its diff, and then with the answer', async () => {
  const root = mkdtempSync(join(tmpdir(), 'artoo-view-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'notes.txt'), 'one\ntwo\n')
  const input = { path: 'notes.txt', content: 'one\nTWO\n' }
  const model = honest({
    calls: [
      { name: 'read_file', input: { path: 'notes.txt' } },
      { name: 'write_file', input },
    ],
    answer: 'The notes are written.',
  })
  const artoo = createArtoo({
    model,
    tools: standardTools({ root }),
    dreamer: false,
    confirm: () => ({ allow: 'once', by: 'ann' }),
  })
  onTestFinished(() => artoo.close())
  const run = artoo.run('Write TWO in notes.txt')
  await run
  const views = viewsOf(run.events)
  const askedAt = run.events.findIndex(({ type }) => type === 'ConfirmationRequest')
  const [request] = personRequestsIn(run.events.slice(0, askedAt + 1))
  if (request?.kind !== 'confirm') throw new Error('not asked')
  expect(requestLines(request, look)).toEqual([
    '? overwrite notes.txt',
    'reason   the file exists and its content would be lost',
    'tool     write_file',
    'for      The notes are written.',
    'undo     a snapshot is kept, so it can be taken back',
    ...['   1   one', '   2 - two', '   2 + TWO'],
    ...['yes may mean:', '  once    this call alone', '  task    write_file: ** (each file can be taken back)'],
  ])
  const last = views.at(-1) ?? emptyView
  expect(last.calls.slice(1)).toMatchObject([
    { tool: 'write_file', target: 'notes.txt', state: 'ok', line: '+1 −1', answer: { by: 'ann' } },
  ])
  expect(last.result && resultLines(last.result, look)).toEqual([
    '✓ done, checked by a model',
    '  Wrote notes.txt. Both checks passed (by a model).',
    '  changed with your yes: write_file notes.txt, 8 → 8 bytes',
  ])
})
