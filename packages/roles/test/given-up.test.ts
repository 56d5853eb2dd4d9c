import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { leftBy } from '../src/controller/left.js'
import { withValue } from '../src/typed-output/with-value.js'
import { call, failed, failing, matched, verdict } from './builders.js'
import { payloadOf } from './drive.js'
import { solving } from './solving.js'

const many = { maxReplans: 30, theta: 1, replanWeight: 0, timeWeight: 1 }
const replaced = (round: number, part: number) => ({
  subtaskId: `${round}.${part}`,
  replaces: round > 1 ? `${round - 1}.${part}` : null,
})

/** The part that a service never answers to. */
const rates = (round: number, ...met: readonly ReturnType<typeof verdict>[]) =>
  failed({
    ...replaced(round, 1),
    intent: 'fetch the rates',
    output: 'no rates',
    verdicts: [
      ...met,
      failing({
        criterion: 'the rates are of today',
        cause: 'outage',
        failureClass: 'environmental',
        evidence: 'HTTP 503',
      }),
    ],
  })
/** The part that is wrong in another way each time. */
const table = (round: number) =>
  failed({
    ...replaced(round, 2),
    intent: 'make the table',
    verdicts: [failing({ criterion: 'it adds up', cause: 'wrong_parameter' })],
    toolCalls: [call({ target: `of ${round}` })],
  })

/** A task with a part that is tried in vain until it is given up, in the round `last`. */
function givingUp(part: (round: number) => ReturnType<typeof failed> = rates) {
  const { outlast: go, tell, accept } = solving({ hyperparameters: many })
  for (let last = 1; last <= many.maxReplans; last++) {
    const sent = go({ round: last, outcomes: [part(last), table(last)] })
    if (payloadOf(sent, 'PlanDirective').left.length > 0) return { go, tell, accept, last, sent }
  }
  throw new Error('it was not given up')
}

const unfinished = { what: 'the rates are of today', needs: 'HTTP 503' }
const done = (round: number) => matched({ ...replaced(round, 2), intent: 'make the table', output: 'a table' })

describe('a part that is not worth another round', () => {
  it('is given up, and the next plan is told so and goes on with the rest', () => {
    const { last, sent } = givingUp()
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({
      directive: 'refine',
      left: [{ subtaskId: `${last}.1`, intent: 'fetch the rates' }],
      orders: [{ subtaskId: `${last}.2`, directive: 'refine' }],
      failed: [{ subtaskId: `${last}.2` }],
    })
    const outcomes = [rates(last), table(last)]
    expect(leftBy(payloadOf(sent, 'ControlDecision'), { outcomes })).toEqual([rates(last)])
  })

  it('stays given up', () => {
    const { go, last } = givingUp()
    const { left, orders } = payloadOf(go({ round: last + 1, outcomes: [table(last + 1)] }), 'PlanDirective')
    const ids = [left, orders].map((list) => list.map(({ subtaskId }) => subtaskId))
    expect(ids).toEqual([[`${last}.1`], [`${last + 1}.2`]])
  })

  it('is missing from the result when the rest is accepted', () => {
    const { accept, last } = givingUp()
    const sent = accept({ round: last + 1, outcomes: [done(last + 1)], taskVerdicts: [verdict()], output: 'a table' })
    expect(payloadOf(sent, 'FinalResult')).toMatchObject({
      ...{ directive: 'deliver', reason: 'hopeless', status: 'partial', output: 'a table', missing: [unfinished] },
      summary: expect.stringContaining('what is left was not likely enough to succeed with another plan'),
      nextMoves: [
        'Ask again for this alone: “the rates are of today”.',
        'Provide another tool or another source.',
        'Ask for the rest in another way.',
      ],
    })
  })

  it('is missing, too, when the rest is close enough together with it', () => {
    const met = Array.from({ length: 9 }, (_, index) => verdict({ criterion: `rate ${index}` }))
    const { accept, last } = givingUp((round) => rates(round, ...met))
    const sent = accept({ round: last + 1, outcomes: [done(last + 1)], taskVerdicts: [verdict()], output: 'a table' })
    expect(payloadOf(sent, 'FinalResult')).toMatchObject({
      ...{ directive: 'success', reason: 'converged', status: 'partial', output: 'a table', missing: [unfinished] },
    })
  })

  it('is missing when the task is cut off later, between rounds and within one', () => {
    const { go, tell, last } = givingUp()
    go({ round: last + 1, outcomes: [table(last + 1)] })
    const stop = { reason: 'aborted', message: '' } as const
    expect(payloadOf(tell('Interrupt', stop), 'FinalResult').missing).toEqual([
      { what: 'it adds up', needs: 'it says two' },
      unfinished,
    ])
    const within = givingUp()
    const { toolCalls: _, ...progress } = done(within.last + 1)
    within.tell('Progress', progress)
    expect(payloadOf(within.tell('Interrupt', stop), 'FinalResult').missing).toEqual([unfinished])
  })

  it('ends a task of which nothing else is left: with what is done, or with nothing', () => {
    const ended = (...others: readonly ReturnType<typeof matched>[]) => {
      const { outlast } = solving({ hyperparameters: many })
      const rounds = Array.from({ length: many.maxReplans }, (_, index) => index + 1)
      return payloadOf(
        rounds.flatMap((round) => outlast({ round, outcomes: [rates(round)], kept: [...others] })),
        'FinalResult',
      )
    }
    expect(ended(done(1))).toMatchObject({ directive: 'deliver', reason: 'hopeless', status: 'partial' })
    expect(ended()).toMatchObject({ directive: 'abandon', reason: 'hopeless', status: 'failed' })
  })
})

it('parts that are done are no value of the form that was asked for', async () => {
  const { accept, last } = givingUp()
  const result = payloadOf(accept({ round: last + 1, outcomes: [done(last + 1)], output: '{"sum":7}' }), 'FinalResult')
  const schema = z.object({ sum: z.number() })
  expect(await withValue(result, { schema, jsonSchema: {} })).toMatchObject({ directive: 'deliver', value: null })
})
