import { directSum, quantization, type Reading } from '@artoo/mkct'
import { describe, expect, it } from 'vitest'
import { experiencesOf } from '../src/controller/experiences.js'
import { createGoalGradientSolver } from '../src/controller/goal-gradient-solver.js'
import { type MemoryProfile, memoryProfiles } from '../src/index.js'
import type { Occasion } from '../src/memory/memory-profile.js'
import { resolveMemoryProfile } from '../src/memory/memory-profiles.js'
import { createPlanner } from '../src/planner/planner.js'
import { call, failed, failedCall, failing, matched, newest, replanRequest, taskSpec } from './builders.js'
import { briefOf, drive } from './drive.js'

/** A round in which one subtask matched, one was blocked and one was wrong in its method. */
const round = replanRequest({
  kept: [matched({ subtaskId: '1.9', toolCalls: [call({ tool: 'list', target: 'src' })] })],
  outcomes: [
    matched({ toolCalls: [call({ tool: 'glob', target: 'src' })] }),
    failed({ subtaskId: '1.2', verdicts: [], failureClass: 'environmental', toolCalls: [failedCall()] }),
    failed({ subtaskId: '1.3', verdicts: [failing()], toolCalls: [call({ tool: 'shell', target: 'ls' })] }),
  ],
})
const blockedTargets = [
  { tool: 'read_file', target: 'a.txt' },
  { tool: 'read_file', target: 'earlier.txt' },
]

/** `state space entity f σ k`, with the numbers that memory will give it. */
function written(profile: MemoryProfile, occasion: Occasion, given = round) {
  const lessons = experiencesOf(profile, occasion, { round: given, blockedTargets, environment: 'local', at: 0 })
  return lessons.map(({ space, entity, state, f, sigma, k }) => {
    const usual = quantization[state]
    return `${state} ${space} ${entity} ${f ?? usual.f} ${sigma ?? usual.sigma} ${k ?? usual.k}`
  })
}

const atTask = (state: string, numbers: string) => `${state} intent:count-the-lines env:local ${numbers}`
const onBlocked = (state: string, numbers: string) =>
  blockedTargets.map(({ target }) => `${state} tool:read_file path:${target} ${numbers}`)
const stopped = (state: string) => [`${state} tool:read_file path:a.txt 0.85 -0.2 0.5`]
const learnt = (state: string) => [...stopped(state), `${state} intent:count-the-lines tool:shell 0.95 -1 0.2`]
const credited = (state: 'accept' | 'success') => {
  const { f, sigma, k } = quantization[state]
  const numbers = `${f} ${sigma} ${k}`
  return [
    ...['list', 'glob'].map((tool) => `${state} intent:count-the-lines tool:${tool} ${numbers}`),
    ...['list', 'glob'].map((tool) => `${state} tool:${tool} path:src ${numbers}`),
  ]
}

describe('what a directive leaves in memory', () => {
  it.each<[Occasion, readonly string[]]>([
    ['abandon', [atTask('abandon', '0.95 -1 0.05')]],
    ['accept', [atTask('accept', '0.9 1 0.05')]],
    ['success', [atTask('success', '0.8 1 0.05')]],
    ['change_approach', onBlocked('change_approach', '0.85 -1 0.05')],
    ['break_symmetry', onBlocked('break_symmetry', '0.75 1 0.05')],
    ['change_path', onBlocked('change_path', '0.3 0 0.2')],
    ['refine', onBlocked('refine', '0.1 0.5 0.5')],
    ['deliver', []],
    ['again', []],
    ['wait', []],
    ['ask', []],
    ['breakthrough', []],
  ])('by the profile `paper`: %s', (occasion, expected) => {
    expect(written(memoryProfiles.paper, occasion)).toEqual(expected)
  })

  it.each<[Occasion, readonly string[]]>([
    ['abandon', [atTask('abandon', '0.95 -1 0.05'), ...learnt('abandon')]],
    ['accept', [atTask('accept', '0.9 1 0.05'), ...credited('accept')]],
    ['success', [atTask('success', '0.8 1 0.05'), ...credited('success')]],
    ['change_approach', learnt('change_approach')],
    ['break_symmetry', learnt('break_symmetry')],
    ['change_path', learnt('change_path')],
    ['refine', learnt('refine')],
    ['deliver', [...credited('success'), ...learnt('success')]],
    ['again', stopped('refine')],
    ['wait', stopped('refine')],
    ['ask', []],
    ['breakthrough', []],
  ])('by the profile `measured`: %s', (occasion, expected) => {
    expect(written(memoryProfiles.measured, occasion)).toEqual(expected)
  })
})

