import type { PayloadOf } from '@artoo/bus'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGoalGradientSolver } from '../src/controller/goal-gradient-solver.js'
import { observe } from '../src/controller/observe.js'
import type { ArtooContracts } from '../src/index.js'
import type { Action } from '../src/messages/execution.js'
import type { CriterionVerdict } from '../src/messages/verdict.js'
import {
  call,
  failed,
  failedCall,
  failing,
  matched,
  modelCall,
  outcomeSummary,
  progress,
  replanRequest,
  unjudged,
  verdict,
} from './builders.js'
import { drive, payloadOf, payloadsOf, routesOf } from './drive.js'
import { blocked, type Replan, solving } from './solving.js'

fc.configureGlobal({ seed: 20260221 })

/** D = 0.25, within δ. */
const nearlyDone: Replan = {
  outcomes: [
    failed({ output: 'almost', verdicts: [verdict(), verdict(), verdict(), failing({ criterion: 'it rhymes' })] }),
  ],
}
const lawOne = '[LAW1] refused: shell would delete a.txt (it is irreversible).'
const noPlan = { code: 'planning_failed', message: 'no plan', infrastructure: false }
const unanswered = { code: 'provider_unavailable', message: 'HTTP 503', infrastructure: true }
const refused = failed({ verdicts: [], failureClass: 'environmental', failureReason: lawOne, output: '' })

/** Close enough is delivered when there is nothing left to try. */
const lastRound = { hyperparameters: { maxReplans: 0 } }

