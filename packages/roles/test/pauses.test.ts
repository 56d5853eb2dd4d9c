import { describe, expect, it } from 'vitest'
import { failed, failedCall, failing, matched } from './builders.js'
import { payloadOf, payloadsOf, routesOf } from './drive.js'
import { ordered, type Replan, solving } from './solving.js'

/** What a service that did not answer kept from being done, beside what else failed, in a round. */
const outage = (round: number, ...others: readonly ReturnType<typeof failed>[]): Replan => ({
  round,
  outcomes: [
    failed({
      subtaskId: `${round}.1`,
      replaces: round > 1 ? `${round - 1}.1` : null,
      verdicts: [failing({ cause: 'outage', failureClass: 'environmental' })],
      toolCalls: [failedCall({ code: 'tool_unavailable' })],
    }),
    ...others,
  ],
})
const wrong = failed({ subtaskId: '1.2', verdicts: [failing({ cause: 'wrong_parameter' })] })
const passed = { key: 'pause' }
const pauseOf = (delayMs: number) => ({ ...passed, delayMs })

describe('after an outage', () => {
  it('the next plan is ordered when a pause is over, and once', () => {
    const { replan, tell } = solving()
    const sent = replan(outage(1))
    expect(routesOf(sent)).toEqual(['ControlDecision → log', 'Megram → R5', 'TimerRequest → timer'])
    expect(payloadOf(sent, 'TimerRequest')).toEqual(pauseOf(5_000))
    expect(payloadOf(tell('TimerFired', passed), 'PlanDirective')).toMatchObject({
      directive: 'wait',
      mayPass: true,
      orders: [{ subtaskId: '1.1', directive: 'wait' }],
    })
    expect(tell('TimerFired', passed)).toEqual([])
  })

  it('each further pause is twice as long, and none longer than a tenth of the task’s time', () => {
    const pauses = (timeBudgetMs: number) => {
      const { replan, tell } = solving({ hyperparameters: { timeBudgetMs } })
      return [1, 2].map((round) => {
        const pause = payloadOf(replan(outage(round)), 'TimerRequest')
        tell('TimerFired', passed)
        return pause
      })
    }
    expect(pauses(300_000)).toEqual([pauseOf(5_000), pauseOf(10_000)])
    expect(pauses(60_000)).toEqual([pauseOf(5_000), pauseOf(6_000)])
  })

  it('a plan that goes on with other parts waits as well, as it does the part again', () => {
    const { replan, tell } = solving()
    expect(payloadOf(replan(outage(1, wrong)), 'TimerRequest')).toEqual(pauseOf(5_000))
    const order = payloadOf(tell('TimerFired', passed), 'PlanDirective')
    expect([order.directive, order.orders.map(({ directive }) => directive)]).toEqual(['refine', ['wait', 'refine']])
  })

  it('the task ends at once when it is stopped in a pause, and the pause leads nowhere', () => {
    const { replan, tell } = solving()
    replan(outage(1))
    const sent = tell('Interrupt', { reason: 'aborted', message: '' })
    expect(payloadOf(sent, 'FinalResult')).toMatchObject({ reason: 'aborted', missing: [{ what: 'it is a number' }] })
    expect(tell('TimerFired', passed)).toEqual([])
  })

  it('the user’s deadline is no pause', () => {
    const { replan, tell } = solving()
    tell('Deadline', { at: 2_000, problem: null })
    replan(outage(1))
    expect(payloadOf(tell('TimerFired', { key: 'deadline' }, { at: 2_000 }), 'FinalResult').reason).toBe('deadline')
  })
})

it('nothing waits that need not', () => {
  for (const profile of ['causes', 'paper'] as const)
    expect(payloadsOf(solving({ profile }).replan({ outcomes: [matched(), wrong] }), 'TimerRequest')).toEqual([])
  expect(payloadsOf(solving({ profile: 'paper' }).replan(outage(1)), 'TimerRequest')).toEqual([])
})

it.each([
  ['not_yet', 'again', true],
  ['wrong_parameter', 'refine', false],
] as const)('of what fails by %s the order is %s, and the same plan may be given: %s', (cause, directive, mayPass) => {
  expect(ordered({ outcomes: [failed({ verdicts: [failing({ cause })] })] })).toMatchObject({ directive, mayPass })
})