describe('what shows that nothing was wrong with a tool', () => {
  const closed = failed({ verdicts: [], undone: true, toolCalls: [failedCall({ code: 'tool_unavailable' })] })
  const open = matched({ subtaskId: '1.2', toolCalls: [call({ tool: 'glob', target: 'src' })] })
  const seen = replanRequest({ outcomes: [closed, open], warned: [{ tool: 'glob', target: 'src' }] })
  const passing = 'refine tool:read_file path:a.txt 0.7 -0.2 50'
  const refuted = 'refine tool:glob path:src 0.85 1 0.5'

  it.each<[Occasion, readonly string[]]>([
    ['again', [passing, refuted]],
    ['wait', [passing, refuted]],
    ['ask', [refuted]],
  ])('is all that %s leaves: what may pass, and a warning that was wrong', (occasion, expected) => {
    expect(written(memoryProfiles.measured, occasion, seen)).toEqual(expected)
  })
})

it('one failure of a pair warns for a day, a second one forbids', () => {
  const [{ f, sigma, k }] = memoryProfiles.measured.writes.change_path
  const actionAfter = (times: number, days: number) =>
    directSum(Array(times).fill({ f, sigma, k, anchor: 0 }), days * 86_400_000).action
  expect([actionAfter(1, 0), actionAfter(1, 1), actionAfter(1, 1.1)]).toEqual(['caution', 'caution', 'ignore'])
  expect([actionAfter(2, 0), actionAfter(2, 1), actionAfter(2, 1.1)]).toEqual(['avoid', 'avoid', 'caution'])
})

describe('blame', () => {
  const blamed = (given: Parameters<typeof replanRequest>[0]) =>
    written(memoryProfiles.measured, 'change_approach', replanRequest(given))

  it('is shared among the tools of a subtask', () => {
    const toolCalls = [call({ tool: 'glob' }), call({ tool: 'shell' })]
    expect(blamed({ outcomes: [failed({ verdicts: [failing()], toolCalls })] })).toEqual([
      'change_approach intent:count-the-lines tool:glob 0.475 -1 0.2',
      'change_approach intent:count-the-lines tool:shell 0.475 -1 0.2',
    ])
  })

  it('falls on no tool that did its work elsewhere in the task', () => {
    const outcomes = [failed({ verdicts: [failing()], toolCalls: [call({ tool: 'glob' })] })]
    expect(blamed({ outcomes, kept: [matched({ toolCalls: [call({ tool: 'glob' })] })] })).toEqual([])
  })

  it('falls on none when the subtask was kept from outside, or as much so as wrong', () => {
    const environmental = failing({ failureClass: 'environmental' })
    for (const verdicts of [[environmental], [environmental, failing()]])
      expect(blamed({ outcomes: [failed({ verdicts, toolCalls: [call()] })] })).toEqual([])
  })

  it('is told by the verdicts on the task where one subtask is all there is to it', () => {
    const outcomes = [failed({ verdicts: [], failureClass: null, toolCalls: [call()] })]
    expect(blamed({ outcomes, taskVerdicts: [failing()] })).toEqual([
      'change_approach intent:count-the-lines tool:read_file 0.95 -1 0.2',
    ])
  })
})

