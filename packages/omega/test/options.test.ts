import { scriptedModel } from '@artoo/llm/testing'
import { memoryJournal } from '@artoo/runtime'
import { describe, expect, it } from 'vitest'
import { createOmega } from '../src/index.js'
import { plain, refusal, right, world } from './world.js'

const model = scriptedModel({})
const invalid = 'invalid_option'
const run = () => ({})
const check = (name: string) => ({ name, description: name, run: () => ({ pass: true, evidence: '' }) })
const anna = { name: 'Anna', stance: 'exploring' }
const judge = { name: 'Judge', stance: 'neutral' }
const panel = (...agents: unknown[]) => ({ model, panel: { agents } })

describe('createOmega refuses', () => {
  it.each<[string, unknown, string, string]>([
    ['nothing', undefined, invalid, 'options'],
    ['an option that nobody reads', { model, color: 'red' }, invalid, 'color'],
    ['no model', {}, invalid, 'model'],
    ['two ways to name models', { model, models: [model] }, invalid, 'models'],
    ['an empty list of models', { models: [] }, invalid, 'models'],
    ['what is no model', { model: 5 }, invalid, 'model'],
    ['what is no model in a list', { models: [model, 5] }, invalid, 'models.1'],
    ['a family without a name', { models: [{ model, family: '' }] }, invalid, 'models.0.family'],
    ['the family of code', { models: [{ model, family: 'code' }] }, invalid, 'models.0.family'],
    ['an agent that is not there', { model, agents: { 58: run } }, invalid, 'agents.58'],
    ['an agent of memory', { model, agents: { 54: run } }, invalid, 'agents.54'],
    ['an agent that is no function', { model, agents: { 1: 'x' } }, invalid, 'agents.1'],
    ['agents that are no object', { model, agents: null }, invalid, 'agents'],
    ['a card of nobody', { model, cards: { 99: {} } }, 'invalid_roster', '99'],
    ['a card of code', { model, cards: { 54: { purpose: 'Remembers' } } }, 'invalid_roster', '54'],
    ['another name on a card', { model, cards: { 44: { name: 'Me' } } }, 'invalid_roster', '44.name'],
    ['a card without a text', { model, cards: { 44: { purpose: ' ' } } }, 'invalid_roster', '44.purpose'],
    ['another size of panel', { model, panel: 'huge' }, invalid, 'panel'],
    ['the size under another name', { model, size: 'full' }, invalid, 'size'],
    ['another profile', { model, profile: 'strict' }, invalid, 'profile'],
    ['the profile paper on a quick panel', { model, profile: 'paper' }, invalid, 'profile'],
    ['the profile paper on a panel of one’s own', { ...panel(anna, judge), profile: 'paper' }, invalid, 'profile'],
    ['agents of the protocol beside others', { ...panel(anna, judge), agents: { 1: run } }, invalid, 'agents'],
    ['cards of the protocol beside others', { ...panel(anna, judge), cards: {} }, invalid, 'cards'],
    ['a panel of one', panel(anna), invalid, 'panel.agents'],
    ['a panel in which nobody answers', panel(judge, { ...judge, name: 'J' }), invalid, 'panel.agents'],
    ['two of one name', panel(anna, anna), invalid, 'panel.agents'],
    ['an agent without a name', panel(anna, { stance: 'neutral' }), invalid, 'panel.agents.1.name'],
    ['an agent that is none', panel(anna, null), invalid, 'panel.agents.1'],
    ['another stance', panel(anna, { name: 'B', stance: 'kind' }), invalid, 'panel.agents.1.stance'],
    [
      'instructions that are no text',
      panel({ ...anna, instructions: 5 }, judge),
      invalid,
      'panel.agents.0.instructions',
    ],
    ['a word about an agent that nobody reads', panel({ ...anna, role: 'x' }, judge), invalid, 'panel.agents.0.role'],
    ['a person who is a function', panel({ ...anna, person: true, run }, judge), invalid, 'panel.agents.0'],
    [
      'a person who attacks',
      panel(anna, { name: 'B', stance: 'hostile', person: true }),
      invalid,
      'panel.agents.1.stance',
    ],
    [
      'an agent’s model of the family of code',
      panel({ ...anna, model, family: 'code' }, judge),
      invalid,
      'panel.agents.0.model.family',
    ],
    ['a panel of its own without a model', { panel: { agents: [anna, { ...judge, run }] } }, invalid, 'model'],
    ['a limit that nobody reads', { model, limits: { time: 1 } }, invalid, 'limits.time'],
    ['a limit of nothing', { model, limits: { modelCalls: 0 } }, invalid, 'limits.modelCalls'],
    ['eleven iterations', { model, limits: { iterations: 11 } }, invalid, 'limits.iterations'],
    ['an agent’s model that is none', panel({ ...anna, model: 5 }, judge), invalid, 'panel.agents.0.model'],
    ['a function that is none', panel({ ...anna, run: 'x' }, judge), invalid, 'panel.agents.0.run'],
    ['a person who is one in other words', panel({ ...anna, person: 'yes' }, judge), invalid, 'panel.agents.0.person'],
    ['a family that is no text', panel({ ...anna, run, family: 5 }, judge), invalid, 'panel.agents.0.family'],
    ['a family of no model and no function', panel({ ...anna, family: 'x' }, judge), invalid, 'panel.agents.0.family'],
    ['memory that is none', { model, memory: {} }, invalid, 'memory.recall'],
    ['two checks of a name', { model, checks: [check('a'), check('a')] }, 'duplicate_name', 'checks'],
  ])('%s', async (_, options, code, field) => {
    expect(await refusal(() => createOmega(options as never))).toMatchObject({ code, field })
  })

  it.each([
    [
      'a word about a panel that nobody reads',
      { model, panel: { agents: [anna, judge], color: 'red' } },
      'panel.color',
    ],
  ])('%s', async (_, options, field) => {
    expect(await refusal(() => createOmega(options as never))).toMatchObject({ code: invalid, field })
  })
})