describe('a round that fell short', () => {
  it('becomes a logged decision and a directive for the planner', () => {
    const { replan } = solving()
    const sent = replan(blocked)
    expect(routesOf(sent)).toEqual(['ControlDecision → log', 'Megram → R5', 'PlanDirective → R2'])
    expect(payloadOf(sent, 'PlanDirective')).toEqual({
      round: 1,
      directive: 'change_path',
      loss: { D: 1, P: 0, Omega: expect.closeTo(0.4 / 300), L: expect.closeTo(0.6 + (0.4 * 0.4) / 300) },
      gradient: 0,
      urgency: 'normal',
      blockedTools: [],
      blockedTargets: [{ tool: 'read_file', target: 'a.txt' }],
      blockedUntil: 'change',
      mayPass: false,
      orders: [{ subtaskId: '1.1', intent: 'count them', directive: 'change_path', blockedTools: [] }],
      failed: [{ subtaskId: '1.1', intent: 'count them', cause: null, found: '' }],
      failureClass: 'environmental',
      failedCriterion: null,
      gapSummary: 'no a.txt',
      rationale: expect.stringContaining('another target'),
      left: [],
      done: [],
      clarifications: [],
      changed: [],
    })
  })

  it.each([
    ['causes', []],
    ['paper', ['read_file']],
  ] as const)(
    'orders another method when the approach was wrong, and sets aside by %s: %j',
    (profile, blockedTools) => {
      const { replan } = solving({ profile })
      for (const sent of [replan(), replan()]) {
        expect(payloadOf(sent, 'PlanDirective')).toMatchObject({
          directive: 'break_symmetry',
          blockedTools,
          failedCriterion: 'it is a number',
          failureClass: 'logical',
        })
      }
    },
  )

  it.each([
    ['for the next plan', 'causes', ['b.txt']],
    ['for the rest of the task', 'paper', ['a.txt', 'b.txt']],
  ] as const)('blocks targets %s in the profile %s', (_, profile, targets) => {
    const { replan } = solving({ profile })
    replan(blocked)
    const second = replan({
      outcomes: [failed({ verdicts: [], failureClass: 'environmental', toolCalls: [failedCall({ target: 'b.txt' })] })],
    })
    expect(payloadOf(second, 'PlanDirective').blockedTargets.map(({ target }) => target)).toEqual(targets)
  })

  it('says what is done, in this round and before it', () => {
    const sent = solving().replan({
      kept: [matched({ subtaskId: '1.1', intent: 'find them', output: 'a.txt' })],
      outcomes: [matched({ subtaskId: '2.1', intent: 'weigh them', output: '9 g' }), failed({ subtaskId: '2.2' })],
    })
    expect(payloadOf(sent, 'PlanDirective').done).toEqual([
      { subtaskId: '1.1', intent: 'find them', output: 'a.txt' },
      { subtaskId: '2.1', intent: 'weigh them', output: '9 g' },
    ])
  })

  const shell = call({ id: 'call_2_1', tool: 'shell', target: 'wc a.txt' })

  it.each([
    ['of this round', { outcomes: [matched(), failed({ subtaskId: '1.2', toolCalls: [call(), shell] })] }],
    ['of an earlier round', { kept: [matched()], outcomes: [failed({ toolCalls: [call(), shell] })] }],
  ])('sets no tool aside by the paper that a matched outcome %s used', (_, given) => {
    const sent = solving({ profile: 'paper' }).replan(given)
    expect(payloadOf(sent, 'ControlDecision').blockedTools).toEqual(['read_file', 'shell'])
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({
      directive: 'break_symmetry',
      blockedTools: ['shell'],
      failureClass: 'logical',
    })
  })

  it('counts what stands from earlier rounds, but in the profile paper', () => {
    const given = { outcomes: [matched(), failed({ subtaskId: '1.2' })], kept: [matched(), matched()] }
    const lossIn = (profile: 'causes' | 'paper') =>
      payloadOf(solving({ profile }).replan(given), 'ControlDecision').loss.D
    expect([lossIn('causes'), lossIn('paper')]).toEqual([0.25, 0.5])
  })

  it('counts all that was promised of work that was not done', () => {
    const undone = failed({ subtaskId: '1.2', verdicts: [], promised: 5, undone: true })
    const outcomes = [matched({ verdicts: Array(5).fill(verdict()) }), undone]
    expect(payloadOf(solving().replan({ outcomes }), 'ControlDecision').loss.D).toBe(0.5)
  })

  it('blocks no target of a rejected merge but those that failed at last', () => {
    const toolCalls = [
      call({ target: 'fine.txt' }),
      failedCall({ id: 'call_1_2' }),
      failedCall({ id: 'call_1_3', target: 'mended.txt' }),
      call({ id: 'call_1_4', target: 'mended.txt' }),
    ]
    const sent = solving().replan({
      outcomes: [matched({ toolCalls })],
      taskVerdicts: [failing({ failureClass: 'environmental', cause: 'wrong_target' })],
    })
    expect(payloadOf(sent, 'PlanDirective').blockedTargets).toEqual([{ tool: 'read_file', target: 'a.txt' }])
  })

  it('measures a rejected merge beside the criteria that its parts meet, and all calls stand for it', () => {
    const sent = solving().replan({
      outcomes: [matched({ verdicts: [verdict(), verdict(), verdict()] })],
      taskVerdicts: [failing({ criterion: 'it is right' })],
      output: 'merged',
    })
    expect(payloadOf(sent, 'ControlDecision')).toMatchObject({
      loss: { D: 0.25 },
      orders: [{ outcome: 'task', used: { tools: ['read_file'], targets: ['a.txt'] } }],
    })
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({ failedCriterion: 'it is right', blockedTools: [] })
  })
})

