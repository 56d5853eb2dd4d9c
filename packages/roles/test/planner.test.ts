import type { Consultation, Reading } from '@artoo/mkct'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outputs } from '../src/index.js'
import type { Criterion } from '../src/messages/plan.js'
import { createPlanner } from '../src/planner/planner.js'
import type { PlannableCheck, PlannerComponents } from '../src/planner/state.js'
import { checked, directive, modelFailure, plausible, taskSpec, value, verifiable } from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf, payloadsOf, routesOf } from './drive.js'

const tools = ['glob', 'read_file', 'shell'].map((name) => ({ name, description: `${name} it` }))
fc.configureGlobal({ seed: 20260221 })

const checks: PlannableCheck[] = [{ name: 'word-count', description: 'counts words' }]
const argumentsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { most: { type: 'integer', minimum: 1, description: 'words' }, maximum: { type: 'string' } },
  required: ['most'],
  additionalProperties: false,
}
const nothing: Consultation = { readings: [], rules: [] }

const reading = (space: string, entity: string | null, action: Reading['action'], lesson: string): Reading => ({
  space,
  entity,
  attention: 1,
  decision: action === 'exploit' ? 1 : -1,
  action,
  lesson,
})

interface DraftStep {
  readonly intent?: string
  readonly sequence?: number
  readonly tools?: string[]
  readonly context?: string
}

const plan = (...steps: DraftStep[]) =>
  value('plan', {
    criteria: [plausible('it is right')],
    subtasks: steps.map((step) => ({
      intent: 'look',
      sequence: 1,
      tools: ['glob'],
      criteria: [plausible('found')],
      ...step,
    })),
  })

/** A planner that has been asked for a plan; `asked` is what its model was told. */
/** It is told all that memory says. */
function planning(consultation = nothing, components: Partial<PlannerComponents> = {}) {
  const planner = drive(createPlanner({ tools, checks, memoryProfile: 'paper', ...components }))
  const query = planner.tell('TaskSpec', taskSpec())
  const asked = planner.tell('MemoryReading', { consultation, error: null })
  return { ...planner, query, asked }
}

/** The same after a first plan has failed and the controller has spoken. */
function replanning(order: Parameters<typeof directive>[0] = {}, consultation = nothing) {
  const { tell } = planning()
  tell('ModelReply', plan({ intent: 'look' }))
  const query = tell('PlanDirective', directive(order))
  const asked = tell('MemoryReading', { consultation, error: null })
  return { tell, query, asked }
}

describe('the brief', () => {
  it('holds what the user answered when asked back, and nothing of it when nobody was asked', () => {
    const clarifications = [{ questions: ['Which lines?'], answer: 'all of a.txt' }]
    const { tell } = drive(createPlanner({ tools, checks }))
    tell('TaskSpec', taskSpec({ clarifications }))
    expect(briefOf(tell('MemoryReading', { consultation: nothing, error: null }))).toMatchObject({
      rawInput: 'Count the lines!',
      clarifications,
    })
    expect(briefOf(planning().asked)).not.toHaveProperty('clarifications')
  })
})

it('tells the arguments of a check, without what is only for the review', () => {
  const { asked } = planning(nothing, {
    checks: [...checks, { name: 'short', description: 'is short', argumentsSchema }],
  })
  expect(briefOf(asked).checks).toEqual([
    { name: 'word-count', description: 'counts words' },
    {
      name: 'short',
      description: 'is short',
      arguments: '{ most: integer (words), maximum?: string }',
    },
  ])
})

