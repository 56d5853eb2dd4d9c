import { createMemory } from '@artoo/mkct'
import { memoryProfiles } from '@artoo/roles'
import { createArtoo, defineTool, type LanguageModel, type MemoryProfileName, type ModelRequest } from '@artoo/sdk'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const hour = 3_600_000
const right = '42 rows, as asked for'

const tool = (name: string, gives: string) =>
  defineTool({
    name,
    description: `${name}s the figures`,
    input: z.object({ path: z.string() }),
    effect: 'read',
    target: ({ path }) => path,
    execute: () => gives,
  })

const said = (value: unknown) => ({ text: JSON.stringify(value), toolCalls: [], finishReason: 'stop' as const })
const briefIn = ({ messages }: ModelRequest) =>
  JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}') as Record<string, unknown>

/** A planner that takes the first tool that its brief speaks for, or at least not against. */
function readsItsBrief(chosen: string[]): LanguageModel {
  const criterion = { text: 'the figures are right', mode: 'verifiable' }
  const answers: Record<string, (request: ModelRequest) => ReturnType<LanguageModel['generate']>> = {
    async plan(request) {
      const {
        tools,
        constraints = {},
        earlierPlans = [],
      } = briefIn(request) as {
        tools: { name: string }[]
        constraints?: { shouldPrefer?: string[]; caution?: string[] }
        earlierPlans?: { tools: string[] }[][]
      }
      const tried = new Set(earlierPlans.flat().flatMap((plan) => plan.tools))
      const open = tools.map(({ name }) => name).filter((name) => !tried.has(name))
      const preferred = open.find((name) => constraints.shouldPrefer?.some((words) => words.startsWith(`use ${name} `)))
      const unwarned = open.find((name) => !constraints.caution?.some((words) => words.startsWith(`${name} failed`)))
      const name = preferred ?? unwarned ?? open[0] ?? ''
      chosen.push(name)
      const subtask = { intent: `${name} the figures`, criteria: [criterion], tools: [name] }
      return said({ criteria: [criterion], subtasks: [subtask] })
    },
    async execution({ messages, tools = [] }) {
      const result = messages.find(({ role }) => role === 'tool')
      if (result) return said({ status: 'completed', output: result.content })
      const call = { id: 'c', name: tools[0]?.name ?? '', input: { path: 'figures' } }
      return { text: '', toolCalls: [call], finishReason: 'tool_calls' }
    },
    async last_verdicts(request) {
      const { toolCalls, criteria } = briefIn(request) as {
        toolCalls: { id: string; output: string }[]
        criteria: { criterion: number }[]
      }
      const pass = toolCalls.some(({ output }) => output === right)
      const verdict = { verdict: pass ? 'pass' : 'fail', cause: pass ? null : 'wrong_method', evidence: 'rows' }
      const records = toolCalls.map(({ id }) => id)
      return said({ verdicts: criteria.map(({ criterion }) => ({ criterion, ...verdict, records })) })
    },
  }
  return {
    id: 'reader',
    generate: async (request) => answers[request.output?.name ?? '']?.(request) ?? said({}),
  }
}

async function tasks(memoryProfile: MemoryProfileName | undefined, ...words: string[]) {
  const clock = manualClock(Date.UTC(2026, 0, 1))
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  onTestFinished(() => memory.close())
  const chosen: string[] = []
  const artoo = createArtoo({
    model: readsItsBrief(chosen),
    tools: [tool('guess', '0 rows'), tool('ask', '1 row'), tool('count', right)],
    memory,
    memoryProfile,
    dreamer: false,
    clock,
    limits: { retries: 0 },
  })
  onTestFinished(() => artoo.close())
  for (const text of words) {
    expect(await artoo.run(text)).toMatchObject({ directive: 'accept', output: right })
    await memory.flush()
    clock.advance(6 * hour)
  }
  return chosen
}

const story = ['Give me the sales figures of March', 'The sales figures of May, please'] as const

test('a tool that failed at an intent is not chosen again, for the same in other words either', async () => {
  expect(await tasks(undefined, ...story)).toEqual(['guess', 'ask', 'count', 'count'])
})

test('by the profile of the paper nothing is learnt of a wrong method', async () => {
  expect(await tasks('paper', ...story)).toEqual(['guess', 'ask', 'count', 'guess', 'ask', 'count'])
})

test('another task’s lessons are not taken for this one’s', async () => {
  expect(await tasks(undefined, story[0], 'Translate a poem')).toEqual([
    ...['guess', 'ask', 'count'],
    'guess',
    'ask',
    'count',
  ])
})

test('an unknown profile is refused by name', () => {
  const wrong = { model: readsItsBrief([]), memoryProfile: 'best' } as never
  expect(() => createArtoo(wrong)).toThrow(
    expect.objectContaining({
      code: 'invalid_option',
      field: 'memoryProfile',
      message: expect.stringContaining('give one of paper, measured'),
    }),
  )
})

test('a table is refused, with the names that there are', () => {
  const model = readsItsBrief([])
  for (const table of [{ writes: {}, reads: { against: 'never' } }, memoryProfiles.measured])
    expect(() => createArtoo({ model, memoryProfile: table as never })).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        field: 'memoryProfile',
        message: 'memoryProfile: give one of paper, measured',
      }),
    )
})
