import { fromFunction } from '@artoo/llm'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { worked } from '../../../test/worked.js'
import { answers, planOf, straightThrough, subtask } from './script.js'

const look = defineTool({
  name: 'look',
  description: 'looks',
  input: z.looseObject({}),
  effect: 'read',
  execute: () => '',
})
const criterion = { text: 'c', mode: 'plausible' }
const step = { intent: 'i', criteria: [criterion], tools: [] }
const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
const many = (count: number, item: unknown) => Array.from({ length: count }, () => item)
const withTool = { ...straightThrough, plan: planOf(subtask('look', ['look'])) }

const limits = { timeMs: 3_000, replans: 0, retries: 0 }

/** The work, in milliseconds, of a task whose model answers so; it must not be more than fits into the time of the task. */
async function workOf(script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>): Promise<number> {
  const artoo = createArtoo({ model: scriptedModel(script, { repeatLast: true }), tools: [look], limits })
  const before = worked()
  const result = await artoo.run('Say hello')
  const took = worked() - before
  expect(result.directive).toBeDefined()
  await artoo.close()
  return took
}

/** One text, given for every output that the roles ask for. */
const texts: Readonly<Record<string, string>> = {
  '320 kB of an array without commas': `[1 ${'1 '.repeat(160_000)}`,
  'ten such arrays': `[${'1 '.repeat(16_000)}]\n`.repeat(10),
  '1 MB of prose': 'no brackets at all. '.repeat(50_000),
  '1 MB of brackets': '{[('.repeat(340_000),
  '1 MB of unescaped quotes': `{"a": "${'x" y "'.repeat(160_000)}"}`,
  '1 MB of spaces in an object': `{${' '.repeat(1_000_000)}`,
  '1 MB of an unclosed thought': `<think>${'well, '.repeat(160_000)}`,
  'fifty thousand levels': `{"intent": ${deep}}`,
}

describe('a mean answer ends within the time of its task', () => {
  test.each(Object.entries(texts))('%s', async (_, text) => {
    const script = {
      task_spec: { text },
      plan: { text },
      execution: { text },
      verdicts: { text },
      verification: { text },
    }
    for (const output of Object.keys(script) as (keyof typeof script)[]) {
      expect(await workOf({ ...straightThrough, [output]: script[output] }), output).toBeLessThan(4_000)
    }
  })

  test.each<[string, Readonly<Record<string, ScriptedTurn>>]>([
    ['an intent of 6,000 characters', { task_spec: { json: { intent: 'count the words '.repeat(375) } } }],
    ['an intent of one ligature that expands', { task_spec: { json: { intent: 'ﷺ'.repeat(3_900) } } }],
    ['an intent without spaces', { task_spec: { json: { intent: '统计文件的行数'.repeat(560) } } }],
    ['20,000 questions', { task_spec: { json: { intent: 'x', questions: many(20_000, 'Whom?') } } }],
    ['20,000 criteria', { plan: { json: { criteria: many(20_000, criterion), subtasks: [step] } } }],
    ['20,000 criteria that are none', { plan: { json: { criteria: many(20_000, {}), subtasks: [step] } } }],
    ['20,000 subtasks', { plan: { json: { criteria: [criterion], subtasks: many(20_000, step) } } }],
    ['20,000 tools', { plan: { json: { criteria: [criterion], subtasks: [{ ...step, tools: many(20_000, 'x') }] } } }],
    [
      '20,000 verdicts',
      { verdicts: { json: { verdicts: many(20_000, { criterion: 1, verdict: 'pass', evidence: 'e' }) } } },
    ],
    ['an output of 1 MB', { execution: { json: { status: 'completed', output: 'a'.repeat(1_000_000) } } }],
  ])('%s', async (_, script) => {
    expect(await workOf({ ...straightThrough, ...script })).toBeLessThan(4_000)
  })

  test.each<[string, readonly { readonly name: string; readonly input: unknown }[]]>([
    ['20,000 tool calls', many(20_000, { name: 'look', input: {} }) as never],
    ['a call with 1 MB of input', [{ name: 'look', input: { a: 'x'.repeat(1_000_000) } }]],
    ['a call as deep as the sea', [{ name: 'look', input: JSON.parse(deep) }]],
    ['a call of a tool with a name of 1 MB', [{ name: 'x'.repeat(1_000_000), input: {} }]],
  ])('%s', async (_, toolCalls) => {
    expect(await workOf({ ...withTool, execution: [{ toolCalls }, answers.execution] } as never)).toBeLessThan(4_000)
  })

  test('in words, too', async () => {
    for (const text of [...Object.values(texts), `{"tool_calls": ${JSON.stringify(many(20_000, { name: 'look' }))}}`]) {
      const artoo = createArtoo({ model: fromFunction(() => text), tools: [look], limits })
      const before = worked()
      expect((await artoo.run('Say hello')).directive).toBe('abandon')
      expect(worked() - before).toBeLessThan(4_000)
      await artoo.close()
    }
  })
})