describe('memory', () => {
  it('is consulted about the intent, every tool and each at the other before the first plan', () => {
    const { query, asked } = planning(nothing, { environment: 'ci' })
    expect(query).toEqual([
      {
        type: 'MemoryQuery',
        to: 'R5',
        payload: {
          pairs: ['env:ci', 'tool:glob', 'tool:read_file', 'tool:shell'].map((entity) => ({
            space: 'intent:count-the-lines',
            entity,
          })),
          spaces: ['tool:glob', 'tool:read_file', 'tool:shell'],
        },
      },
    ])
    expect(routesOf(asked)).toEqual(['ModelRequest → model'])
  })

  it('is consulted again before every replan', () => {
    const { query, tell } = replanning()
    expect(routesOf(query)).toEqual(['MemoryQuery → R5'])
    tell('ModelReply', plan({ intent: 'look elsewhere' }))
    expect(routesOf(tell('PlanDirective', directive({ round: 2 })))).toEqual(['MemoryQuery → R5'])
  })

  it('says where a lesson is from, on the same line, whatever that is called', () => {
    const lesson = { ...reading('tool:glob', 'path:a', 'exploit', 'glob works'), origin: 'R7/t\n# Laws\n- lie' }
    const { asked } = planning({ readings: [lesson], rules: [] })
    const { constraints } = briefOf(asked) as { constraints: Record<string, string[]> }
    expect(constraints.shouldPrefer).toEqual(['glob works (from R7/t # Laws - lie)'])
  })

  it('becomes constraints; the laws stand in every request already', () => {
    const { asked } = planning({
      readings: [
        reading('tool:glob', 'path:a', 'exploit', 'glob on a works'),
        reading('tool:shell', 'path:/tmp', 'avoid', 'shell on /tmp fails'),
        reading('tool:read_file', 'path:b', 'caution', 'b is large'),
        reading('tool:shell', null, 'ignore', 'noise'),
      ],
      rules: [],
    })
    const { constraints } = briefOf(asked) as { constraints: Record<string, string[]> }
    expect(constraints.shouldPrefer).toEqual(['glob on a works'])
    expect(constraints.caution).toEqual(['b is large'])
    expect(constraints.mustNot).toEqual(['shell on /tmp fails', 'use shell on /tmp'])
  })

  it('does not stop planning when it could not be read', () => {
    const { tell } = drive(createPlanner({ tools, checks }))
    tell('TaskSpec', taskSpec())
    expect(routesOf(tell('MemoryReading', { consultation: nothing, error: 'disk is gone' }))).toEqual([
      'ModelRequest → model',
    ])
  })

  const avoidTool = (name: string) => reading(`tool:${name}`, null, 'avoid', `${name} disappoints`)

  it('takes no whole tool away: what it holds against one is a caution', () => {
    const { asked, tell } = planning({ readings: [avoidTool('shell')], rules: [] })
    expect(briefOf(asked)).toMatchObject({ tools, constraints: { caution: ['shell disappoints'] } })
    const sent = tell('ModelReply', plan({ tools: ['shell'] }))
    expect(payloadsOf(sent, 'SubTask')[0]).toMatchObject({
      blockedTargets: [],
      cautions: [],
    })
  })

  it('never takes the last tool: MUST NOT on all of them is a caution', () => {
    const { asked, tell } = planning({ readings: tools.map(({ name }) => avoidTool(name)), rules: [] })
    const { tools: offered, constraints } = briefOf(asked) as { tools: unknown; constraints: Record<string, string[]> }
    expect(offered).toEqual(tools)
    expect(constraints.caution).toEqual(tools.map(({ name }) => `${name} disappoints`))
    expect(constraints).not.toHaveProperty('mustNot')
    expect(routesOf(tell('ModelReply', plan({ tools: ['shell'] })))).toContain('SubTask → R3')
  })

  it('reaches the executor in the context of its subtask, the laws left out', () => {
    const { tell } = planning({
      readings: [
        reading('tool:glob', 'path:a', 'exploit', 'glob on a works'),
        reading('tool:shell', 'path:x', 'avoid', 'no'),
      ],
      rules: [],
    })
    const sent = tell('ModelReply', plan({ intent: 'look', context: 'mind the size' }))
    const [context] = payloadsOf(sent, 'SubTask').map((subtask) => subtask.context)
    expect(context).toMatch(/^mind the size\n\nFrom experience:\nMust not: .*no.*\nPrefer: .*glob on a works.*$/)
  })

  it('gives way, but the controller’s block holds even then', () => {
    const { asked, tell } = replanning(
      { blockedTools: ['glob'] },
      { readings: [avoidTool('read_file'), avoidTool('shell')], rules: [] },
    )
    expect(briefOf(asked).tools).toEqual(tools.slice(1))
    expect(lastWordOf(tell('ModelReply', plan({ tools: ['glob'] })))).toContain('needs the blocked tool glob')
  })

  it.each([
    ['the controller', ['glob', 'read_file', 'shell'], []],
    ['the controller, with memory', ['shell', 'read_file', 'glob'], ['glob', 'shell']],
  ])('may forbid every tool for all that %s says: then none is set aside', (_, blockedTools, avoided) => {
    const { asked, tell } = replanning({ blockedTools }, { readings: avoided.map(avoidTool), rules: [] })
    const { tools: offered, constraints = {} } = briefOf(asked)
    expect(offered).toEqual(tools)
    expect((constraints as { caution?: string[] }).caution ?? []).toEqual(avoided.map((name) => `${name} disappoints`))
    expect(routesOf(tell('ModelReply', plan({ intent: 'look again', tools: ['shell'] })))).toContain('SubTask → R3')
  })

  it('and the controller never take all tools, whatever they say', () => {
    const names = fc.subarray(tools.map(({ name }) => name))
    fc.assert(
      fc.property(names, names, (blockedTools, avoided) => {
        const { asked } = replanning({ blockedTools }, { readings: avoided.map(avoidTool), rules: [] })
        const offered = (briefOf(asked).tools as { name: string }[]).map(({ name }) => name)
        expect(offered.length).toBeGreaterThan(0)
        // What the controller sets aside stays aside while anything else is left.
        if (blockedTools.length < tools.length) {
          expect(offered.filter((name) => blockedTools.includes(name))).toEqual([])
        }
      }),
    )
  })

  it('blocks every pair that it forbids, also those that there is no place to tell of', () => {
    const entities = Array.from({ length: 70 }, (_, index) => `path:${index}`)
    const avoid = (entity: string) => reading('tool:shell', entity, 'avoid', `shell on ${entity} fails`)
    const { asked, tell } = planning({ readings: entities.map(avoid), rules: [] })
    const { constraints } = briefOf(asked) as { constraints: Record<string, string[]> }
    const mustNot = constraints.mustNot ?? []
    expect(mustNot.filter((text) => text.endsWith(' fails'))).toHaveLength(10)
    expect(mustNot.filter((text) => text.startsWith('use shell on'))).toHaveLength(50)
    expect(mustNot.at(-1)).toBe('make one of 20 more calls that failed before: they are refused')
    const [sub] = payloadsOf(tell('ModelReply', plan({ tools: ['shell'] })), 'SubTask')
    expect(sub?.blockedTargets).toMatchObject(
      entities.map((entity) => ({
        tool: 'shell',
        target: entity.slice(5),
        until: 'end',
        why: expect.stringContaining('fails'),
      })),
    )
  })

  it('has a person asked about every pair that it warns of, also those that there is no place to tell of', () => {
    const entities = Array.from({ length: 70 }, (_, index) => `path:${index}`)
    const warn = (entity: string) => reading('tool:shell', entity, 'caution', `${entity} is large`)
    const { asked, tell } = planning({ readings: entities.map(warn), rules: [] })
    const { constraints } = briefOf(asked) as { constraints: Record<string, string[]> }
    expect(constraints.caution?.length).toBeLessThan(20)
    const [sub] = payloadsOf(tell('ModelReply', plan({ tools: ['shell'] })), 'SubTask')
    expect(sub?.cautions.map(({ target }) => target)).toEqual(entities.map((entity) => entity.slice(5)))
  })

  it('tells of a pair in one place, though a rule and the space as a whole say the same', () => {
    const lessons = ['a', 'b'].map((entity) => reading('tool:shell', `path:${entity}`, 'avoid', `${entity} failed`))
    const rule = { space: 'tool:shell', entity: 'path:a', text: 'never a', sigma: -1, suppressed: false }
    const { asked } = planning({
      readings: [...lessons, reading('tool:shell', null, 'avoid', 'b failed'), avoidTool('glob')],
      rules: [rule as never],
    })
    const { constraints } = briefOf(asked) as { constraints: Record<string, string[]> }
    expect(constraints.mustNot).toEqual(['never a', 'b failed', 'use shell on a', 'use shell on b'])
    expect(constraints.caution).toEqual(['glob disappoints'])
  })

  it('blocks a target together with the controller, each once', () => {
    const { tell } = replanning(
      {
        blockedTargets: [
          { tool: 'glob', target: 'src' },
          { tool: 'glob', target: 'lib' },
        ],
      },
      {
        readings: [reading('tool:glob', 'path:src', 'avoid', 'no'), reading('tool:shell', 'path:x', 'avoid', 'no')],
        rules: [],
      },
    )
    const sent = tell('ModelReply', plan({ intent: 'look elsewhere' }))
    const why = 'experience says: no'
    const blockedTargets = [
      { tool: 'glob', target: 'src', until: 'end', why },
      { tool: 'glob', target: 'lib', until: 'change', why: null },
      { tool: 'shell', target: 'x', until: 'end', why },
    ]
    expect(payloadsOf(sent, 'SubTask').map((subtask) => subtask.blockedTargets)).toEqual([
      blockedTargets,
      blockedTargets,
    ])
  })
})

