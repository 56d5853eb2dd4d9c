import { profileNames } from '@artoo/ggs'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import {
  type Artoo,
  type ArtooOptions,
  createArtoo,
  defineTool,
  type FinalResult,
  type Question,
  type RunEvent,
  type RunHandle,
  type RunOptions,
} from '@artoo/sdk'
import type { ModelRequest } from '@artoo/spec'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, fixed, planOf, settle, straightThrough, subtask } from './script.js'

const { clock: _, ids: __, ...full } = fixed()

const list = defineTool({
  name: 'list',
  description: 'lists the config files',
  input: z.object({}),
  effect: 'read',
  execute: () => 'dev.json\nprod.json\ntest.json',
})

const which = { question: 'Which of the three?', choices: ['dev.json', 'prod.json', 'test.json'] }
const found = 'There are dev.json, prod.json and test.json.'

/** Finds three files, and asks which one is meant. */
const ambiguous = {
  ...straightThrough,
  plan: planOf(subtask('set the version in the config file', ['list'])),
  execution: [
    { toolCalls: [{ name: 'list', input: {} }] },
    { json: { status: 'needs', output: found, needs: [which] } },
    { json: { status: 'completed', output: 'set in prod.json' } },
  ],
} satisfies Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>

/** The planner asks before any work. */
const unclear = {
  ...straightThrough,
  plan: [{ json: { criteria: [], subtasks: [], needs: [which] } }, planOf(subtask('set it in prod.json'))],
}

async function run(
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>,
  options: Partial<ArtooOptions> = {},
  runOptions: RunOptions = {},
) {
  const { clock, ids } = fixed()
  const model = scriptedModel(script, { repeatLast: true })
  const artoo = createArtoo({ model, tools: [list], clock, ids, dreamer: false, ...options })
  const handle = artoo.run('Set the version in the config file to 2', runOptions) as RunHandle
  const result = await settle(handle, clock)
  await artoo.close()
  return { result, events: handle.events, model }
}

const all = <T extends RunEvent['type']>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)

const named = (requests: readonly ModelRequest[]) => requests.map(({ output }) => output?.name)

/** A person who answers each time in turn, and what was asked. */
function person(...given: unknown[]) {
  const asked: (readonly Question[])[] = []
  const clarify: NonNullable<ArtooOptions['clarify']> = (requests) => {
    asked.push(requests)
    return given[Math.min(asked.length, given.length) - 1] as never
  }
  return { asked, clarify }
}

