import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAgentValidator } from '../src/agent-validator/agent-validator.js'
import { createGoalGradientSolver } from '../src/controller/goal-gradient-solver.js'
import { createExecutor } from '../src/executor/executor.js'
import type { SubTaskOutcome } from '../src/messages/outcome.js'
import { createMetaValidator } from '../src/meta-validator/meta-validator.js'
import { call, failed, failedCall, failing, manifest, matched, modelFailure, subTask, unjudged } from './builders.js'
import { drive, payloadOf, payloadsOf, routesOf } from './drive.js'
import { blocked, solving } from './solving.js'

fc.configureGlobal({ seed: 20260221 })

const unavailable = 'Service Unavailable (HTTP 503)'

/** A subtask that a provider’s failure cut short, after a call of its own had failed. */
const outage = (given: Partial<SubTaskOutcome> = {}) =>
  failed({
    output: '',
    verdicts: [],
    failureReason: unavailable,
    infrastructure: true,
    toolCalls: [failedCall({ tool: 'shell', target: 'b.txt' })],
    ...given,
  })

const notRun = outage({ subtaskId: '1.9', failureReason: 'an earlier part was not done', toolCalls: [] })
const gap = { gapSummary: `count them: ${unavailable}` }

describe('a round in which nothing but a provider failed', () => {
  it('ends the task: no decision, no lesson, no blame, and the matched work is handed over', () => {
    const { replan } = solving()
    const sent = replan({
      outcomes: [matched({ intent: 'find them', output: 'a.txt' }), outage({ subtaskId: '1.2' }), notRun],
      ...gap,
    })
    expect(routesOf(sent)).toEqual(['FinalResult → host'])
    const result = payloadOf(sent, 'FinalResult')
    expect(result).toMatchObject({
      directive: 'abandon',
      reason: 'infrastructure',
      status: 'partial',
      output: 'a.txt',
      replans: 0,
      gradient: 0,
    })
    expect(result.summary).toContain(unavailable)
    expect(result.missing).toContainEqual({ what: 'count them', needs: unavailable })
  })

  it('delivers what a judge did not come to judge, and names what was not checked', () => {
    const verdicts = [unjudged({ criterion: 'it is a number', evidence: unavailable })]
    const { replan } = solving()
    const result = payloadOf(replan({ outcomes: [outage({ output: '2', verdicts, toolCalls: [] })] }), 'FinalResult')
    expect(result).toMatchObject({ status: 'partial', reason: 'infrastructure', output: '2' })
    expect(result.missing.map(({ what }) => what)).toEqual(['it is a number'])
    expect(result.summary).toContain('“it is a number” was not checked')
    expect(result.summary).toContain(unavailable)
    expect(result.summary).not.toContain('was not done')
  })

  it('tells what to do about the provider, whatever the rounds before showed', () => {
    const { replan } = solving()
    replan(blocked)
    const { nextMoves, replans } = payloadOf(replan({ outcomes: [outage()], round: 2, ...gap }), 'FinalResult')
    expect(replans).toBe(1)
    expect(nextMoves).toHaveLength(2)
    for (const move of nextMoves) expect(move).toContain('provider')
  })

  it('hands over the work of all rounds', () => {
    const { replan } = solving()
    replan(blocked)
    const kept = [matched({ intent: 'find', output: 'a.txt' })]
    const outcomes = [matched({ intent: 'count', output: '2' }), outage({ subtaskId: '1.2' })]
    const sent = replan({ kept, outcomes, round: 2, ...gap })
    expect(payloadOf(sent, 'FinalResult').output).toBe('find\na.txt\n\ncount\n2')
  })

  it('is the last word', () => {
    const { replan, accept } = solving()
    replan({ outcomes: [outage()], ...gap })
    expect([...replan(blocked), ...accept()]).toEqual([])
  })
})