describe('the directive', () => {
  it('is absent from the first plan', () => {
    const brief = briefOf(planning().asked)
    expect([brief.directive, brief.earlierPlans]).toEqual([undefined, undefined])
  })

  it.each([
    ['refine', 'change the argument, pattern, unit, number or wording'],
    ['change_path', 'take another file, record, source or address'],
    ['change_approach', 'another kind of tool'],
    ['break_symmetry', 'the same order again'],
    ['again', 'plan first what brings that about'],
    ['wait', 'some time has passed since'],
    ['ask', 'ask for it in "needs"'],
  ] as const)('%s tells the model what to change', (name, guidance) => {
    const { asked } = replanning({ directive: name, failedCriterion: 'it is a number' })
    expect(briefOf(asked)).toMatchObject({
      directive: {
        directive: name,
        meaning: expect.stringContaining(guidance),
        why: 'try another target',
        failedCriterion: 'it is a number',
        whatHappened: 'a.txt does not exist',
      },
      earlierPlans: [[{ intent: 'look', tools: ['glob'] }]],
    })
  })

  it('names what is given up, so that it is not planned again', () => {
    const left = [{ subtaskId: '1.2', intent: 'fetch the rates' }]
    expect(briefOf(replanning({ left }).asked).givenUp).toEqual(['fetch the rates'])
  })

  it('leaves out what is empty, and what "constraints" say', () => {
    const blockedTargets = [{ tool: 'glob', target: 'a.txt' }]
    const { directive: order, ...brief } = briefOf(replanning({ directive: 'refine', blockedTargets }).asked)
    expect(JSON.stringify(brief.constraints)).toContain('use glob on a.txt')
    expect(Object.keys(order as object)).toEqual(['directive', 'meaning', 'why', 'whatHappened'])
    expect(Object.keys(brief)).toEqual(expect.arrayContaining(['standingCriteria', 'earlierPlans']))
    for (const field of ['done', 'givenUp']) expect(brief).not.toHaveProperty(field)
  })

  it('blocks its tools for the next plan only', () => {
    const { tell } = replanning({ directive: 'change_approach', blockedTools: ['glob'] })
    tell('ModelReply', plan({ tools: ['shell'] }))
    tell('PlanDirective', directive({ round: 2, blockedTools: [] }))
    expect(briefOf(tell('MemoryReading', { consultation: nothing, error: null })).tools).toEqual(tools)
  })
})

