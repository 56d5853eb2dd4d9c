import { scriptedModel } from '@artoo/llm/testing'
import { memoryJournal } from '@artoo/runtime'
import { describe, expect, it } from 'vitest'
import { createOmega } from '../src/index.js'
import { plain, world } from './world.js'

const model = scriptedModel({})
const invalid = 'invalid_option'
const run = () => ({})

function refusal(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return 'it was taken'
}

describe('createOmega refuses', () => {
  it.each<[string, unknown, string, string]>([
    ['nothing', undefined, invalid, 'options'],
    ['an option that nobody reads', { model, color: 'red' }, invalid, 'color'],
    ['no model', {}, invalid, 'model'],
    ['no model where some agents are functions', { agents: { 1: run } }, invalid, 'model'],
    ['two ways to name models', { model, models: [model] }, invalid, 'models'],
    ['an empty list of models', { models: [] }, invalid, 'models'],
    ['models that are no list', { models: model }, invalid, 'models'],
    ['what is no model', { model: 5 }, invalid, 'model'],
    ['what is no model in a list', { models: [model, 5] }, invalid, 'models.1'],
    ['a family without a name', { models: [{ model, family: '' }] }, invalid, 'models.0.family'],
    ['the family of code', { models: [{ model, family: 'code' }] }, invalid, 'models.0.family'],
    ['a family of no model', { models: [{ model: 5, family: 'a' }] }, invalid, 'models.0'],
    ['an agent that is not there', { model, agents: { 58: run } }, invalid, 'agents.58'],
    ['an agent under another spelling of its id', { model, agents: { '01': run } }, invalid, 'agents.01'],
    ['an agent of memory', { model, agents: { 54: run } }, invalid, 'agents.54'],
    ['PHI as a function', { model, agents: { 57: run } }, invalid, 'agents.57'],
    ['an agent that is no function', { model, agents: { 1: 'x' } }, invalid, 'agents.1'],
    ['an agent of no family', { model, agents: { 1: { run } } }, invalid, 'agents.1'],
    ['an agent without what it runs', { model, agents: { 1: { family: 'a' } } }, invalid, 'agents.1'],
    ['agents that are no object', { model, agents: null }, invalid, 'agents'],
    ['agents in a list', { model, agents: [run] }, invalid, 'agents'],
    ['a card of nobody', { model, cards: { 99: {} } }, 'invalid_roster', '99'],
    ['a card under another spelling of its id', { model, cards: { '1.0': {} } }, 'invalid_roster', '1.0'],
    ['another name on a card', { model, cards: { 44: { name: 'Me' } } }, 'invalid_roster', '44.name'],
    ['cards that are no object', { model, cards: 5 }, invalid, 'cards'],
    ['a limit that nobody reads', { model, limits: { time: 1 } }, invalid, 'limits.time'],
    ['a limit of nothing', { model, limits: { modelCalls: 0 } }, invalid, 'limits.modelCalls'],
    ['limits that are none', { model, limits: 5 }, invalid, 'limits'],
    ['no place for a call', { model, concurrency: 0 }, invalid, 'concurrency'],
    ['part of a place', { model, concurrency: 1.5 }, invalid, 'concurrency'],
    ['another order of conditions', { model, order: 'failure_first' }, invalid, 'order'],
    ['memory that is none', { model, memory: {} }, invalid, 'memory.recall'],
    ['tools that are no list', { model, tools: {} }, invalid, 'tools'],
    ['two checks of a name', { model, checks: [check('a'), check('a')] }, 'duplicate_name', 'checks'],
    ['checks that are no list', { model, checks: 'a' }, invalid, 'checks'],
  ])('%s', (_, options, code, field) => {
    expect(refusal(() => createOmega(options as never))).toMatchObject({ code, field })
  })
})

function check(name: string) {
  return { name, description: name, run: () => ({ pass: true, evidence: '' }) }
}

describe('deliberate refuses', () => {
  it.each<[string, unknown, unknown, string]>([
    ['no problem', '', {}, 'problem'],
    ['only space', ' \n', {}, 'problem'],
    ['what is no text', 5, {}, 'problem'],
    ['a document', 'x'.repeat(20_001), {}, 'problem'],
    ['an option that nobody reads', 'Why?', { color: 'red' }, 'color'],
    ['another type', 'Why?', { type: 'POETIC' }, 'type'],
    ['another subtype', 'Why?', { subtype: 'POETIC' }, 'subtype'],
    ['a subtype of another type', 'Why?', { type: 'META', subtype: 'CAUSAL' }, 'subtype'],
    ['another characteristic', 'Why?', { characteristics: ['odd'] }, 'characteristics.0'],
    ['stakes in other words', 'Why?', { stakes: 'low' }, 'stakes'],
    ['uncertainty between the two', 'Why?', { uncertainty: 'MEDIUM' }, 'uncertainty'],
    ['a word for yes', 'Why?', { wellDefined: 'yes' }, 'wellDefined'],
    ['a number for yes', 'Why?', { trivial: 1 }, 'trivial'],
    ['a limit of nothing', 'Why?', { limits: { tokens: 0 } }, 'limits.tokens'],
    ['a signal that is none', 'Why?', { signal: {} }, 'signal'],
    ['to wait without a journal that lasts', 'Why?', { onUnanswered: 'wait' }, 'onUnanswered'],
    ['another way to wait', 'Why?', { onUnanswered: 'maybe' }, 'onUnanswered'],
    ['somebody to ask who is no function', 'Why?', { clarify: 5 }, 'clarify'],
  ])('%s', (_, problem, options, field) => {
    const { omega } = world()
    expect(refusal(() => omega.deliberate(problem as never, options as never))).toMatchObject({ code: invalid, field })
  })
})

