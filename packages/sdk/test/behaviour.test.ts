import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { createMemory, environmentEntity, intentSpace } from '@artoo/mkct'
import { createArtoo } from '@artoo/sdk'
import type { Check } from '@artoo/spec'
import { standardTools } from '@artoo/tools/node'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { answers, fixed, planOf, straightThrough, subtask } from './script.js'

describe('checks', () => {
  const shouts: Check = {
    name: 'shouts',
    description: 'the output is in capital letters',
    run: ({ output }) => ({ pass: output === output.toUpperCase(), evidence: `the output is ${output}` }),
  }
  const criterion = { text: 'it shouts', mode: 'verifiable', check: { name: 'shouts' } }
  const plan = { json: { criteria: [criterion], subtasks: [{ intent: 'greet', criteria: [criterion] }] } }

  test('a criterion with a check is decided by code, and no model is asked about it', async () => {
    const loud = { json: { status: 'completed', output: 'HELLO' } }
    const merge = { json: { output: 'HELLO', verdicts: [] } }
    const model = scriptedModel({ ...straightThrough, plan, execution: loud, verification: merge })
    const artoo = createArtoo({ model, checks: [shouts], ...fixed() })
    expect((await artoo.run('Greet loudly')).directive).toBe('accept')
    expect(model.requests.map((request) => request.output?.name)).not.toContain('verdicts')
    await artoo.close()
  })

  test('a model that says pass can not overrule a check that says fail', async () => {
    const flattering = { json: { output: 'hello', verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'great' }] } }
    const soft = planOf(subtask('greet'))
    const withCheck = { json: { ...soft.json, criteria: [criterion] } }
    const model = scriptedModel({ ...straightThrough, plan: withCheck, verification: flattering }, { repeatLast: true })
    const artoo = createArtoo({ model, checks: [shouts], limits: { replans: 0 }, ...fixed() })
    const result = await artoo.run('Greet loudly')
    expect(result).toMatchObject({
      directive: 'deliver',
      status: 'partial',
      missing: [{ what: 'it shouts' }],
      output: expect.stringContaining('hello'),
    })
    await artoo.close()
  })
})

describe('Law 1', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'artoo-law1-'))
    writeFileSync(join(root, 'precious.txt'), 'keep me')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const remove = { toolCalls: [{ name: 'shell', input: { command: 'rm precious.txt' } }] }
  const script = {
    ...straightThrough,
    plan: planOf(subtask('tidy up', ['shell'])),
    execution: [remove, answers.execution],
  }

  test('without a confirm function nothing is deleted, and the result says why', async () => {
    const model = scriptedModel({ ...script, execution: [remove, answers.infeasible] })
    const artoo = createArtoo({ model, tools: standardTools({ root }), limits: { replans: 0 }, ...fixed() })
    const result = await artoo.run('Tidy up')
    expect(result).toMatchObject({ directive: 'abandon', output: null })
    expect(result.summary).toMatch(/^Nothing was changed\. .*“shell rm precious\.txt” was refused/)
    expect(readFileSync(join(root, 'precious.txt'), 'utf8')).toBe('keep me')
    await artoo.close()
  })

  test('the host is asked for exactly this call and may allow it', async () => {
    const asked: string[] = []
    const artoo = createArtoo({
      model: scriptedModel(script),
      tools: standardTools({ root }),
      confirm: ({ tool, target }) => {
        asked.push(`${tool}: ${target}`)
        return true
      },
      ...fixed(),
    })
    expect((await artoo.run('Tidy up')).directive).toBe('accept')
    expect(asked).toEqual(['shell: rm precious.txt'])
    expect(readdirSync(root)).toEqual([])
    await artoo.close()
  })
})

describe('clarification', () => {
  const question = { json: { intent: 'greet', questions: ['Whom?', 'How loudly?'] } }
  const other = { json: { intent: 'greet', questions: ['When?'] } }

  test('questions are batched, the answer goes back to the perceiver', async () => {
    const model = scriptedModel({ ...straightThrough, task_spec: [question, answers.taskSpec] })
    const asked: string[][] = []
    const artoo = createArtoo({
      model,
      clarify: (requests) => {
        asked.push(requests.map(({ question }) => question))
        return 'The world, softly'
      },
      ...fixed(),
    })
    expect((await artoo.run('Greet')).directive).toBe('accept')
    expect(asked).toEqual([['Whom?', 'How loudly?']])
    expect(model.requests[1]?.messages[1]?.content).toContain('The world, softly')
    await artoo.close()
  })

  test('after two rounds, or an empty answer, the task goes on', async () => {
    for (const [answer, rounds] of [
      ['still unsure', 2],
      ['', 1],
    ] as const) {
      let asked = 0
      const model = scriptedModel({ ...straightThrough, task_spec: [question, other, question] }, { repeatLast: true })
      const clarify = () => {
        asked++
        return answer
      }
      const artoo = createArtoo({ model, clarify, ...fixed() })
      expect((await artoo.run('Greet')).directive).toBe('accept')
      expect(asked).toBe(rounds)
      await artoo.close()
    }
  })
})

describe('memory', () => {
  test('what a task learned reaches the planner of the next one', async () => {
    const { clock, ids } = fixed()
    const memory = createMemory({ clock })
    const model = scriptedModel(straightThrough, { repeatLast: true })
    const artoo = createArtoo({ depth: 'full', model, memory, memoryProfile: 'paper', clock, ids })
    await artoo.run('Say hello')
    await memory.flush()
    const potentials = await memory.potentials(intentSpace('say hello'), environmentEntity())
    expect(potentials).toMatchObject({ action: 'exploit' })
    await artoo.run('Say hello')
    const plans = model.requests.filter((request) => request.output?.name === 'plan')
    const preferences = plans.map(
      (request) => JSON.parse(request.messages[1]?.content ?? '').constraints?.shouldPrefer ?? [],
    )
    expect(preferences[0]).toEqual([])
    expect(preferences[1][0]).toContain('say hello')
    await artoo.close()
    await memory.close()
  })
})