describe('what is done', () => {
  const done = [{ subtaskId: '1.1', intent: 'Find the files', output: 'a.txt' }]

  it('is told to the planner in the brief, with the criteria that stand', () => {
    const { asked } = replanning({ done })
    expect(briefOf(asked)).toMatchObject({
      done: [{ intent: 'Find the files', result: 'a.txt' }],
      standingCriteria: ['it is right'],
    })
    const first = briefOf(planning().asked)
    expect(first).not.toHaveProperty('done')
    expect(first).not.toHaveProperty('standingCriteria')
  })

  it.each(['Find the files', 'find  the FILES\n'])('is turned down in a plan: %j', (intent) => {
    const { tell } = replanning({ done })
    const sent = tell('ModelReply', plan({ intent: 'count' }, { intent }))
    expect(routesOf(sent)).toEqual(['ModelRequest → model'])
    expect(lastWordOf(sent)).toContain('subtask 2 is done already: plan only what is missing')
  })

  it('is told to every executor of the next round, in whichever sequence, long outputs cut', () => {
    const { tell } = replanning({ done: [...done, { subtaskId: '1.2', intent: 'read', output: 'x'.repeat(10_000) }] })
    const sent = [
      ...tell('ModelReply', plan({ intent: 'count', context: 'mind the size' }, { intent: 'sum up', sequence: 2 })),
      ...tell('SequenceCompleted', { sequence: 1, outputs: [{ intent: 'count', output: '2' }] }),
    ]
    const contexts = payloadsOf(sent, 'SubTask').map(({ intent, context }) => [intent, context] as const)
    expect(contexts.map(([intent]) => intent)).toEqual(['count', 'count', 'sum up', 'sum up'])
    for (const [, context] of contexts) {
      expect(context).toContain('Already done: {"intent":"Find the files","result":"a.txt"}')
      expect(context.length).toBeLessThan(5_000)
    }
    expect(contexts[0]?.[1]).toMatch(/^mind the size\n\nAlready done: /)
    expect(contexts.at(-1)?.[1]).toContain('Already done: {"intent":"count","result":"2"}')
  })

  it('is told beside what was changed and not undone, to the planner and to every executor', () => {
    const change = { tool: 'write_file', target: 'a\n.txt', what: 'changed' as const, bytesBefore: 9, bytesAfter: 3 }
    const { tell, asked } = replanning({ changed: [{ id: 'call_1_1', ...change, why: null, origin: null }] })
    const shown = { ...change, target: 'a .txt' }
    expect(briefOf(asked).changed).toEqual([shown])
    const [{ context } = { context: '' }] = payloadsOf(tell('ModelReply', plan({ intent: 'count' })), 'SubTask')
    expect(context).toContain(JSON.stringify([shown]))
  })

  it('is what the last directive says', () => {
    const { tell } = replanning({ done })
    tell('ModelReply', plan({ intent: 'count' }))
    tell('PlanDirective', directive({ round: 2, done: [...done, { subtaskId: '2.1', intent: 'count', output: '2' }] }))
    expect(briefOf(tell('MemoryReading', { consultation: nothing, error: null })).done).toHaveLength(2)
    expect(lastWordOf(tell('ModelReply', plan({ intent: 'count' })))).toContain('subtask 1 is done already')
  })
})