describe('deliberate refuses', () => {
  const { omega } = world()
  it.each<[string, unknown, unknown, string]>([
    ['no problem', '', {}, 'problem'],
    ['a document', 'x'.repeat(20_001), {}, 'problem'],
    ['an option that nobody reads', 'Why?', { color: 'red' }, 'color'],
    ['another type', 'Why?', { type: 'POETIC' }, 'type'],
    ['a subtype of another type', 'Why?', { type: 'META', subtype: 'CAUSAL' }, 'subtype'],
    ['stakes in other words', 'Why?', { stakes: 'low' }, 'stakes'],
    ['a limit of nothing', 'Why?', { limits: { tokens: 0 } }, 'limits.tokens'],
    ['a signal that is none', 'Why?', { signal: {} }, 'signal'],
    ['to wait without a journal that lasts', 'Why?', { onUnanswered: 'wait' }, 'onUnanswered'],
    ['somebody to ask who is no function', 'Why?', { clarify: 5 }, 'clarify'],
  ])('%s', async (_, problem, options, field) => {
    const given = await refusal(() => omega.deliberate(problem as never, options as never))
    expect(given).toMatchObject({ code: invalid, field })
  })
})

describe('what is given', () => {
  it('may be left undefined', async () => {
    const nothing = { tools: undefined, checks: undefined, cards: undefined, memory: undefined, profile: undefined }
    const run = world(nothing).omega.deliberate('Why?', { ...plain, limits: undefined, signal: undefined })
    expect(await run).toMatchObject({ status: 'SUCCESS' })
  })

  it('for one deliberation goes before what is given for all', async () => {
    const { omega } = world({ limits: { timeMs: 5_000, modelCalls: 7 } })
    const own = omega.deliberate('Why?', { ...plain, limits: { modelCalls: 3, timeMs: undefined } as object })
    await own
    expect(own.events.find(({ type }) => type === 'DeliberationBegun')?.payload).toMatchObject({
      limits: { timeMs: 5_000, modelCalls: 3, tokens: 100_000, iterations: 1 },
    })
  })

  it('as context reaches agents that compute untouched', async () => {
    const context = { user: Symbol('u') }
    const seen: unknown[] = []
    const agent = (_: unknown, { context: given }: { context: unknown }) => {
      seen.push(given)
      return { answer: right, confidence: 0.9 }
    }
    await world({ agents: { 1: agent } } as object).omega.deliberate('Why?', { ...plain, context })
    expect(seen).toEqual([context])
  })

  it('as a card’s text is what its agent is told', async () => {
    const { omega, calls } = world({ cards: { 10: { purpose: 'Thinks of the sea', instruction: 'Hum.' } } })
    await omega.deliberate('Why?', plain)
    expect(calls[1]?.prompt).toMatch(/^You are .*answers one problem\. Thinks of the sea\.\nHum\.\n/)
  })

  it('without a model is enough where all compute and nothing has to be read', async () => {
    const { omega, calls } = world({ models: undefined, computing: true } as object)
    expect((await omega.deliberate('Why?')).status).toBe('SUCCESS')
    expect(calls.every(({ family }) => family === 'code')).toBe(true)
    const other = world({ models: undefined, computing: true, panel: 'standard' } as object)
    const unread = await other.omega.deliberate('Why?')
    expect(unread).toMatchObject({ status: 'FAILURE', why: expect.stringContaining('give createOmega one') })
  })

  it('is estimated before anything is spent: exactly where its kind is known, or makes no difference', async () => {
    const { omega, calls } = world()
    const { least, most } = omega.estimate('Why?')
    expect(least).toEqual(most)
    expect(least.first).toMatchObject({ agents: 15, modelCalls: 15 })
    const standard = world({ panel: 'standard' }).omega
    const open = standard.estimate('Why?')
    expect(open.least.first.inputTokens).toBeLessThan(open.most.first.inputTokens)
    expect(standard.estimate('Why?', plain)).toMatchObject({
      least: { first: { agents: 18 } },
      most: { first: { agents: 18 } },
    })
    expect(calls).toEqual([])
    for (const [problem, known, field] of [
      ['Why?', { type: 'META', subtype: 'CAUSAL' }, 'subtype'],
      ['Why?', { stake: 'LOW' }, 'stake'],
      ['', {}, 'problem'],
    ] as const)
      expect(await refusal(() => omega.estimate(problem, known as object))).toMatchObject({ code: invalid, field })
  })
})