describe('the auditor', () => {
  test('reports on demand what happened since its last report', async () => {
    const model = scriptedModel(
      { ...straightThrough, verdicts: [answers.fail, answers.pass, answers.pass] },
      { repeatLast: true },
    )
    const artoo = createArtoo({ model, ...fixed() })
    await artoo.run('Say hello')
    expect(await artoo.audit()).toMatchObject({
      tasksStarted: 1,
      tasksEnded: { accepted: 1 },
      corrections: 1,
      violations: [],
    })
    expect(await artoo.audit()).toMatchObject({ tasksStarted: 0, corrections: 0 })
    await artoo.close()
  })
})

describe('options', () => {
  const model = scriptedModel({})
  const tool = standardTools({ root: '.' })[0]
  const wrong: readonly [name: string, options: unknown, code: string, field: string][] = [
    ['no model', {}, 'invalid_option', 'model'],
    ['half a pair of models', { model: { brain: model } }, 'invalid_option', 'model'],
    ['a limit that is no number', { model, limits: { modelCalls: Number.NaN } }, 'invalid_option', 'limits.modelCalls'],
    ['an unknown limit', { model, limits: { calls: 3 } }, 'invalid_option', 'limits.calls'],
    ['a negative gain', { model, hyperparameters: { alpha: -1 } }, 'invalid_hyperparameter', 'hyperparameters.alpha'],
    ['a model without an id', { model: { generate() {} } }, 'invalid_option', 'model'],
    ['something that is no tool', { model, tools: [{ name: 'x' }] }, 'invalid_option', 'tools.0'],
    ['a confirm that can not be called', { model, confirm: 'yes' }, 'invalid_option', 'confirm'],
    ['limits of null', { model, limits: null }, 'invalid_option', 'limits'],
    [
      'a time budget in two places',
      { model, hyperparameters: { timeBudgetMs: 1 } },
      'invalid_option',
      'hyperparameters.timeBudgetMs',
    ],
    ['two tools of one name', { model, tools: [tool, tool] }, 'duplicate_name', 'tools'],
    [
      "a tool named like one of artoo's own",
      { model, tools: [{ ...tool, name: 'compute' }] },
      'reserved_name',
      'tools',
    ],
    ['an unknown tier', { model, tiers: { R3: 'huge' } }, 'invalid_option', 'tiers.R3'],
    ['a tier for a role without a model', { model, tiers: { R7: 'brain' } }, 'invalid_option', 'tiers.R7'],
    ['a validator weaker than the planner', { model, tiers: { R4b: 'tool' } }, 'validator_too_weak', 'tiers.R4b'],
  ]

  test.each(wrong)('%s is refused at once', (_, options, code, field) => {
    expect(() => createArtoo(options as Parameters<typeof createArtoo>[0])).toThrow(
      expect.objectContaining({ code, field }),
    )
  })

  test('closing twice is closing once', async () => {
    const artoo = createArtoo({ depth: 'full', model })
    await Promise.all([artoo.close(), artoo.close()])
    await artoo.close()
  })

  test('an empty task is refused', async () => {
    const artoo = createArtoo({ depth: 'full', model })
    expect(() => artoo.run('  ')).toThrow(expect.objectContaining({ code: 'invalid_input', field: 'text' }))
    await artoo.close()
  })

  test('brain and tool tiers get the roles of the paper', async () => {
    const script = scriptedModel(straightThrough, { id: 'both' })
    const named = (id: string) => ({ id, generate: script.generate })
    const artoo = createArtoo({ model: { brain: named('big'), tool: named('fast') }, ...fixed() })
    const run = artoo.run('Say hello')
    await run
    const used = run.events.flatMap((event) =>
      event.type === 'ModelCall' ? [[event.payload.role, event.payload.modelId]] : [],
    )
    expect(Object.fromEntries(used)).toEqual({ R1: 'big', R2: 'big', R3: 'fast', R4a: 'fast', R4b: 'big' })
    await artoo.close()
  })
})

describe('the run handle', () => {
  test('gives every reader all events, early or late, and ends them', async () => {
    const artoo = createArtoo({ model: scriptedModel(straightThrough), ...fixed() })
    const run = artoo.run('Say hello')
    const read = async () => {
      const types: string[] = []
      for await (const event of run) types.push(event.type)
      return types
    }
    const early = await read()
    expect(early.at(0)).toBe('TaskStarted')
    expect(early.at(-1)).toBe('FinalResult')
    expect(await read()).toEqual(early)
    await artoo.close()
  })

  test('types its events by their type, and its result', async () => {
    const artoo = createArtoo({ model: scriptedModel(straightThrough), ...fixed() })
    const run = artoo.run('Say hello')
    for await (const event of run) {
      if (event.type === 'ControlDecision') expectTypeOf(event.payload.loss.D).toEqualTypeOf<number>()
      if (event.type === 'SubTask') expectTypeOf(event.to).toEqualTypeOf<'R3' | 'R4a'>()
      if (event.type === 'ToolResult') expectTypeOf(event.payload.status).toEqualTypeOf<'ok' | 'error' | 'refused'>()
    }
    const result = await run
    expectTypeOf(result.output).toEqualTypeOf<string | null>()
    expect(result.output).toBe('hello')
    await artoo.close()
  })
})
