import { describe, expect, it } from 'vitest'
import { call, failed, failedCall, failing } from './builders.js'
import { payloadOf, routesOf } from './drive.js'
import { solving } from './solving.js'

const out = (subtaskId: string, replaces: string | null = null) =>
  failed({
    ...{ subtaskId, replaces, intent: 'ask the service', verdicts: [failing({ cause: 'outage' })] },
    toolCalls: [failedCall({ code: 'tool_timeout', output: 'no answer' })],
  })
const wrong = (subtaskId: string) =>
  failed({ subtaskId, verdicts: [failing({ cause: 'wrong_parameter' })], toolCalls: [call({ tool: 'glob' })] })

const pauseIn = (sent: Parameters<typeof payloadOf>[0]) => payloadOf(sent, 'TimerRequest')

describe('the order to wait', () => {
  it('holds the plan back until a pause is over', () => {
    const { replan, tell } = solving()
    const sent = replan({ outcomes: [out('1.1')] })
    expect(routesOf(sent)).not.toContain('PlanDirective → R2')
    expect(pauseIn(sent)).toEqual({ key: 'pause', delayMs: 5_000 })
    const fired = tell('TimerFired', { key: 'pause' })
    expect(payloadOf(fired, 'PlanDirective')).toMatchObject({ directive: 'wait', mayPass: true, blockedTargets: [] })
    expect(tell('TimerFired', { key: 'pause' })).toEqual([])
  })

  it('holds it back too where another part asks for the greater change', () => {
    const { replan, tell } = solving()
    const sent = replan({ outcomes: [wrong('1.1'), out('1.2')] })
    expect(pauseIn(sent)).toEqual({ key: 'pause', delayMs: 5_000 })
    expect(payloadOf(tell('TimerFired', { key: 'pause' }), 'PlanDirective')).toMatchObject({
      directive: 'refine',
      orders: [{ directive: 'refine' }, { directive: 'wait' }],
      mayPass: true,
    })
  })

  it('takes twice as long the next time', () => {
    const { replan } = solving()
    replan({ outcomes: [out('1.1')] })
    expect(pauseIn(replan({ round: 2, outcomes: [out('2.1', '1.1')] }))).toMatchObject({ delayMs: 10_000 })
  })

  it('is void when the task ends meanwhile', () => {
    const { replan, tell } = solving()
    replan({ outcomes: [out('1.1')] })
    expect(routesOf(tell('Interrupt', { reason: 'aborted', message: '' }))).toContain('FinalResult → host')
    expect(tell('TimerFired', { key: 'pause' })).toEqual([])
  })
})

describe('the same plan', () => {
  const notRun = failed({
    ...{ subtaskId: '1.2', intent: 'then that', verdicts: [], undone: true, attempts: 0, toolCalls: [], output: '' },
  })
  const orderOn = (...outcomes: ReturnType<typeof failed>[]) =>
    payloadOf(solving().replan({ outcomes }), 'PlanDirective')

  it('may not be given again for work that was not run: what kept it from that has to change', () => {
    const order = orderOn(wrong('1.1'), notRun)
    expect(order.orders).toMatchObject([{ directive: 'refine' }, { directive: 'again' }])
    expect(order.mayPass).toBe(false)
  })

  it('may be given again when all that was tried needs something first', () => {
    const early = failed({ verdicts: [failing({ cause: 'not_yet' })], toolCalls: [call()] })
    expect(orderOn(early, notRun)).toMatchObject({ directive: 'again', mayPass: true })
  })
})

describe('a cause that an executor names', () => {
  const gaveUp = failed({ verdicts: [], undone: true, code: 'infeasible', failureClass: 'logical', toolCalls: [] })

  it.each([
    ['no_access', 'ask', [failedCall({ output: 'HTTP 403' })]],
    ['needs_answer', 'ask', []],
    ['not_yet', 'again', []],
    ['wrong_tool', 'change_approach', []],
  ] as const)('is what its part is believed to fail by: %s', (cause, directive, toolCalls) => {
    const sent = solving().replan({ outcomes: [{ ...gaveUp, cause, toolCalls: [...toolCalls] }] })
    expect(payloadOf(sent, 'ControlDecision')).toMatchObject({ directive, orders: [{ cause }] })
  })
})