describe('a question of the executor', () => {
  test('is put before the person once, and its answer goes on where the work stood', async () => {
    const { asked, clarify } = person({ answer: 'prod.json', by: 'Ada' })
    const { result, events, model } = await run(ambiguous, { clarify })
    expect(asked).toEqual([
      [
        {
          ...{ id: expect.stringMatching(/\.1$/), kind: 'question', required: true, from: 'executor', ...which },
          subtask: 'set the version in the config file',
        },
      ],
    ])
    expect(result).toMatchObject({ status: 'complete', output: 'set in prod.json' })
    expect(named(model.requests)).toEqual(['plan', 'execution', 'execution', 'execution', 'last_verdicts'])
    const [, , before, after] = model.requests
    expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages)
    expect(after?.messages.at(-1)?.content).toContain('prod.json')
    expect(all(events, 'ClarificationAnswer')[0]?.payload.answers).toEqual([
      { to: [asked[0]?.[0]?.id], answer: 'prod.json', by: 'Ada' },
    ])
  })

  test('is known to the judge with its answer', async () => {
    const { clarify } = person('prod.json')
    const { model } = await run(ambiguous, { clarify })
    const judge = model.requests.find(({ output }) => output?.name === 'last_verdicts')
    expect(JSON.parse(judge?.messages[1]?.content ?? '')).toMatchObject({
      clarifications: [{ questions: [which.question], answer: 'prod.json' }],
    })
  })

  test.each(profileNames)(
    'that nobody answers ends the task with it: no guess, no replan, no lesson (%s)',
    async (profile) => {
      const { result, events, model } = await run(ambiguous, { profile })
      expect(result).toMatchObject({
        ...{ status: 'partial', reason: 'needs_answer', output: found, replans: 0, changes: [] },
        missing: [{ what: which.question, needs: 'an answer' }],
      })
      expect(result.nextMoves).toEqual([
        'Run the request again with the answer in it: Which of the three? (dev.json, prod.json, test.json)',
        'Give a `clarify` that answers, so that the work can go on where it stood.',
      ])
      for (const type of ['PlanDirective', 'ControlDecision', 'Megram', 'CorrectionSignal'] as const) {
        expect(all(events, type)).toEqual([])
      }
      expect(named(model.requests)).toEqual(['plan', 'execution', 'execution'])
    },
  )

  test('stands for the change that waits for it', async () => {
    const change = { ...planOf(subtask('set it', ['list'])).json, asks: 'change' }
    const { result } = await run({ ...ambiguous, plan: { json: change } })
    expect(result.missing).toEqual([{ what: which.question, needs: 'an answer' }])
    expect(result.summary).toBe('Nothing was changed. “Which of the three?” was not answered.')
  })

  test('is its own output when nothing was found', async () => {
    const execution = { json: { status: 'needs', output: '', needs: [which, { access: 'the vault' }] } }
    const { result } = await run({ ...ambiguous, execution })
    expect(result).toMatchObject({
      ...{ status: 'partial', output: 'Which of the three?\nthe vault' },
      missing: [
        { what: which.question, needs: 'an answer' },
        { what: 'the vault', needs: 'access' },
      ],
    })
    expect(result.nextMoves.slice(0, 2)).toEqual([expect.stringContaining('Which'), 'Give access: the vault'])
  })

  test('lets the others of its sequence finish, whose work is part of the output', async () => {
    const plan = planOf(subtask('ask'), subtask('work'), subtask('later', [], 2))
    const execution: ScriptedTurn = ({ messages }) =>
      JSON.stringify(messages).includes('"intent\\": \\"ask')
        ? { json: { status: 'needs', output: found, needs: [which] } }
        : { json: { status: 'completed', output: 'worked' } }
    const { result } = await run({ ...straightThrough, plan, execution })
    expect(result.output).toBe(`work\nworked\n\nSo far: ask\n${found}`)
    expect(result.missing.map(({ what }) => what)).toEqual([which.question, 'later'])
  })

  test('may come twice in a subtask; then the model is told to go on, and one that can’t ends with it', async () => {
    const asks = (question: string) => ({ json: { status: 'needs', output: '', needs: [{ question }] } })
    const execution = [asks('One?'), asks('Two?'), asks('Three?'), answers.execution]
    const { asked, clarify } = person('1', '2')
    const { result, model } = await run({ ...ambiguous, execution }, { clarify })
    expect(asked.map(([first]) => first?.question)).toEqual(['One?', 'Two?'])
    expect(model.requests.at(-2)?.messages.at(-1)?.content).toMatch(/^Nothing more can be asked/)
    expect(result.status).toBe('complete')
    const stubborn = await run({ ...ambiguous, execution: [...execution.slice(0, 3), asks('Four?')] }, { clarify })
    expect(stubborn.result).toMatchObject({ reason: 'needs_answer', missing: [{ what: 'Four?' }] })
  })

  test('in the same words as before is answered from the first answer', async () => {
    const plan = planOf(subtask('one'), subtask('two', [], 2))
    const asks = (question: string) => ({ json: { status: 'needs', output: '', needs: [{ question }] } })
    const execution = [asks('Which file?'), answers.execution, asks(' which  FILE?'), answers.execution]
    const { asked, clarify } = person('prod.json')
    const { model } = await run({ ...straightThrough, plan, execution }, { clarify })
    expect(asked).toHaveLength(1)
    const told = model.requests.flatMap(({ output, messages }) =>
      output?.name === 'execution' ? [messages.at(-1)?.content ?? ''] : [],
    )
    expect(told.filter((text) => /^\{\s*"answers".*prod\.json/s.test(text))).toHaveLength(2)
  })

  test.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['left out', {}],
  ])('whose answer is %s is asked once more, and then nobody has answered it', async (_, given) => {
    const { asked, clarify } = person(given)
    const { result, model } = await run(ambiguous, { clarify })
    expect(result).toMatchObject({ status: 'partial', reason: 'needs_answer', output: found, changes: [] })
    expect(named(model.requests)).toEqual(['plan', 'execution', 'execution'])
    expect(asked.map(([first]) => first?.question)).toEqual([
      which.question,
      `(it needs an answer; to leave it to the agent, say so in words)\n${which.question}`,
    ])
  })

  test('goes on with the second answer, and with what was answered beside it', async () => {
    const both = { json: { status: 'needs', output: '', needs: [which, { question: 'To 2 or 2.0?' }] } }
    const asked: (readonly Question[])[] = []
    const clarify: ArtooOptions['clarify'] = (requests) => {
      asked.push(requests)
      return { [requests[0]?.id ?? '']: asked.length === 1 ? 'prod.json' : '2.0' }
    }
    const { result, events } = await run({ ...ambiguous, execution: [both, answers.execution] }, { clarify })
    expect(result.status).toBe('complete')
    expect(asked.map((one) => one.length)).toEqual([2, 1])
    expect(all(events, 'ClarificationAnswer')[0]?.payload.answers).toMatchObject([
      { to: [asked[0]?.[0]?.id], answer: 'prod.json' },
      { to: [asked[0]?.[1]?.id], answer: '2.0' },
    ])
  })

  test('that nobody answers in time ends the task', async () => {
    const clarify = () => new Promise<string>(() => {})
    const { result } = await run(ambiguous, { clarify, limits: { personTimeoutMs: 60_000 } })
    expect(result).toMatchObject({ reason: 'needs_answer', output: found })
  })

  test('is answered in words: for a grant the person is told how', async () => {
    const { asked, clarify } = person({ granted: true }, 'prod.json')
    const { result } = await run(ambiguous, { clarify })
    expect(asked[1]?.[0]?.question).toContain('a question is answered with a text, or { answer, by? }')
    expect(result.status).toBe('complete')
  })

  test('is answered by its id', async () => {
    const execution = [
      { json: { status: 'needs', output: '', needs: [which, { question: 'To 2 or 2.0?' }] } },
      answers.execution,
    ]
    const clarify: ArtooOptions['clarify'] = ([first, second]) => ({
      [first?.id ?? '']: 'prod.json',
      [second?.id ?? '']: { answer: '2.0', by: 'Bob' },
    })
    const { events } = await run({ ...ambiguous, execution }, { clarify })
    expect(all(events, 'ClarificationAnswer')[0]?.payload.answers).toMatchObject([
      { answer: 'prod.json', by: 'host' },
      { answer: '2.0', by: 'Bob' },
    ])
  })
})