describe('a round in which something else failed too', () => {
  it('is replanned, and neither blocks nor teaches anything for the provider’s part', () => {
    const { outlast } = solving()
    const environmental = failed({ verdicts: [], failureClass: 'environmental', toolCalls: [failedCall()] })
    const sent = outlast({ outcomes: [environmental, outage({ subtaskId: '1.2' })] })
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({
      directive: 'change_path',
      blockedTargets: [{ tool: 'read_file', target: 'a.txt' }],
      failureClass: 'environmental',
      loss: { D: 1, P: 0 },
    })
    expect(payloadsOf(sent, 'Megram').map(({ entity }) => entity)).toEqual(['path:a.txt'])
  })

  it('takes no tool away for the provider’s part, by the paper', () => {
    const { replan } = solving({ profile: 'paper' })
    const sent = replan({ outcomes: [failed({ toolCalls: [call()] }), outage({ subtaskId: '1.2' })] })
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({
      directive: 'break_symmetry',
      blockedTools: ['read_file'],
      failureClass: 'logical',
    })
  })

  it('takes no tool away for the provider’s part even where no failure has a class', () => {
    const { replan } = solving({ profile: 'paper', hyperparameters: { rho: 0.4 } })
    const unclassified = failed({ verdicts: [failing({ failureClass: null })] })
    const sent = replan({ outcomes: [unclassified, outage({ subtaskId: '1.2' })] })
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({ directive: 'break_symmetry', blockedTools: ['read_file'] })
  })

  const outcomes = fc
    .array(fc.constantFrom('matched', 'environmental', 'logical', 'outage'), { minLength: 1, maxLength: 6 })
    .filter((kinds) => kinds.some((kind) => kind !== 'matched'))
    .map((kinds) =>
      kinds.map((kind, index) => {
        const subtaskId = `1.${index + 1}`
        const toolCalls = [failedCall({ target: `${kind}-${index}` })]
        if (kind === 'matched') return matched({ subtaskId })
        if (kind === 'outage') return outage({ subtaskId, toolCalls })
        return failed({
          subtaskId,
          toolCalls,
          verdicts: [failing({ failureClass: kind as 'logical' | 'environmental' })],
        })
      }),
    )

  it('is told from an outage, and never blames a call that an outage cut short', () => {
    fc.assert(
      fc.property(outcomes, (round) => {
        const sent = solving({ hyperparameters: { delta: 0 } }).outlast({ outcomes: round })
        const onlyOutages = round.every(({ status, infrastructure }) => status === 'matched' || infrastructure)
        expect(payloadsOf(sent, 'FinalResult').map(({ reason }) => reason)).toEqual(
          onlyOutages ? ['infrastructure'] : [],
        )
        expect(payloadsOf(sent, 'PlanDirective')).toHaveLength(onlyOutages ? 0 : 1)
        const learned = [
          ...payloadsOf(sent, 'PlanDirective').flatMap(({ blockedTargets }) =>
            blockedTargets.map(({ target }) => target),
          ),
          ...payloadsOf(sent, 'Megram').map(({ entity }) => entity),
        ]
        expect(learned.filter((target) => target.includes('outage'))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

describe('a provider that fails a role', () => {
  it.each(['R1', 'R2', 'R4b'])('ends the task when it is %s', (from) => {
    const { tell, progress } = solving()
    progress('count them', '2')
    const failure = { code: 'provider_unavailable', message: unavailable, infrastructure: true }
    const sent = tell('RoleFailure', failure, { from })
    expect(routesOf(sent)).toEqual(['FinalResult → host'])
    const result = payloadOf(sent, 'FinalResult')
    expect(result).toMatchObject({ directive: 'abandon', reason: 'infrastructure', status: 'partial', output: '2' })
    expect(result.summary).toContain(unavailable)
    expect(result.summary).not.toContain(`${from}:`)
    for (const move of result.nextMoves) expect(move).toContain('provider')
  })

  it('is not taken for a planner without ideas', () => {
    const { tell, replan } = solving()
    replan(blocked)
    const sent = tell('RoleFailure', { code: 'planning_failed', message: '', infrastructure: true })
    expect(routesOf(sent)).toEqual(['FinalResult → host'])
    expect(payloadOf(sent, 'FinalResult').reason).toBe('infrastructure')
  })
})

it('reaches the user from wherever the provider failed, with the same end', () => {
  const executed = drive(createExecutor())
  executed.tell('SubTask', subTask())
  const sent = payloadOf(executed.tell('ModelFailure', modelFailure('1.1', true)), 'ExecutionResult')
  const result = { ...sent, needs: [], clarifications: [] }

  const [failedWork, failedJudgement] = [false, true].map((completed) => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask())
    const sent = tell('ExecutionResult', completed ? { ...result, status: 'completed', infrastructure: false } : result)
    return payloadOf(completed ? tell('ModelFailure', modelFailure('1.1', true)) : sent, 'SubTaskOutcome')
  })

  for (const outcome of [failedWork, failedJudgement]) {
    if (!outcome) throw new Error('no outcome')
    const subtasks = ['1.1', '1.2'].map((subtaskId, index) => ({
      subtaskId,
      sequence: index + 1,
      intent: 'count them',
      replaces: null,
    }))
    const { tell } = drive(createMetaValidator())
    tell('DispatchManifest', manifest({ subtasks }))
    const request = payloadOf(tell('SubTaskOutcome', outcome), 'ReplanRequest')
    const final = payloadOf(drive(createGoalGradientSolver()).tell('ReplanRequest', request), 'FinalResult')
    expect([final.reason, final.summary.includes(unavailable)]).toEqual(['infrastructure', true])
  }
})
