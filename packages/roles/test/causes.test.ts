import { describe, expect, it } from 'vitest'
import type { FailureCause } from '../src/messages/control.js'
import { createPlanner } from '../src/planner/planner.js'
import type { PlannerComponents } from '../src/planner/state.js'
import { call, directive, failed, failedCall, failing, plausible, taskSpec, value } from './builders.js'
import { briefOf, drive, payloadOf, payloadsOf } from './drive.js'
import { ordered, type Replan, solving } from './solving.js'

const outOfTurns = failed({ verdicts: [], undone: true, code: 'tool_turns_exhausted', output: 'Two of three: a.txt' })
const refusedCall = call({
  ...{ id: 'no', tool: 'delete_file', effect: 'irreversible', status: 'refused', code: 'law1_refused' },
  output: '[LAW1] refused: delete_file would delete a.txt.',
})
const refused = failed({ verdicts: [], undone: true, code: 'law1_refused', toolCalls: [refusedCall], output: '' })
const refusedAccess = failed({
  ...{ verdicts: [], undone: true, code: 'law1_refused', output: '' },
  toolCalls: [failedCall()],
  clarifications: [{ questions: ['UPLOAD_TOKEN'], answer: 'access was refused' }],
})
const nobodyConfirms = { because: 'no_confirm', always: ['delete_file'], partly: [] } as const
const late = failedCall({ code: 'tool_timeout' })

describe('the cause of a failure', () => {
  const byRule = failed({ ...refused, toolCalls: [call({ ...refusedCall, decidedBy: 'deny delete_file' })] })
  it.each([
    ['the turns were used up', outOfTurns, {}, 'out_of_turns'],
    ['nobody is there to allow what was refused', refused, { nobodyConfirms }, 'refused_by_nobody'],
    ['a person refused it', refused, {}, 'refused_by_person'],
    ['a person refused an access', refusedAccess, { nobodyConfirms }, 'refused_by_person'],
    ['a rule refused it', byRule, { nobodyConfirms }, 'refused_by_rule'],
    ['a time limit stood in the way', failed({ verdicts: [], undone: true, toolCalls: [late] }), {}, 'passing'],
    ['nobody knows it', failed(), {}, null],
  ] as const)('is named where code knows it: %s', (_, outcome, components, cause) => {
    for (const profile of ['causes', 'paper'] as const) {
      expect(ordered({ outcomes: [outcome] }, { ...components, profile }).failed).toMatchObject([{ cause }])
    }
  })

  it('by used-up turns is no fault of the method: nothing is set aside, and the same plan may be given again', () => {
    const order = ordered({ outcomes: [outOfTurns] })
    expect(order).toMatchObject({ directive: 'refine', failureClass: null, blockedTools: [], mayPass: true })
  })
})

const tools = ['glob', 'delete_file'].map((name) => ({ name, description: `${name} it` }))
const plan = (...steps: { readonly replaces?: string }[]) =>
  value('plan', {
    criteria: [plausible('it is right')],
    subtasks: steps.map((step) => ({
      ...{ intent: 'look', sequence: 1, tools: ['glob'], criteria: [plausible('found')] },
      ...step,
    })),
  })

function replanning(given: Parameters<typeof directive>[0], components: Partial<PlannerComponents> = {}) {
  const { tell } = drive(createPlanner({ tools, checks: [], ...components }))
  const empty = { consultation: { readings: [], rules: [] }, error: null }
  tell('TaskSpec', taskSpec())
  const first = tell('MemoryReading', empty)
  tell('ModelReply', plan({}))
  tell('PlanDirective', directive(given))
  return { tell, first, asked: tell('MemoryReading', empty) }
}

const part = (subtaskId: string, cause: FailureCause | null, found = '') => ({
  ...{ subtaskId, intent: `part ${subtaskId}`, cause, found },
})
const order = (subtaskId: string) => ({
  ...{ subtaskId, intent: `part ${subtaskId}`, directive: 'break_symmetry' as const, blockedTools: [] },
})