describe('a question of the planner', () => {
  test('is asked before any work, and its answer is part of what the user said', async () => {
    const { asked, clarify } = person('prod.json')
    const { result, model } = await run(unclear, { clarify })
    expect(asked[0]).toMatchObject([{ from: 'planner', ...which }])
    expect(result.status).toBe('complete')
    expect(named(model.requests)).toEqual(['plan', 'plan', 'execution', 'last_verdicts'])
    const executor = JSON.parse(model.requests[2]?.messages[1]?.content ?? '')
    expect(executor.request).toContain('Which of the three? prod.json')
  })

  test('that nobody answers ends the task with it', async () => {
    const { result, model } = await run(unclear)
    expect(result).toMatchObject({
      ...{ status: 'partial', reason: 'needs_answer', output: which.question },
      missing: [{ what: which.question, needs: 'an answer' }],
    })
    expect(model.requests).toHaveLength(1)
  })

  test('stands alone', async () => {
    const both = { json: { ...unclear.plan[1]?.json, needs: [which] } }
    const { model } = await run({ ...unclear, plan: [both, ...unclear.plan] })
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('stands alone')
  })

  test('may come twice in a task', async () => {
    const asks = (question: string) => ({ json: { criteria: [], subtasks: [], needs: [{ question }] } })
    const { asked, clarify } = person('1', '2')
    const { result } = await run({ ...unclear, plan: ['One?', 'Two?', 'Three?', 'Four?'].map(asks) }, { clarify })
    expect(asked).toHaveLength(2)
    expect(result).toMatchObject({ reason: 'needs_answer', missing: [{ what: 'Four?' }] })
  })
})