describe('how tools fared', () => {
  const own = 'intent:count-the-lines'
  const reading = (space: string, entity: string, attention: number, decision: number, lesson = 'it did') => ({
    ...{ space, entity, attention, decision, lesson },
    action: 'ignore' as Reading['action'],
  })

  function told(readings: readonly Reading[], memoryProfile?: 'paper' | MemoryProfile) {
    const tools = ['glob', 'shell'].map((name) => ({ name, description: `${name} it` }))
    const { tell } = drive(createPlanner({ tools, checks: [], memoryProfile }))
    tell('TaskSpec', taskSpec())
    const brief = briefOf(tell('MemoryReading', { consultation: { readings, rules: [] }, error: null }))
    expect(brief.tools).toEqual(tools)
    return brief.constraints
  }

  it.each([
    ['well', 0.9, 0.9, { shouldPrefer: ['use glob for this; last time: it did'] }],
    ['badly', 0.9, -0.9, { caution: ['glob failed at this; last time: it did'] }],
    ['both ways', 1.8, 0, { caution: ['glob has worked and failed at this; last time: it did'] }],
    ['long ago', 0.04, 0.04, undefined],
  ])('at such a task is told and forbids nothing: %s', (_, attention, decision, expected) => {
    expect(told([reading(own, 'tool:glob', attention, decision)])).toEqual(expected)
  })

  it('at similar tasks counts, the nearer the more', () => {
    const [near, far, other] = ['intent:count-all-the-lines', 'intent:count-all-my-pages', 'intent:bake-a-cake']
    const well = reading(near, 'tool:glob', 0.9, 0.9)
    const badly = reading(far, 'tool:glob', 0.9, -0.9, 'it did not')
    expect(told([well, badly, reading(other, 'tool:shell', 0.9, 0.9)])).toEqual({
      shouldPrefer: ['use glob for this; last time: it did'],
    })
    expect(told([well], 'paper')).toBeUndefined()
  })

  describe('where every tool failed', () => {
    const failedAt = (tool: string, at: number) => ({
      ...reading(own, `tool:${tool}`, 0.9, -0.9, 'it did not'),
      newest: newest(at, -1),
    })
    const all = [failedAt('glob', 2), failedAt('shell', 1), failedAt('read_file', 3)]
    const warned = (...tools: readonly string[]) => ({
      caution: tools.map((tool) => `${tool} failed at this; last time: it did not`),
    })

    it('leaves the one that failed longest ago to try, and the next one when that has failed again', () => {
      expect(told(all)).toEqual(warned('glob', 'read_file'))
      expect(told(all.with(1, failedAt('shell', 4)))).toEqual(warned('shell', 'read_file'))
    })

    it('warns of all that failed as long as there is another, though nothing is known of it', () => {
      expect(told([...all, reading(own, 'tool:list', 0, 0)])).toEqual(warned('glob', 'shell', 'read_file'))
    })

    it('warns of all in a profile that says so', () => {
      const { measured } = memoryProfiles
      const profile: MemoryProfile = { ...measured, reads: { ...measured.reads, allFailed: 'warn' } }
      expect(told(all, profile)).toEqual(warned('glob', 'shell', 'read_file'))
    })
  })

  it('is told before what a host put there, and what did well elsewhere is not told', () => {
    const fact = { ...reading('tool:shell', 'path:/tmp', 0.8, 0.8, 'a fact'), action: 'exploit' } as const
    const elsewhere = { ...fact, lesson: 'it did elsewhere', origin: 'R7/earlier' }
    const fared = reading(own, 'tool:glob', 0.9, 0.9)
    expect(told([elsewhere, fact, fared])).toEqual({
      shouldPrefer: ['use glob for this; last time: it did', 'a fact'],
    })
    expect(told([elsewhere], 'paper')).toEqual({ shouldPrefer: ['it did elsewhere (from R7/earlier)'] })
  })

  describe('in a long run that has ended', () => {
    const day = 86_400_000
    const spaces = ['count-the-lines', 'count-all-the-lines', 'count-the-lines-please', 'please-count-the-lines-now']
    /** One a day, the last one today; a space each, and in the memory's order, which is none. */
    const run = (...sigmas: readonly number[]) =>
      sigmas
        .map((sigma, index) => ({
          ...reading(`intent:${spaces[index]}`, 'tool:glob', 0.9, 0.9 * sigma, sigma > 0 ? 'it did' : 'it did not'),
          newest: newest(index * day, sigma),
        }))
        .reverse()

    it('one failure makes it uncertain, a second one speaks against the tool', () => {
      const once = reading(own, 'tool:glob', 9.95, 8.05, 'it did not')
      expect(told([{ ...once, newest: newest(day, -1) }])).toEqual({
        caution: ['glob has worked and failed at this; last time: it did not'],
      })
      expect(told(run(1, 1, -1, -1))).toEqual({ caution: ['glob failed at this; last time: it did not'] })
    })

    it('one success lifts the warning, a second one speaks for the tool', () => {
      expect(told(run(-1, -1, 1, 1))).toEqual({ shouldPrefer: ['use glob for this; last time: it did'] })
      const lifted = reading(own, 'tool:glob', 9.5, -7.7)
      expect(told([{ ...lifted, newest: newest(day, 1) }])).toEqual({
        caution: ['glob has worked and failed at this; last time: it did'],
      })
    })
  })
})