describe('the planner', () => {
  it.each([
    ['out_of_turns', /turns ran out/],
    ['refused_by_nobody', /nobody is there/],
    ['refused_by_person', /person refused/],
    ['refused_by_rule', /rule of the application/],
    ['passing', /may have passed/],
    [null, /failed in its method/],
  ] as const)('is told what the cause %s asks of it, in place of the directive’s general words', (cause, meaning) => {
    const { asked } = replanning({ directive: 'break_symmetry', failed: [part('1.1', cause)] })
    expect(briefOf(asked).directive).toMatchObject({ meaning: expect.stringMatching(meaning) })
    if (cause !== null) expect(JSON.stringify(briefOf(asked))).not.toContain('failed in its method')
  })

  it('is told of several failed parts the cause and the findings of each', () => {
    const parts = [part('1.1', 'out_of_turns', 'a.txt holds 2'), part('1.2', null)]
    const orders = [order('1.1'), order('1.2')]
    const { asked } = replanning({ directive: 'break_symmetry', failed: parts, orders })
    expect(briefOf(asked).failed).toMatchObject([
      { id: '1.1', cause: 'out_of_turns', found: 'a.txt holds 2', meaning: expect.stringMatching(/turns ran out/) },
      { id: '1.2', meaning: expect.stringMatching(/failed in its method/) },
    ])
    expect(briefOf(asked).directive).not.toHaveProperty('cause')
  })

  it('hands what was found to the subtask that replaces it, as data', () => {
    const parts = [part('1.1', 'out_of_turns', 'a.txt holds 2\nAlready done: all'), part('1.2', null)]
    const { tell } = replanning({ failed: parts, orders: [order('1.1'), order('1.2')], mayPass: true })
    const sent = tell('ModelReply', plan({ replaces: '1.2' }, { replaces: '1.1' }))
    const given = payloadsOf(sent, 'SubTask')
    // Its judge is handed the records behind it.
    expect(given.map(({ replaces, findingsOf }) => [replaces, findingsOf])).toEqual(
      expect.arrayContaining([
        ['1.1', '1.1'],
        ['1.2', null],
      ]),
    )
    const contexts = given.map(({ context }) => context)
    expect(new Set(contexts)).toEqual(
      new Set(['', 'Found by an earlier attempt: {"intent":"part 1.1","found":"a.txt holds 2\\nAlready done: all"}']),
    )
  })

  it('knows from the start what is refused where nobody is there to allow it', () => {
    const { first } = replanning({}, { nobodyConfirms: { ...nobodyConfirms, partly: ['shell'] } })
    expect(briefOf(first).nobodyConfirms).toMatchObject({ refused: ['delete_file'], partly: ['shell'] })
    expect(briefOf(replanning({}).first)).not.toHaveProperty('nobodyConfirms')
    const meant = (edits?: true) =>
      briefOf(replanning({}, { nobodyConfirms: { ...nobodyConfirms, ...(edits && { edits }) } }).first).nobodyConfirms
    const meaning = (words: string) => ({ meaning: expect.stringContaining(words) })
    expect(meant()).toMatchObject(meaning('known only to read or to make something new.'))
    expect(meant(true)).toMatchObject(meaning('or to change what can be brought back.'))
  })
})

describe('a round that failed by refused calls alone', () => {
  const round: Replan = { asks: 'change', outcomes: [refused], output: null }

  it('is replanned once; the second ends the task', () => {
    const { replan, tell } = solving({ nobodyConfirms })
    tell('Action', {
      ...{ id: 'no', tool: 'delete_file', target: 'a.txt', what: 'refused', why: 'it can’t be undone' },
      ...{ bytesBefore: null, bytesAfter: null, origin: null },
    })
    expect(payloadOf(replan(round), 'PlanDirective').failed).toMatchObject([{ cause: 'refused_by_nobody' }])
    const result = payloadOf(replan({ ...round, round: 2 }), 'FinalResult')
    expect(result).toMatchObject({ status: 'failed', reason: 'refused', replans: 1, rounds: 1 })
    expect(result.refused).toMatchObject([{ tool: 'delete_file', target: 'a.txt' }])
    expect(result.missing).not.toEqual([])
    expect(result.nextMoves[0]).toBe(
      'Pass `confirm` so that somebody can allow “delete file a.txt”: nobody is there to be asked.',
    )
    expect(result.nextMoves.join()).not.toContain('replans')
  })

  it('leaves no lesson, and sets nothing aside, whatever a judge says of it', () => {
    const rejected = failed({ toolCalls: [refusedCall], verdicts: [failing({ records: ['no'] })] })
    const { replan } = solving()
    replan()
    const sent = replan({ round: 2, outcomes: [rejected] })
    expect(payloadsOf(sent, 'Megram')).toEqual([])
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({ blockedTools: [], blockedTargets: [] })
    expect(payloadsOf(replan({ round: 3, outcomes: [rejected] }), 'Megram')).toEqual([])
  })

  it.each(['infeasible', 'planning_failed'])('ends the task so when no plan is left (%s)', (code) => {
    const { replan, tell } = solving()
    replan(round)
    const result = payloadOf(
      tell('RoleFailure', { code, message: 'it may not be deleted', infrastructure: false }),
      'FinalResult',
    )
    expect(result).toMatchObject({ reason: 'refused', summary: expect.stringContaining('it may not be deleted') })
  })

  it('is what it is by records: the one that failed otherwise is replanned as ever', () => {
    const otherwise = failed({ toolCalls: [refusedCall, call()], verdicts: [failing({ records: ['call_1_1'] })] })
    const { replan } = solving()
    replan({ ...round, asks: 'answer', outcomes: [otherwise] })
    expect(
      payloadsOf(replan({ ...round, round: 2, asks: 'answer', outcomes: [otherwise] }), 'PlanDirective'),
    ).toHaveLength(1)
  })

  it('is replanned in the profile `paper` as any other', () => {
    const { replan } = solving({ profile: 'paper', nobodyConfirms })
    replan(round)
    expect(payloadsOf(replan({ ...round, round: 2 }), 'PlanDirective')).toHaveLength(1)
  })
})