test('what an executor was told is known to the next plan', async () => {
  const plan = [planOf(subtask('one way')), planOf(subtask('another way'))]
  const execution = [...ambiguous.execution.slice(1, 2), answers.infeasible, answers.execution]
  const { clarify } = person('prod.json')
  const { model } = await run({ ...ambiguous, plan, execution }, { clarify })
  const second = model.requests.filter(({ output }) => output?.name === 'plan')[1]
  expect(JSON.parse(second?.messages[1]?.content ?? '')).toMatchObject({
    clarifications: [{ questions: [which.question], answer: 'prod.json' }],
  })
})

test('a lean task with somebody to ask makes three model calls', async () => {
  const { model } = await run({ ...straightThrough }, { clarify: () => 'yes' })
  expect(named(model.requests)).toEqual(['plan', 'execution', 'last_verdicts'])
})

const token = 'Zq8-upload-token-77'

/** Uploads with the token of its context, and talks too much about it. */
const upload = defineTool({
  name: 'upload',
  description: 'uploads the file',
  input: z.object({}),
  effect: 'read',
  execute(_input, { context }) {
    const given = (context as { readonly token?: string } | undefined)?.token
    if (!given) throw new Error('UPLOAD_TOKEN is missing')
    return JSON.stringify({ url: `https://api.test/?key=${given}`, padding: given.repeat(2_000) })
  },
})

const asksForToken = {
  json: { status: 'needs', output: 'the token is missing', needs: [{ access: 'a token for the API (UPLOAD_TOKEN)' }] },
}

const needsToken = {
  ...straightThrough,
  plan: planOf(subtask('upload it', ['upload'])),
  execution: [asksForToken, { toolCalls: [{ name: 'upload', input: {} }] }, answers.execution],
}