describe('the name of a profile', () => {
  it.each([['pape'], [7]])('is refused when there is no such profile: %j', (memoryProfile) => {
    const message = `memoryProfile: there is no ${JSON.stringify(memoryProfile)}: give one of paper, measured`
    const refusal = expect.objectContaining({ code: 'invalid_option', field: 'memoryProfile', message })
    const given = { memoryProfile } as never
    expect(() => createGoalGradientSolver(given)).toThrow(refusal)
    expect(() => createPlanner({ tools: [], checks: [], ...(given as object) })).toThrow(refusal)
  })

  it('stands for the profile, measured when it is left out', () => {
    expect(resolveMemoryProfile('paper')).toBe(memoryProfiles.paper)
    expect(resolveMemoryProfile()).toBe(memoryProfiles.measured)
  })
})

describe('a table in place of a name', () => {
  const { measured } = memoryProfiles
  const [failed] = measured.writes.abandon

  it('is taken as it is', () => {
    const table = { ...measured, reads: { ...measured.reads, older: 1 } }
    expect(resolveMemoryProfile(table)).toBe(table)
  })

  it.each<[string, object, string]>([
    ['without writes', { reads: measured.reads }, 'memoryProfile.writes: '],
    [
      'without an occasion',
      { ...measured, writes: { ...measured.writes, breakthrough: undefined } },
      'memoryProfile.writes.breakthrough: ',
    ],
    ['with an unknown occasion', { ...measured, writes: { ...measured.writes, acept: [] } }, 'acept'],
    [
      'with an unknown subject',
      { ...measured, writes: { ...measured.writes, accept: [{ of: 'tool', key: 'pair' }] } },
      'memoryProfile.writes.accept.0.of: ',
    ],
    [
      'with a valence out of range',
      { ...measured, writes: { ...measured.writes, refine: [{ ...failed, sigma: -2 }] } },
      'memoryProfile.writes.refine.0.sigma: ',
    ],
    ['with a misspelt reading', { ...measured, reads: { ...measured.reads, otherz: 'all' } }, 'otherz'],
    ['with a weight over 1', { ...measured, reads: { ...measured.reads, older: 2 } }, 'memoryProfile.reads.older: '],
  ])('is refused %s, which is named', (_, given, named) => {
    const refusal = { code: 'invalid_option', field: 'memoryProfile', message: expect.stringContaining(named) }
    expect(() => resolveMemoryProfile(given as never)).toThrow(expect.objectContaining(refusal))
  })
})
