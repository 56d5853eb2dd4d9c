import { scriptedModel } from '@artoo/llm/testing'
import { runPair } from '@artoo/roles'
import { defineCheck, defineTool } from '@artoo/tools'
import { expect, test } from 'vitest'
import * as z from 'zod'

const done = { json: { status: 'completed', output: 'wrote it', reason: null } }
const saidSo = defineCheck({
  name: 'written',
  description: 'something was written',
  arguments: z.object({}),
  run: () => ({ pass: notes.length > 0, evidence: `${notes.length} notes` }),
})
let notes: string[] = []
const write = defineTool({
  name: 'note',
  description: 'keeps a note',
  input: z.object({ text: z.string() }),
  effect: () => ({ kind: 'repeatable' }),
  target: ({ text }) => text,
  execute: ({ text }) => {
    notes.push(text)
    return 'kept'
  },
})

const task = {
  intent: 'keep a note',
  context: 'it is for the archive',
  criteria: [
    { text: 'a note is kept', mode: 'verifiable', source: 'records', check: { name: 'written', arguments: {} } },
  ],
} as const

test('an executor and a validator do one subtask, and code decides whether it is done', async () => {
  notes = []
  const model = scriptedModel({
    execution: [done, { toolCalls: [{ name: 'note', input: { text: 'hello' } }] }, done],
  })
  const outcome = await runPair(task, { model, tools: [write], checks: [saidSo] })
  expect(outcome).toMatchObject({ status: 'matched', attempts: 2, output: 'wrote it' })
  expect(notes).toEqual(['hello'])
  expect(JSON.stringify(model.requests[0])).toContain('it is for the archive')
})

test('a pair that is called off has failed, and says why', async () => {
  const model = scriptedModel({ execution: ['hang'] })
  const signal = AbortSignal.abort(new Error('not wanted any more'))
  const outcome = await runPair({ ...task, signal }, { model, tools: [write], checks: [saidSo] })
  expect(outcome).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('not wanted any more') })
})