describe('an access', () => {
  test('that is granted comes into the context of tools, and into no event, result or prompt', async () => {
    const { asked, clarify } = person({ granted: true, context: { token }, by: 'Ada' })
    const given = { user: 'ann' }
    const { events, model, result } = await run(needsToken, { clarify, tools: [upload] }, { context: given })
    expect(asked[0]).toMatchObject([{ kind: 'access', question: 'a token for the API (UPLOAD_TOKEN)' }])
    expect(result.status).toBe('complete')
    expect(model.requests[2]?.messages.at(-1)?.content).toContain('access was granted; the tools have: token')
    const [called] = all(events, 'ToolResult')
    expect(called?.payload).toMatchObject({ status: 'ok', output: expect.stringContaining('key=[secret token]') })
    expect(all(events, 'ClarificationAnswer')[0]?.payload.answers).toMatchObject([
      { granted: true, keys: ['token'], answer: '', by: 'Ada' },
    ])
    // Nor half of it, where the result was cut.
    for (const shown of [events, model.requests, result]) expect(JSON.stringify(shown)).not.toMatch(/Zq8|load-tok|n-77/)
    expect(given).toEqual({ user: 'ann' })
  })

  test('is known to a run that is a part of the task, where it is masked too', async () => {
    const inner: string[] = []
    const started = {} as { artoo: Artoo }
    const delegate = defineTool({
      ...{ name: 'delegate', description: 'has another do it', input: z.object({}), effect: 'read' },
      async execute(_input, { run: parent }) {
        const part: RunHandle = started.artoo.run('Upload it', { parent })
        await part
        inner.push(...part.events.flatMap((event) => (event.type === 'ToolResult' ? [event.payload.output] : [])))
        return 'uploaded'
      },
    })
    const plan: ScriptedTurn = ({ messages }) =>
      planOf(subtask('upload it', [messages[1]?.content.includes('Upload it') ? 'upload' : 'delegate']))
    const calls: ScriptedTurn = ({ messages, tools }) => {
      if (messages.at(-1)?.role === 'tool') return answers.execution
      const [tool] = tools ?? []
      const isAsked = tool?.name === 'upload' || JSON.stringify(messages).includes('was granted')
      return isAsked ? { toolCalls: [{ name: tool?.name ?? '', input: {} }] } : asksForToken
    }
    const model = scriptedModel({ ...needsToken, plan, execution: calls }, { repeatLast: true })
    const artoo = createArtoo({
      ...{ model, tools: [upload, delegate], dreamer: false },
      clarify: () => ({ granted: true, context: { token } }),
    })
    started.artoo = artoo
    const handle = artoo.run('Have it uploaded')
    expect(await handle).toMatchObject({ status: 'complete' })
    expect(inner).toEqual([expect.stringContaining('[secret token]')])
    expect(JSON.stringify([handle.events, model.requests])).not.toContain('upload-token')
    await artoo.close()
  })

  test('that is refused stays refused, as after a no to a call', async () => {
    const { asked, clarify } = person({ granted: false, note: 'not on Sundays' })
    const asks = asksForToken
    const execution = [
      asks,
      asks,
      { json: { status: 'failed', output: '', reason: 'without a token there is no way' } },
    ]
    const { model, events } = await run(
      { ...needsToken, execution },
      { clarify, tools: [upload], limits: { replans: 0 } },
    )
    expect(asked).toHaveLength(1)
    expect(model.requests[2]?.messages.at(-1)?.content).toContain('access was refused: not on Sundays')
    expect(all(events, 'ExecutionResult').at(-1)?.payload).toMatchObject({
      code: 'law1_refused',
      reason: expect.stringContaining('a token for the API (UPLOAD_TOKEN) was asked for and not granted'),
    })
  })

  test('is not granted in words, which the person is told', async () => {
    const { asked, clarify } = person('take mine', { granted: true, context: { token } })
    const { result } = await run(needsToken, { clarify, tools: [upload] })
    expect(asked[1]?.[0]?.question).toMatch(/words are no answer.*\{ granted: true, context\?, by\? \}/)
    expect(result.status).toBe('complete')
    const silent = await run(needsToken, { clarify: () => 'take mine', tools: [upload] })
    expect(silent.result.reason).toBe('needs_answer')
    expect(all(silent.events, 'ClarificationAnswer')[0]?.payload.answers).toMatchObject([{ code: 'invalid_answer' }])
  })

  test('is an access also when the model puts a question beside it', async () => {
    const both = { question: 'May I have the token?', access: 'a token' }
    const execution = { json: { status: 'needs', output: 'the token is missing', needs: [both] } }
    const { asked, clarify } = person({ granted: false })
    await run({ ...needsToken, execution: [execution, answers.execution] }, { clarify, tools: [upload] })
    expect(asked[0]).toMatchObject([{ kind: 'access', question: 'a token' }])
  })

  test('that nobody grants ends the task with it', async () => {
    const { result } = await run(needsToken, { tools: [upload] })
    expect(result).toMatchObject({
      ...{ status: 'partial', reason: 'needs_answer', output: 'the token is missing' },
      missing: [{ what: 'a token for the API (UPLOAD_TOKEN)', needs: 'access' }],
    })
  })
})

describe('an answer that looks like a secret', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`

  test('is asked for once more with the problem, and kept nowhere', async () => {
    const { asked, clarify } = person(`use ${secret}`, 'prod.json')
    const { result, events, model } = await run(ambiguous, { clarify })
    expect(asked[1]?.[0]?.question).toMatch(/looks like a secret and was not kept: .*context/)
    expect(result.status).toBe('complete')
    expect(JSON.stringify([events, model.requests, result])).not.toContain(secret)
  })

  test('and stays one is no answer', async () => {
    const { events, result } = await run(ambiguous, { clarify: () => secret })
    expect(result.reason).toBe('needs_answer')
    expect(all(events, 'ClarificationAnswer')[0]?.payload.answers).toMatchObject([
      { answer: '', by: null, code: 'secret_in_answer' },
    ])
    expect(JSON.stringify([events, result])).not.toContain(secret)
  })
})

test('a question in depth full is asked by the perceiver in the same shape', async () => {
  const { asked, clarify } = person('prod.json')
  const script = {
    ...straightThrough,
    task_spec: [{ json: { intent: 'set it', questions: ['Which one?'] } }, answers.taskSpec],
  }
  const { result }: { result: FinalResult } = await run(script, { ...full, clarify })
  expect(asked).toEqual([[{ id: expect.any(String), question: 'Which one?', kind: 'question', from: 'perceiver' }]])
  expect(result.status).toBe('complete')
})