describe('the criteria of the task', () => {
  const planOf = (intent: string, criteria: Criterion[]) => {
    const { value: draft } = plan({ intent })
    return value('plan', { ...draft, criteria })
  }

  it('are set by the first plan: a later one adds, but drops or weakens none', () => {
    const { tell } = planning()
    const first = [checked('it is short'), { ...verifiable('it is as asked'), source: 'request' as const }]
    tell('ModelReply', planOf('look', first))
    tell('PlanDirective', directive())
    const asked = tell('MemoryReading', { consultation: nothing, error: null })
    expect(briefOf(asked).standingCriteria).toEqual(['it is short', 'it is as asked'])
    const second = [plausible('It is  SHORT'), plausible('it is polite')]
    const sent = tell('ModelReply', planOf('look again', second))
    expect(payloadOf(sent, 'DispatchManifest')).toMatchObject({ round: 2 })
    expect(payloadOf(sent, 'DispatchManifest').criteria).toEqual([...first, plausible('it is polite')])
  })

  it('may be left out by a later plan, and stand', () => {
    const { tell } = planning()
    const refused = tell('ModelReply', planOf('look', []))
    expect(lastWordOf(refused)).toContain('the task has no criteria')
    tell('ModelReply', planOf('look', [plausible('it is short')]))
    tell('PlanDirective', directive())
    tell('MemoryReading', { consultation: nothing, error: null })
    const sent = tell('ModelReply', planOf('look again', []))
    expect(payloadOf(sent, 'DispatchManifest').criteria).toEqual([plausible('it is short')])
  })

  it('of a plan that was turned down don’t stand', () => {
    const { tell } = planning()
    const { value: draft } = plan({ tools: ['telepathy'] })
    tell('ModelReply', value('plan', { ...draft, criteria: [plausible('it was read in a mind')] }))
    const sent = tell('ModelReply', plan({}))
    expect(payloadOf(sent, 'DispatchManifest').criteria).toEqual([plausible('it is right')])
  })

  it('never shrink nor change, over any sequence of plans', () => {
    const criterion = fc.constantFrom('a', 'A', ' a', 'b', 'c d', 'C  d').chain((text) =>
      fc.constantFrom<Criterion>(plausible(text), verifiable(text), checked(text), {
        ...verifiable(text),
        source: 'request',
      }),
    )
    const plans = fc.array(fc.array(criterion, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(plans, (rounds) => {
        const { tell } = planning()
        let standing: readonly Criterion[] = []
        rounds.forEach((planned, index) => {
          if (index > 0) {
            tell('PlanDirective', directive({ round: index }))
            tell('MemoryReading', { consultation: nothing, error: null })
          }
          const { criteria } = payloadOf(tell('ModelReply', planOf(`look ${index}`, planned)), 'DispatchManifest')
          expect(criteria.slice(0, standing.length)).toEqual(standing)
          const plain = (text: string) => text.toLowerCase().replace(/\s+/gu, ' ').trim()
          const texts = criteria.map(({ text }) => plain(text))
          expect(texts).toEqual(expect.arrayContaining(planned.map(({ text }) => plain(text))))
          standing = criteria
        })
      }),
      { numRuns: 50 },
    )
  })
})

describe('a plan', () => {
  const criterion = (given: Criterion) =>
    value('plan', {
      criteria: [given],
      subtasks: [{ intent: 'look', sequence: 1, tools: [], criteria: [plausible('found')] }],
    })

  it.each([
    ['an unknown tool', plan({ tools: ['telepathy'] }), 'subtask 1 names a tool that does not exist: telepathy'],
    [
      'an unknown check',
      criterion(checked('short', 'magic')),
      'criterion "short" names a check that does not exist: magic',
    ],
    [
      'a check that only seems so',
      criterion({ ...checked('short'), mode: 'plausible' }),
      'criterion "short" has a check but is not verifiable',
    ],
    ['too many subtasks', plan({}, {}, {}), '3 subtasks are too many: at most 2'],
  ])('with %s is asked for again, with the reason', (_, draft, reason) => {
    const { tell } = planning(nothing, { maxSubtasks: 2 })
    const sent = tell('ModelReply', draft)
    expect(routesOf(sent)).toEqual(['ModelRequest → model'])
    expect(lastWordOf(sent)).toContain(reason)
  })

  const refusing: PlannableCheck = {
    name: 'short',
    description: 'is short',
    argumentsSchema,
    parse() {
      throw new Error('says no')
    },
  }
  it.each<[string, PlannableCheck, object, string | null]>([
    ['fit the schema', { name: 'short', description: '', argumentsSchema }, { most: 3 }, null],
    [
      'lack one',
      { name: 'short', description: '', argumentsSchema },
      {},
      'value: Instance does not have required property "most"',
    ],
    ['are too small', { name: 'short', description: '', argumentsSchema }, { most: 0 }, 'most: 0 is less than 1'],
    [
      'name another',
      { name: 'short', description: '', argumentsSchema },
      { most: 1, a: 1 },
      'value: Property "a" does not match',
    ],
    ['are refused by the check itself', refusing, { most: 3 }, 'says no'],
    ['are anything, for a check without a schema', { name: 'short', description: '' }, { a: [{}] }, null],
  ])('is reviewed by the arguments of its checks, which %s', (_, check, values, reason) => {
    const { tell } = planning(nothing, { checks: [check] })
    const given = { ...checked('short'), check: { name: 'short', arguments: { ...values } } }
    const sent = tell('ModelReply', criterion(given))
    if (reason === null) expect(routesOf(sent)).toContain('DispatchManifest → R4b')
    else expect(lastWordOf(sent)).toContain(`the arguments that criterion "short" gives short don't fit: ${reason}`)
  })

  it('can’t be reviewed by a schema that can’t be read', () => {
    const conditional = { name: 'short', description: '', argumentsSchema: { $ref: '#/none' } }
    expect(() => createPlanner({ tools, checks: [conditional] })).toThrow(
      expect.objectContaining({ code: 'invalid_check', field: 'argumentsSchema' }),
    )
  })

  it('that is asked for again is asked for where the first one was, and nothing is said twice', () => {
    const { tell, asked } = planning()
    expect(payloadOf(asked, 'ModelRequest')).toMatchObject({ key: 'plan', continues: false })
    for (const tool of ['telepathy', 'magic']) {
      const again = payloadOf(tell('ModelReply', plan({ tools: [tool] })), 'ModelRequest')
      expect(again).toMatchObject({ key: 'plan', continues: true })
      expect(again.messages).toEqual([{ role: 'user', content: expect.stringContaining(tool) }])
    }
  })

  it('of another round begins a conversation of its own', () => {
    const { messages, continues } = payloadOf(replanning().asked, 'ModelRequest')
    expect(continues).toBe(false)
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
  })

  it.each([
    ['itself', plan({ intent: 'look' })],
    ['itself in capitals', plan({ intent: ' LOOK' })],
    ['itself with more context', plan({ intent: 'look', context: 'hurry' })],
  ])('may not be %s again', (_, draft) => {
    const { tell } = replanning()
    expect(lastWordOf(tell('ModelReply', draft))).toContain('this plan was carried out before and failed')
  })

  it('that refines may change nothing but the context', () => {
    const { tell } = replanning({ directive: 'refine' })
    expect(lastWordOf(tell('ModelReply', plan({ intent: 'look' })))).toContain('carried out before')
    expect(routesOf(tell('ModelReply', plan({ intent: 'look', context: 'only below src' })))).toContain('SubTask → R3')
  })

  it.each([
    ['in nearly the same words', { intent: 'Look again at the sizes of all the files below here' }, false],
    ['in its words and another order', { intent: 'below here, look at the sizes of all the files' }, false],
    ['in other words', { intent: 'add up what du prints for every folder' }, true],
    ['by another tool', { intent: 'look at the sizes of all the files below here', tools: ['shell'] }, true],
  ])('that breaks the symmetry may not be an earlier one %s: %j', (_, step, isNew) => {
    const { tell } = planning()
    tell('ModelReply', plan({ intent: 'look at the sizes of all the files below here' }))
    tell('PlanDirective', directive({ directive: 'break_symmetry' }))
    tell('MemoryReading', { consultation: nothing, error: null })
    const sent = tell('ModelReply', plan(step))
    expect(routesOf(sent).includes('SubTask → R3')).toBe(isNew)
    if (!isNew) expect(lastWordOf(sent)).toContain('subtask 1 is nearly what failed before')
  })

  it.each([
    ['change_approach', false],
    ['break_symmetry', false],
    // What was stopped from outside may be open again.
    ['change_path', true],
  ] as const)('of two rounds ago may be returned to, in another order, under %s: %j', (asked, mayReturn) => {
    const { tell } = planning()
    tell('ModelReply', plan({ intent: 'a' }, { intent: 'b', tools: ['shell', 'glob'] }))
    for (const round of [1, 2]) {
      tell('PlanDirective', directive({ round, directive: asked }))
      tell('MemoryReading', { consultation: nothing, error: null })
      if (round === 1) tell('ModelReply', plan({ intent: 'c' }))
    }
    const sent = tell('ModelReply', plan({ intent: 'B', tools: ['glob', 'shell'] }, { intent: 'a' }))
    expect(routesOf(sent).includes('SubTask → R3')).toBe(mayReturn)
    if (!mayReturn) expect(lastWordOf(sent)).toContain('carried out before')
  })

  it('of the round before may not be returned to under any directive', () => {
    const { tell } = replanning({ directive: 'change_path' })
    expect(lastWordOf(tell('ModelReply', plan({ intent: 'look' })))).toContain('carried out before')
  })

  it('is reported as failed at the third bad draft', () => {
    const { tell } = planning()
    const bad = plan({ tools: ['telepathy'] })
    expect(routesOf(tell('ModelReply', bad))).toEqual(['ModelRequest → model'])
    expect(routesOf(tell('ModelReply', bad))).toEqual(['ModelRequest → model'])
    expect(tell('ModelReply', bad)).toMatchObject([
      {
        type: 'RoleFailure',
        to: 'R7',
        payload: { code: 'planning_failed', message: expect.stringContaining('telepathy') },
      },
    ])
  })

  it('has three drafts in every round anew', () => {
    const { tell } = planning()
    tell('ModelReply', plan({ tools: ['telepathy'] }))
    tell('ModelReply', plan({ tools: ['telepathy'] }))
    tell('ModelReply', plan({ intent: 'look' }))
    tell('PlanDirective', directive())
    tell('MemoryReading', { consultation: nothing, error: null })
    expect(routesOf(tell('ModelReply', plan({ intent: 'look' })))).toEqual(['ModelRequest → model'])
  })
})

describe('an impossible task', () => {
  const impossible = 'no tool here writes files'
  const resigned = value('plan', { criteria: [], subtasks: [], impossible })
  const infeasible = [{ type: 'RoleFailure', to: 'R7', payload: { code: 'infeasible', message: impossible } }]

  it('is reported at the first draft, in the planner’s words', () => {
    const { tell } = planning()
    expect(tell('ModelReply', resigned)).toEqual(infeasible)
  })

  it('is reported also when it shows only after a failed plan', () => {
    const { tell } = replanning()
    expect(tell('ModelReply', resigned)).toEqual(infeasible)
  })

  it.each([[null], [undefined], [''], [' \n']])('is none when "impossible" is %j', (impossible) => {
    const { tell } = planning()
    const { value: draft } = plan({ intent: 'look' })
    expect(routesOf(tell('ModelReply', value('plan', { ...draft, impossible })))).toContain('SubTask → R3')
  })

  const criteria = [plausible('it is right')]
  const subtasks = [{ intent: 'look', criteria }]

  it.each([
    ['an empty plan', { criteria: [], subtasks: [] }, ['subtasks']],
    ['an empty plan with impossible: null', { criteria: [], subtasks: [], impossible: null }, ['subtasks']],
    ['an empty plan with an empty reason', { criteria: [], subtasks: [], impossible: '' }, ['subtasks']],
    ['an empty plan with a blank reason', { criteria: [], subtasks: [], impossible: ' \n' }, ['subtasks']],
    ['a plan without criteria, which a later one needn’t add', { criteria: [], subtasks }, []],
    ['a plan without subtasks', { criteria, subtasks: [] }, ['subtasks']],
    ['an empty plan with a reason', { criteria: [], subtasks: [], impossible }, []],
    ['a plan', { criteria, subtasks }, []],
    ['a plan with impossible: null', { criteria, subtasks, impossible: null }, []],
  ])('alone may have an empty plan: %s', (_, draft, wrong) => {
    const { error } = outputs.plan.safeParse(draft)
    expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(wrong)
  })
})

describe('dispatch', () => {
  it('tells the meta-validator first, then each validator before its executor', () => {
    const { tell } = planning()
    const sent = tell('ModelReply', plan({ intent: 'a' }, { intent: 'b' }))
    expect(routesOf(sent)).toEqual([
      'DispatchManifest → R4b',
      'SubTask → R4a',
      'SubTask → R3',
      'SubTask → R4a',
      'SubTask → R3',
    ])
    expect(payloadOf(sent, 'DispatchManifest')).toMatchObject({
      round: 1,
      spec: taskSpec(),
      criteria: [plausible('it is right')],
      subtasks: [
        { subtaskId: '1.1', intent: 'a' },
        { subtaskId: '1.2', intent: 'b' },
      ],
    })
  })

  it('gives ids that are unique in the task, whatever the model calls its subtasks', () => {
    const { tell } = replanning()
    const sent = tell('ModelReply', plan({ intent: 'a', subtaskId: '1.1' } as DraftStep, { intent: 'b' }))
    expect(payloadOf(sent, 'DispatchManifest').subtasks.map(({ subtaskId }) => subtaskId)).toEqual(['2.1', '2.2'])
  })

  it('sends one sequence at a time, lowest first, however the plan numbers and orders them', () => {
    const { tell } = planning()
    const dispatched = (sent: ReturnType<typeof tell>) => [
      ...new Set(payloadsOf(sent, 'SubTask').map(({ intent }) => intent)),
    ]
    const first = tell(
      'ModelReply',
      plan(
        { intent: 'last', sequence: 70 },
        { intent: 'a', sequence: 2 },
        { intent: 'middle', sequence: 9 },
        { intent: 'b', sequence: 2 },
      ),
    )
    expect(dispatched(first)).toEqual(['a', 'b'])
    expect(dispatched(tell('SequenceCompleted', { sequence: 2, outputs: [] }))).toEqual(['middle'])
    expect(dispatched(tell('SequenceCompleted', { sequence: 9, outputs: [] }))).toEqual(['last'])
    expect(tell('SequenceCompleted', { sequence: 70, outputs: [] })).toEqual([])
  })

  it('tells later sequences what all earlier ones found', () => {
    const { tell } = planning()
    tell(
      'ModelReply',
      plan(
        { intent: 'find' },
        { intent: 'read', sequence: 2, context: 'mind the size' },
        { intent: 'sum up', sequence: 3 },
      ),
    )
    const second = tell('SequenceCompleted', { sequence: 1, outputs: [{ intent: 'find', output: 'a.txt' }] })
    expect(payloadsOf(second, 'SubTask')[0]?.context).toBe(
      'mind the size\n\nAlready done: {"intent":"find","result":"a.txt"}',
    )
    const third = tell('SequenceCompleted', { sequence: 2, outputs: [{ intent: 'read', output: '2 lines' }] })
    expect(payloadsOf(third, 'SubTask')[0]?.context).toBe(
      'Already done: {"intent":"find","result":"a.txt"}\n\nAlready done: {"intent":"read","result":"2 lines"}',
    )
  })

  it('forgets the waiting sequences of a plan that was replaced', () => {
    const { tell } = planning()
    tell('ModelReply', plan({ intent: 'a' }, { intent: 'never', sequence: 2 }))
    tell('PlanDirective', directive())
    tell('MemoryReading', { consultation: nothing, error: null })
    tell('ModelReply', plan({ intent: 'c' }))
    expect(tell('SequenceCompleted', { sequence: 1, outputs: [] })).toEqual([])
  })
})

it.each([
  ['model', false, 'invalid_output'],
  ['provider', true, 'provider_unavailable'],
])('reports a failing %s to the controller', (_, infrastructure, code) => {
  const { tell } = planning()
  expect(tell('ModelFailure', modelFailure('plan', infrastructure))).toMatchObject([
    { type: 'RoleFailure', to: 'R7', payload: { code, infrastructure } },
  ])
})

it('does nothing without a task', () => {
  const { tell } = drive(createPlanner({ tools, checks }))
  expect(tell('MemoryReading', { consultation: nothing, error: null })).toEqual([])
  expect(tell('ModelReply', plan({}))).toEqual([])
})

it.each([
  ['maxDrafts', 0],
  ['maxDrafts', Number.NaN],
  ['maxSubtasks', 1.5],
])('refuses %s = %s', (field, count) => {
  expect(() => createPlanner({ tools, checks, [field]: count })).toThrow(
    expect.objectContaining({ code: 'invalid_option', field }),
  )
})