describe('what goes on with a deliberation refuses', () => {
  const { omega } = world()
  it.each<[string, unknown, string]>([
    ['fork', undefined, 'at'],
    ['fork', {}, 'at'],
    ['fork', null, 'options'],
    ['fork', { at: 'e', deciders: () => [] }, 'deciders'],
    ['resume', null, 'options'],
    ['resume', { takeover: true }, 'takeover'],
    ['replay', { profil: 'paper' }, 'profil'],
    ['tasks', { state: 'done' }, 'state'],
    ['tasks', { stat: 'ended' }, 'stat'],
  ])('%s with %o', async (name, given, field) => {
    const open = omega as unknown as Record<string, (...given: unknown[]) => unknown>
    const act = () => (name === 'tasks' ? open[name]?.(given) : open[name]?.('task', given))
    expect(await refusal(act)).toMatchObject({ name: 'ArtooError', code: invalid, field })
  })

  it('options where the id belongs', async () => {
    const expected = { code: 'invalid_task_id', field: 'taskId' }
    expect(await refusal(() => omega.fork({ at: 'e' } as never, { at: 'e' }))).toMatchObject(expected)
    expect(await refusal(() => omega.resume({} as never))).toMatchObject(expected)
    expect(await refusal(() => omega.replay({} as never))).toMatchObject(expected)
  })

  it('to go on without a journal', async () => {
    const silent = world({ journal: undefined }).omega
    for (const act of [() => silent.resume('t'), () => silent.fork('t', { at: 'e' }), () => silent.replay('t')])
      expect(await refusal(act)).toMatchObject({ code: 'no_journal' })
    const other = createOmega({ model, journal: memoryJournal() })
    expect(await refusal(() => other.resume('t', { colour: 1 } as never))).toMatchObject({ code: invalid })
  })
})