describe('the result', () => {
  it('of an accepted task is its output, and nothing is missing', () => {
    const { accept } = solving()
    const sent = accept()
    expect(routesOf(sent)).toEqual([
      'ControlDecision → log',
      ...['Megram → R5', 'Megram → R5', 'Megram → R5'],
      'FinalResult → host',
    ])
    expect(payloadOf(sent, 'FinalResult')).toMatchObject({
      directive: 'accept',
      reason: 'accepted',
      status: 'complete',
      output: 'There are 2 lines.',
      missing: [],
      nextMoves: [],
      loss: { D: 0, P: 0 },
      gradient: 0,
      replans: 0,
    })
  })

  it('of a task that was accepted in the second round carries its gradient and replans', () => {
    const { replan, accept } = solving()
    replan(blocked)
    const { gradient, replans, loss } = payloadOf(accept({ round: 2 }), 'FinalResult')
    expect(replans).toBe(1)
    expect(loss.D).toBe(0)
    expect(gradient).toBeLessThan(-0.5)
  })

  it('of a success within δ names every unmet criterion', () => {
    const { replan } = solving(lastRound)
    const result = payloadOf(replan({ ...nearlyDone, output: 'merged' }), 'FinalResult')
    expect(result).toMatchObject({
      directive: 'success',
      reason: 'converged',
      status: 'partial',
      output: 'merged',
      missing: [{ what: 'it rhymes' }],
    })
    expect(result.summary).toContain('“it rhymes” is not met')
    expect(result.loss.D).toBe(0.25)
    expectNextMoves(result)
  })

  it('of a success without a merge is what the subtasks gave, the failed one marked', () => {
    const { replan, progress } = solving(lastRound)
    progress('count them', '2')
    const outcomes = [
      matched(),
      matched({ subtaskId: '1.2', intent: 'weigh them', output: '9 g' }),
      failed({ subtaskId: '1.3', intent: 'paint them', output: 'red', verdicts: [verdict(), failing()] }),
    ]
    const four = [verdict(), verdict(), verdict()]
    const sent = replan({
      outcomes: outcomes.map((outcome) => (outcome.status === 'failed' ? outcome : { ...outcome, verdicts: four })),
    })
    expect(payloadOf(sent, 'FinalResult').output).toBe(
      'count them\n2\n\nweigh them\n9 g\n\nNot accepted: paint them\nred',
    )
    expect(payloadOf(solving(lastRound).replan(nearlyDone), 'FinalResult').output).toBe('almost')
  })

  describe('of a task that ends near enough', () => {
    const worse = { outcomes: [failed({ subtaskId: '2.1', output: 'worse' })], elapsedMs: 2_000, round: 2 }
    const wrote = call({ effect: 'irreversible' })

    it('is what its best round gave', () => {
      const { replan } = solving({ hyperparameters: { maxReplans: 1 } })
      replan(nearlyDone)
      const sent = replan(worse)
      expect(payloadOf(sent, 'ControlDecision')).toMatchObject({ directive: 'success', deliver: 1, round: 2 })
      expect(payloadOf(sent, 'FinalResult')).toMatchObject({
        reason: 'converged',
        output: 'almost',
        loss: { D: 0.25 },
        replans: 1,
        missing: [{ what: 'it rhymes' }],
      })
    })

    it('is not what an earlier round gave, if the world was changed since', () => {
      const { replan } = solving({ hyperparameters: { maxReplans: 1 } })
      replan(nearlyDone)
      const sent = replan({ ...worse, outcomes: [failed({ subtaskId: '2.1', toolCalls: [wrote] })] })
      expect(payloadOf(sent, 'FinalResult')).toMatchObject({ directive: 'abandon', reason: 'replans_exhausted' })
    })

    it('is delivered at once in the profile paper', () => {
      const sent = solving({ profile: 'paper' }).replan(nearlyDone)
      expect(payloadOf(sent, 'FinalResult')).toMatchObject({ reason: 'converged', output: 'almost' })
    })
  })

  it('of a task that ends with parts that are done is all that stands, what is missing and next moves', () => {
    const { replan } = solving({ hyperparameters: { maxReplans: 1 } })
    replan(blocked)
    const kept = [matched({ intent: 'find', output: 'a.txt' }), matched({ intent: 'count', output: '2' })]
    const sent = replan({ ...blocked, kept, elapsedMs: 2_000, round: 2 })
    const result = payloadOf(sent, 'FinalResult')
    const lessons = Array(3).fill('Megram → R5')
    expect(routesOf(sent)).toEqual(['ControlDecision → log', ...lessons, 'FinalResult → host'])
    expect(result).toMatchObject({
      directive: 'deliver',
      reason: 'replans_exhausted',
      status: 'partial',
      output: 'find\na.txt\n\ncount\n2',
      missing: [{ what: 'count them', needs: 'no a.txt' }],
      replans: 1,
    })
    expect(result.summary).toContain('no a.txt')
    expect(result.loss.Omega).toBeGreaterThan(0.6)
    expectNextMoves(result)
  })

  it('of an abandoned task, of which nothing is done, is what is missing and next moves', () => {
    const sent = solving({ hyperparameters: { maxReplans: 0 } }).replan(blocked)
    const result = payloadOf(sent, 'FinalResult')
    expect(routesOf(sent)).toEqual(['ControlDecision → log', 'Megram → R5', 'Megram → R5', 'FinalResult → host'])
    expect(result).toMatchObject({
      ...{ directive: 'abandon', reason: 'replans_exhausted', status: 'failed', output: null },
      missing: [{ what: 'count them', needs: 'no a.txt' }],
    })
    expectNextMoves(result)
  })

  it('of a success without a merge holds what earlier rounds gave, too', () => {
    const kept = [matched({ intent: 'find them', output: 'a.txt' })]
    const { output } = payloadOf(solving(lastRound).replan({ ...nearlyDone, kept }), 'FinalResult')
    expect(output).toBe('find them\na.txt\n\nNot accepted: count them\nalmost')
  })

  const ofTask = verdict({ criterion: 'it is right', evidence: 'it adds up', records: ['call_2_1'] })
  const ofKept = verdict({ criterion: 'it was found', evidence: 'there it is', records: ['call_1_1'] })
  const kept = [matched({ verdicts: [ofKept] })]
  const of = (subtask: string | null, one: CriterionVerdict) => ({ ...one, subtask })

  it('of an accepted task has every criterion with its evidence and records, those of the task first', () => {
    const outcomes = [matched({ subtaskId: '2.1', verdicts: [verdict()] })]
    const { criteria } = payloadOf(solving().accept({ kept, outcomes, taskVerdicts: [ofTask] }), 'FinalResult')
    expect(criteria).toEqual([of(null, ofTask), of('count them', ofKept), of('count them', verdict())])
  })

  it.each([
    ['a success', { maxReplans: 0 }, {}],
    ['an abandoned task', { maxReplans: 0 }, { delta: 0 }],
  ])('of %s has them too, the unmet ones included', (_, limits, exactness) => {
    const { replan } = solving({ hyperparameters: { ...limits, ...exactness } })
    const unmet = failing({ criterion: 'it rhymes', records: ['call_2_2'] })
    const outcomes = [matched({ subtaskId: '2.1', verdicts: [verdict(), verdict(), verdict(), verdict()] })]
    const taskVerdicts = [ofTask, unmet, ofTask, ofTask]
    const { criteria } = payloadOf(replan({ kept, outcomes, taskVerdicts }), 'FinalResult')
    const ofSubtasks = [ofKept, ...Array(4).fill(verdict())]
    expect(criteria).toEqual([
      ...taskVerdicts.map((one) => of(null, one)),
      ...ofSubtasks.map((one) => of('count them', one)),
    ])
  })

  it('of a task without a round has neither criteria nor changes', () => {
    const { criteria, changes, refused, basis } = payloadOf(solving().tell('RoleFailure', noPlan), 'FinalResult')
    expect([criteria, changes, refused, basis]).toEqual([[], [], [], 'nobody'])
  })

  describe('names what tool calls did', () => {
    const nothing = { bytesBefore: null, bytesAfter: null, why: null, origin: null }
    const changed: Action = {
      id: 'call_1_1',
      tool: 'write_file',
      target: 'a.txt',
      what: 'changed',
      bytesBefore: 0,
      bytesAfter: 5,
      why: null,
      origin: null,
    }
    const refusal: Action = { id: 'call_2_1', tool: 'shell', target: 'rm a.txt', what: 'refused', ...nothing }

    it.each([
      ['an accepted', () => outcomeSummary({ round: 2 })],
      ['an abandoned', () => replanRequest({ round: 2 })],
      ['a cut off', () => null],
    ])('of all rounds, in their order: %s task', (_, last) => {
      const { tell, replan } = solving({ hyperparameters: { maxReplans: 1, delta: 0 } })
      tell('Action', changed)
      replan()
      tell('Action', refusal)
      const round = last()
      const sent = !round
        ? tell('Interrupt', { reason: 'aborted', message: '' })
        : 'gapSummary' in round
          ? tell('ReplanRequest', round)
          : tell('OutcomeSummary', round)
      const { changes, refused } = payloadOf(sent, 'FinalResult')
      expect([changes, refused]).toEqual([[changed], [refusal]])
    })

    it('to the next planner, but for what was refused', () => {
      const { tell, replan } = solving()
      tell('Action', changed)
      tell('Action', refusal)
      expect(payloadOf(replan(), 'PlanDirective').changed).toEqual([changed])
    })

    it('among the next moves of a task that delivers nothing', () => {
      const { tell } = solving()
      tell('Action', changed)
      const { nextMoves } = payloadOf(tell('Interrupt', { reason: 'deadline', message: '' }), 'FinalResult')
      expect(nextMoves[0]).toBe('Look at what was done and stays so: a.txt.')
    })
  })

  it('tells the calls and tokens of every role, the rounds and the time', () => {
    const { tell, accept } = solving()
    const bill = (role: string, inputTokens: number) =>
      tell('ModelCall', modelCall({ role, usage: { inputTokens, outputTokens: 1 }, durationMs: 20, cost: null }))
    for (const [role, tokens] of [
      ['R1', 10],
      ['R3', 20],
      ['R3', 30],
    ] as const)
      bill(role, tokens)
    expect(payloadOf(accept(), 'FinalResult')).toMatchObject({
      rounds: 1,
      usage: {
        byRole: {
          R1: {
            modelCalls: 1,
            inputTokens: 10,
            outputTokens: 1,
            cachedInputTokens: 0,
            reasoningTokens: 0,
            durationMs: 20,
            cost: null,
          },
          R3: {
            modelCalls: 2,
            inputTokens: 50,
            outputTokens: 2,
            cachedInputTokens: 0,
            reasoningTokens: 0,
            durationMs: 40,
            cost: null,
          },
        },
        total: {
          modelCalls: 3,
          inputTokens: 60,
          outputTokens: 3,
          cachedInputTokens: 0,
          reasoningTokens: 0,
          durationMs: 60,
          cost: null,
        },
      },
    })
  })

  it('of a task that is cut off in a round has what came in of that round', () => {
    const { tell, replan } = solving()
    replan({ outcomes: [matched({ intent: 'find' }), failed({ subtaskId: '1.2' })] })
    tell('Progress', progress({ subtaskId: '2.1', verdicts: [verdict({ criterion: 'it is short' })] }))
    tell('Progress', progress({ subtaskId: '2.2', status: 'failed', verdicts: [failing({ criterion: 'it rhymes' })] }))
    const { criteria, missing } = payloadOf(tell('Interrupt', { reason: 'aborted', message: '' }), 'FinalResult')
    expect(criteria.map(({ criterion }) => criterion)).toEqual(['it is a number', 'it is short', 'it rhymes'])
    expect(missing.map(({ what }) => what)).toEqual(['it rhymes'])
  })

  it('of a task that is cut off has the last report on each subtask', () => {
    const { tell } = solving()
    tell('Progress', progress({ output: 'There are 2.', verdicts: [unjudged({ criterion: 'it is a number' })] }))
    tell('Progress', progress({ output: 'There are 2.', verdicts: [verdict({ criterion: 'it is a number' })] }))
    const { criteria } = payloadOf(tell('Interrupt', { reason: 'aborted', message: '' }), 'FinalResult')
    expect(criteria.map(({ verdict: one }) => one)).toEqual(['pass'])
  })

  it('of what was asked for but is proven not to exist is accepted, and says so', () => {
    const taskVerdicts = [verdict({ verdict: 'absent' })]
    expect(payloadOf(solving().accept({ taskVerdicts, output: 'There is no b.txt.' }), 'FinalResult')).toMatchObject({
      directive: 'accept',
      reason: 'absent',
      status: 'complete',
      output: 'There is no b.txt.',
      missing: [],
      loss: { D: 0 },
    })
  })

  it('of work that could not be done has what the executor told of it', () => {
    const { replan } = solving({ hyperparameters: { maxReplans: 0 } })
    const honest = failed({
      subtaskId: '1.2',
      verdicts: [],
      undone: true,
      failureReason: 'b.log is held',
      output: 'Deleted a.log; b.log is held.',
    })
    const { output } = payloadOf(replan({ outcomes: [matched({ output: '2' }), honest] }), 'FinalResult')
    expect(output).toBe('count them\n2\n\nNot finished: count them\nDeleted a.log; b.log is held.')
  })

  describe('of work that a judge rejected, though it left the rest alone,', () => {
    const restrained = verdict({ criterion: 'Nothing was changed but what the request asks for' })
    const claim = 'It is all done.'

    it('marks what it says of itself', () => {
      const { replan } = solving({ hyperparameters: { maxReplans: 0 } })
      const round = { outcomes: [failed({ output: claim })], taskVerdicts: [failing(), restrained], output: claim }
      const { status, output, summary } = payloadOf(replan(round), 'FinalResult')
      expect({ status, output }).toEqual({ status: 'partial', output: `Not accepted: ${claim}` })
      expect(summary).not.toContain('dropped')
    })

    it('marks it when the task is cut off while it is mended', () => {
      const { tell } = solving()
      tell('Progress', progress({ status: 'failed', output: claim, verdicts: [failing(), restrained] }))
      const { output } = payloadOf(tell('Interrupt', { reason: 'aborted', message: '' }), 'FinalResult')
      expect(output).toBe(`Not accepted: count them\n${claim}`)
    })
  })

  it('of a later plan that is impossible, with nothing set aside, says so', () => {
    const { tell, replan } = solving()
    replan({ outcomes: [failed({ toolCalls: [] })] })
    const sent = tell('RoleFailure', { code: 'infeasible', message: 'no way', infrastructure: false }, { from: 'R2' })
    expect(payloadOf(sent, 'FinalResult')).toMatchObject({ reason: 'infeasible' })
  })

  it('has an output whenever it is a success', () => {
    const outcomes = [failed({ ...nearlyDone.outcomes?.[0], output: '' })]
    expect(payloadOf(solving(lastRound).replan({ outcomes }), 'FinalResult')).toMatchObject({
      directive: 'success',
      output: '',
    })
  })

  it.each([
    ['budget', { elapsedMs: 600_000 }, { timeWeight: 1, replanWeight: 0 }],
    ['replans_exhausted', {}, { maxReplans: 0 }],
  ] as const)('of a task that ran out says %s', (reason, given, hyperparameters) => {
    const { replan } = solving({ hyperparameters })
    expect(payloadOf(replan({ ...blocked, ...given }), 'FinalResult')).toMatchObject({ directive: 'abandon', reason })
  })

  const worsening = [4, 7, 10].map(
    (failures): Replan => ({
      outcomes: [failed({ verdicts: [...Array(10)].map((_, index) => (index < failures ? failing() : verdict())) })],
    }),
  )

  it('of a diverging task says so at the second worsening round, by the paper', () => {
    const { replan } = solving({ profile: 'paper', hyperparameters: { maxReplans: 100 } })
    const [first, second, third] = worsening.map((round) => replan(round))
    for (const sent of [first, second]) expect(routesOf(sent ?? [])).toContain('PlanDirective → R2')
    expect(payloadOf(third ?? [], 'FinalResult')).toMatchObject({ directive: 'abandon', reason: 'diverging' })
  })

  it('does not come of rounds that get worse, by causes', () => {
    const { replan } = solving({ hyperparameters: { maxReplans: 100 } })
    for (const round of worsening) expect(routesOf(replan(round))).toContain('PlanDirective → R2')
  })

  it.each(['aborted', 'deadline', 'limit_reached', 'host_failed', 'role_failed'] as const)(
    'of a task that was %s has what was done so far',
    (reason) => {
      const { tell, progress } = solving()
      progress('find', 'a.txt')
      const sent = tell('Interrupt', { reason, message: 'enough' }, { at: 150_000 })
      expect(routesOf(sent)).toEqual(['FinalResult → host'])
      const result = payloadOf(sent, 'FinalResult')
      expect(result).toMatchObject({ directive: 'abandon', reason, status: 'partial', output: 'a.txt', replans: 0 })
      expect(result.summary).toContain('enough')
      expect(result.loss).toEqual({ D: 1, P: 0.5, Omega: 0.2, L: expect.closeTo(0.6 + 0.3 * 0.8 * 0.5 + 0.4 * 0.2) })
      expectNextMoves(result)
    },
  )

  it('of an interrupted task has the loss last measured, with the cost of now', () => {
    const { tell, replan } = solving()
    replan(blocked)
    const result = payloadOf(tell('Interrupt', { reason: 'aborted', message: '' }, { at: 150_000 }), 'FinalResult')
    expect(result).toMatchObject({ loss: { D: 1, P: 0, Omega: 0.4 }, replans: 1, missing: [{ what: 'count them' }] })
  })

  it.each([
    ['planning_failed', 'planning_failed', false],
    ['planning_failed', 'stalled', true],
    ['infeasible', 'infeasible', false],
    ['infeasible', 'stalled', true],
    ['invalid_output', 'role_failed', false],
    ['invalid_output', 'role_failed', true],
  ])('of a role that failed with %s says %s (after a replan: %s)', (code, reason, replanned) => {
    const { tell, replan } = solving()
    if (replanned) replan(blocked)
    const sent = tell('RoleFailure', { code, message: 'no idea', infrastructure: false }, { from: 'R2' })
    const remembered = reason === 'stalled' ? ['Megram → R5'] : []
    expect(routesOf(sent)).toEqual([...remembered, 'FinalResult → host'])
    const result = payloadOf(sent, 'FinalResult')
    expect(result).toMatchObject({ directive: 'abandon', reason, status: 'failed', output: null })
    expect(result.summary).toMatch(/ \(no idea\)\.$/)
    expect(result.summary).not.toMatch(/R2|\[/)
    expectNextMoves(result)
  })

  describe('of a task in which a call was refused', () => {
    const noted: Action = {
      ...{ id: 'call_1_1', tool: 'shell', target: 'rm a.txt', what: 'refused', bytesBefore: null, bytesAfter: null },
      ...{ why: 'it is irreversible', origin: null },
    }

    it.each([
      [
        'names it and advises to allow it',
        null,
        /“count them” was not done, because “shell rm a\.txt” was refused/,
        'Allow “shell rm a.txt”, or ask for a way without it.',
      ],
      [
        'names who asked for it, and advises nothing of the kind, where the user did not',
        { tool: 'read_file', target: 'mail.txt' },
        /“shell rm a\.txt” came from mail\.txt and not from your request, and was refused/,
        'Ask again for this alone: “count them”.',
      ],
    ])('%s', (_, origin, words, move) => {
      const { tell, replan } = solving({ hyperparameters: { maxReplans: 0 } })
      tell('Action', { ...noted, origin })
      const result = payloadOf(replan({ outcomes: [refused] }), 'FinalResult')
      expect(result.refused).toEqual([{ ...noted, origin }])
      expect(result.summary).toMatch(words)
      expect(result.nextMoves[0]).toContain(move)
    })

    it('is no success as long as the refused work is not done', () => {
      const outcomes = [matched({ verdicts: Array(9).fill(verdict()) }), { ...refused, subtaskId: '1.2', undone: true }]
      const result = payloadOf(solving(lastRound).replan({ outcomes }), 'FinalResult')
      expect(result).toMatchObject({ directive: 'deliver', reason: 'replans_exhausted', status: 'partial' })
      expect(result.missing).toEqual([{ what: 'count them', needs: 'permission for the call that was refused' }])
    })
  })

  it.each([4_000, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE])(
    'comes even when the clock that said 5000 says %d',
    (at) => {
      const { tell } = drive(createGoalGradientSolver())
      tell('TaskStarted', {}, { at: 5_000 })
      expect(payloadOf(tell('Interrupt', { reason: 'aborted', message: '' }, { at }), 'FinalResult').loss.Omega).toBe(0)
    },
  )
})

describe('the time that people took', () => {
  it.each([
    [10_000, 0, 10_000],
    [10_000, 4_000, 6_000],
    [10_000, 10_000, 0],
    [10_000, 10_001, 0],
  ])('is taken out of a round: %i ms less %i ms of waiting are %i ms', (elapsedMs, waitedMs, expected) => {
    expect(observe(replanRequest({ elapsedMs }), { accepted: false, waitedMs }).elapsedMs).toBe(expected)
    expect(observe(outcomeSummary({ elapsedMs }), { accepted: true, waitedMs }).elapsedMs).toBe(expected)
  })

  it('counts as spent when nobody says that it was waiting', () => {
    expect(observe(replanRequest({ elapsedMs: 10_000 }), { accepted: false }).elapsedMs).toBe(10_000)
  })

  it('costs a round nothing; each message gives all of it', () => {
    const { tell, replan } = solving()
    expect(tell('Waited', { waitedMs: 40_000 })).toEqual([])
    tell('Waited', { waitedMs: 100_000 })
    expect(payloadOf(replan({ ...blocked, elapsedMs: 130_000 }), 'ControlDecision').loss.Omega).toBeCloseTo(0.04)
  })

  it('costs an accepted task nothing', () => {
    const { tell, accept } = solving()
    tell('Waited', { waitedMs: 600_000 })
    expect(payloadOf(accept({ elapsedMs: 630_000 }), 'FinalResult').loss.Omega).toBeCloseTo(0.04)
  })

  it('does not use up the budget of a task', () => {
    const slow = { ...blocked, elapsedMs: 600_000 }
    const { tell, replan } = solving()
    tell('Waited', { waitedMs: 590_000 })
    expect(routesOf(replan(slow))).toContain('PlanDirective → R2')
    expect(payloadOf(solving().replan(slow), 'FinalResult').reason).toBe('budget')
  })

  it.each([
    [0, 0.2],
    [60_000, 0.12],
    [150_000, 0],
    [900_000, 0],
  ])('costs a task nothing that is stopped after 150 s, %i ms of them waiting', (waitedMs, Omega) => {
    const { tell } = solving()
    tell('Waited', { waitedMs })
    const sent = tell('Interrupt', { reason: 'deadline', message: '' }, { at: 150_000 })
    expect(payloadOf(sent, 'FinalResult').loss.Omega).toBeCloseTo(Omega)
  })
})

describe('exactly one result', () => {
  type Told = { [T in keyof ArtooContracts]: readonly [T, PayloadOf<ArtooContracts, T>] }[keyof ArtooContracts]

  const told = fc.oneof(
    fc.constantFrom<Told>(
      ['Progress', progress()],
      ['OutcomeSummary', outcomeSummary()],
      ['ReplanRequest', replanRequest()],
      ['ReplanRequest', replanRequest(blocked)],
      ['ReplanRequest', replanRequest({ outcomes: [refused] })],
      ['ReplanRequest', replanRequest({ outcomes: [failed({ infrastructure: true, verdicts: [] })] })],
    ),
    fc.constantFrom<Told>(
      ['ReplanRequest', replanRequest(nearlyDone)],
      ['ReplanRequest', replanRequest({ elapsedMs: 900_000 })],
      ['Interrupt', { reason: 'deadline', message: 'time is up' }],
      ['RoleFailure', unanswered],
      ['RoleFailure', noPlan],
      ['Waited', { waitedMs: 5_000 }],
    ),
  )

  it('comes of whatever follows the start, and nothing comes after it', () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 12 }), fc.integer({ min: 0, max: 3 }), (messages, maxReplans) => {
        const { tell } = solving({ hyperparameters: { maxReplans } })
        const sent = messages.flatMap(([type, payload], index) => [...tell(type, payload, { at: index * 1_000 })])
        sent.push(...tell('Interrupt', { reason: 'aborted', message: 'the end' }, { at: 60_000 }))
        expect(payloadsOf(sent, 'FinalResult')).toHaveLength(1)
        expect(sent.at(-1)?.type).toBe('FinalResult')
      }),
    )
  })

  it('comes within maxReplans + 1 failing rounds', () => {
    for (const maxReplans of [0, 1, 2, 3]) {
      const { replan } = solving({ hyperparameters: { maxReplans, theta: 1 } })
      const results = [...Array(maxReplans + 1)].map(() => payloadsOf(replan(blocked), 'FinalResult').length)
      expect(results.at(-1)).toBe(1)
      expect(results.slice(0, -1)).not.toContain(1)
    }
  })
})

it('checks its hyperparameters at once', () => {
  expect(() => createGoalGradientSolver({ hyperparameters: { alpha: -1 } })).toThrow(
    expect.objectContaining({ code: 'invalid_hyperparameter', field: 'alpha' }),
  )
})

function expectNextMoves({ nextMoves }: PayloadOf<ArtooContracts, 'FinalResult'>): void {
  expect(nextMoves.length).toBeGreaterThanOrEqual(2)
  expect(nextMoves.length).toBeLessThanOrEqual(3)
  expect(new Set(nextMoves).size).toBe(nextMoves.length)
}