describe('what is given', () => {
  it('may be left undefined', async () => {
    const { omega } = world({
      tools: undefined,
      checks: undefined,
      cards: undefined,
      memory: undefined,
      order: undefined,
    })
    expect(await omega.deliberate('Why?', { ...plain, limits: undefined, signal: undefined })).toMatchObject({
      status: 'SUCCESS',
    })
  })

  it('for one deliberation goes before what is given for all', async () => {
    const { omega } = world({ limits: { timeMs: 5_000, modelCalls: 7 } })
    const own = omega.deliberate('Why?', { ...plain, limits: { modelCalls: 3, timeMs: undefined } as object })
    await own
    expect(own.events.find(({ type }) => type === 'DeliberationBegun')?.payload).toMatchObject({
      limits: { timeMs: 5_000, modelCalls: 3, tokens: null },
    })
  })

  it('as context reaches agents that compute untouched', async () => {
    const context = { user: Symbol('u') }
    const seen: unknown[] = []
    const { omega } = world({
      script: {
        1: (_, usual, { context: given }) => {
          seen.push(given)
          return usual
        },
      },
    })
    await omega.deliberate('Why?', { ...plain, context })
    expect(seen).toEqual([context])
  })

  it('without a model is enough where all compute and nothing has to be read', async () => {
    const { omega } = world({ model: undefined } as object)
    expect((await omega.deliberate('Why?', plain)).status).toBe('SUCCESS')
    const unread = await omega.deliberate('Why?')
    expect(unread).toMatchObject({ status: 'FAILURE', why: expect.stringContaining('give createOmega one') })
  })

  it('is estimated before anything is spent: exactly where its kind is known', () => {
    const { omega, asked, model: silent } = world()
    const { least, most } = omega.estimate('Why?', plain)
    expect(least).toEqual(most)
    const open = omega.estimate('Why?')
    expect(open.least.first.inputTokens).toBeLessThan(open.most.first.inputTokens)
    expect([asked, silent.requests]).toEqual([[], []])
    for (const [problem, known, field] of [
      ['Why?', { type: 'META', subtype: 'CAUSAL' }, 'subtype'],
      ['Why?', { stake: 'LOW' }, 'stake'],
      ['', {}, 'problem'],
    ] as const)
      expect(refusal(() => omega.estimate(problem, known as object))).toMatchObject({ code: invalid, field })
  })
})

describe('what goes on with a deliberation refuses', () => {
  it.each<[string, unknown, string]>([
    ['fork', undefined, 'at'],
    ['fork', {}, 'at'],
    ['fork', null, 'options'],
    ['fork', 'e', 'options'],
    ['fork', { at: 'e', deciders: () => [] }, 'deciders'],
    ['resume', null, 'options'],
    ['resume', { takeover: true }, 'takeover'],
    ['replay', { profil: 'paper' }, 'profil'],
    ['replay', null, 'options'],
    ['tasks', { state: 'done' }, 'state'],
    ['tasks', { stat: 'ended' }, 'stat'],
  ])('%s with %o', (name, given, field) => {
    const { omega } = world({ journal: memoryJournal() })
    const open = omega as unknown as Record<string, (...given: unknown[]) => unknown>
    const act = () => (name === 'tasks' ? open[name]?.(given) : open[name]?.('task', given))
    expect(refusal(act)).toMatchObject({ name: 'ArtooError', code: invalid, field })
  })

  it('options where the id belongs', async () => {
    const { omega } = world({ journal: memoryJournal() })
    const expected = { code: 'invalid_task_id', field: 'taskId' }
    expect(refusal(() => omega.fork({ at: 'e' } as never, { at: 'e' }))).toMatchObject(expected)
    expect(refusal(() => omega.resume({} as never))).toMatchObject(expected)
    await expect(omega.replay({} as never)).rejects.toMatchObject(expected)
  })
})

it('a journal is needed to go on, to fork and to replay', () => {
  const { omega } = world({ journal: undefined })
  for (const act of [() => omega.resume('t'), () => omega.fork('t', { at: 'e' }), () => omega.replay('t')])
    expect(refusal(act)).toMatchObject({ code: 'no_journal' })
  const other = createOmega({ model, journal: memoryJournal() })
  expect(refusal(() => other.resume('t', { colour: 1 } as never))).toMatchObject({ code: invalid })
})
