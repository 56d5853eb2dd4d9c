import { isBeliefOrder, type Observation } from '@artoo/ggs'
import { createArtoo, defineTool, type RunEvent } from '@artoo/sdk'
import { scriptedModel } from '@artoo/sdk/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { why } from '../../src/view/why/why.js'
import { decisionsOf, decisionsUnder, halfDone, round } from './decisions.js'
import { ended, event } from './events.js'

const decided = (...rounds: readonly Observation[]) =>
  decisionsOf(...rounds).map((decision) => event('ControlDecision', decision))

/** The words about beliefs without their numbers, which change with what was measured. */
const masked = (said: string) =>
  said
    .replace(/(is wrong \(|answer \(|why \(|a chance of |best chance is )\.\d\d/g, '$1.##')
    .replace(/a belief above \.\d\d instead of \.\d\d/g, 'a belief above .## instead of .##')

/** Rounds of a task that has time for them, until nothing is worth another one. */
const hopeless = (one: Observation) =>
  decisionsUnder({ hyperparameters: { maxReplans: 12 } }, ...Array.from({ length: 12 }, () => one)).map((decision) =>
    event('ControlDecision', decision),
  )

/** A part that a service kept from being done. */
const unjudged: Observation = {
  outcomes: [
    {
      ...{ id: 'part', status: 'failed', failureClass: 'environmental', criteria: [], undone: true },
      calls: [{ tool: 'get', target: 'rates', failed: true, lifted: true, error: 'passing' }],
    },
  ],
  ...{ elapsedMs: 10, accepted: false },
}

describe('the last decision', () => {
  test.each<[string, readonly RunEvent[], readonly [string, string]]>([
    [
      'to refine',
      decided(round(1, { cause: 'wrong_parameter' })),
      [
        'After round 1 the next plan was to use other parameters, refine (D .25, P .00, Ω .01): “criterion 0” failed, most likely because a parameter is wrong (.77); this promises most, with a chance of .45.',
        'With a belief above .46 instead of .03 that the method is wrong it would have been break_symmetry.',
      ],
    ],
    [
      'to try something else where nothing says why',
      decided(round(2, { cause: 'unknown' }), round(2, { cause: 'unknown' })),
      [
        'After round 2 the next plan was to use another method, break_symmetry (D .50, P .00, Ω .21, ∇L .00): “criterion 0” and 1 more failed, and nothing says why (.53); this promises most, with a chance of .16.',
        'With a belief above .11 instead of .09 that a parameter is wrong it would have been refine.',
      ],
    ],
    [
      'to wait for a service',
      decided(unjudged),
      [
        'After round 1 the next plan was to do the same again after a pause, wait (D 1.00, P .00, Ω .00): one part failed, most likely because a service did not answer (.76); this promises most, with a chance of .39.',
        'With a belief above .42 instead of .07 that the target is wrong it would have been change_path.',
      ],
    ],
    [
      'by a table',
      decisionsUnder({ profile: 'paper' }, round(4, { failedCall: true }), round(2)).map((decision) =>
        event('ControlDecision', decision),
      ),
      [
        'After round 2 the next plan was to use other parameters, refine (D .50, P .00, Ω .21, ∇L −.22): P = 0 is within 0.5 and |∇| = 0.22 has reached 0.1: tighten the parameters.',
        'With ∇L above −.10 instead of −.22 it would have been change_path.',
      ],
    ],
    [
      'to accept',
      [...decided(round(0)), ended()],
      [
        'Round 1 was accepted, because every criterion passed (D .00, P .00, Ω .01).',
        'With one criterion failed, D would have been above .00 and the result not accepted.',
      ],
    ],
    [
      'to deliver what is near',
      [...decided(round(1, { elapsedMs: 900_000 })), ended({ reason: 'converged' })],
      [
        'The result was delivered after round 1 (D .25, P .00, Ω 1.00): the budget is spent, as Ω has reached .80, and D .25 is within .30: near enough to deliver.',
        'With D above .30 instead of .25 it would have been too far.',
      ],
    ],
    [
      'to give up what is hopeless',
      [...hopeless(round(4, { cause: 'no_access' })), ended({ directive: 'abandon', reason: 'hopeless' })],
      [
        'The task was given up after round 3 (D 1.00, P .00, Ω .11, ∇L .00): no open part is worth another plan: the best chance is .09.',
        'With D of at most .30 instead of 1.00 it would have been success.',
      ],
    ],
    [
      'to deliver the parts beside what is hopeless',
      [...hopeless(halfDone('no_access')), ended({ directive: 'deliver', reason: 'hopeless' })],
      [
        'The parts that are done were delivered after round 3 (D .50, P .00, Ω .11, ∇L .00): no open part is worth another plan: the best chance is .09.',
        'With D of at most .30 instead of .50 it would have been success.',
      ],
    ],
  ])('%s', (_, events, sentences) => {
    expect(why(events).sentences.map(masked)).toEqual(sentences.map(masked))
  })

  test('carries its numbers as plain data', () => {
    const { decision } = why(decided(round(4, { failedCall: true }), round(2)))
    expect(JSON.parse(JSON.stringify(decision))).toMatchObject({
      ...{ round: 2, directive: 'change_path', reason: null, gradient: -0.3, loss: { D: 0.5, P: 0 } },
      because: expect.arrayContaining([
        expect.objectContaining({ quantity: 'replans', value: 1, relation: '<', limit: 3, margin: 2 }),
        expect.objectContaining({ quantity: 'chance', relation: '≥', limit: 0.1 }),
      ]),
      nearest: { directive: 'refine', changes: [{ quantity: 'belief in wrong_parameter', relation: '>' }] },
    })
  })

  test('has the numbers of the order that decided', () => {
    const [decision] = decisionsOf(round(1, { cause: 'wrong_parameter' }))
    const [order] = (decision?.orders ?? []).filter(isBeliefOrder)
    const numbers = [order?.belief.wrong_parameter, order?.chance].map((value) => value?.toFixed(2).slice(1))
    const [said] = why(decided(round(1, { cause: 'wrong_parameter' }))).sentences
    expect(said).toContain(
      `because a parameter is wrong (${numbers[0]}); this promises most, with a chance of ${numbers[1]}.`,
    )
  })

  test('of a profile that is not known has its numbers and no other way', () => {
    const [decision] = decisionsOf(round(2))
    const { sentences } = why([event('ControlDecision', { ...decision, profile: 'own' } as never)])
    expect(sentences[1]).toBe('No other number of this round alone would have changed that.')
  })
})

describe('a task that no decision ended', () => {
  const [open] = decided(round(2))

  test.each<[string, readonly RunEvent[], readonly [string, string]]>([
    [
      'under way',
      [],
      [
        'The task has no result yet, and no round of it was decided.',
        'The first decision comes when the work of the first round was checked.',
      ],
    ],
    [
      'answered at once',
      [ended({ reason: 'answered', basis: 'nobody' })],
      [
        'The task ended as answered: answered at once, without a tool: nobody judged it.',
        'The result was not checked.',
      ],
    ],
    [
      'refused',
      [
        ended({
          ...{ reason: 'refused', basis: 'nobody', missing: [{ what: 'the mail', needs: 'a yes' }] },
          refused: [
            {
              id: 'c',
              tool: 'send',
              target: 'bob',
              what: 'refused',
              bytesBefore: null,
              bytesAfter: null,
              why: null,
              origin: null,
            },
          ],
        }),
      ],
      [
        'The task ended as refused: what it takes was refused, and so was another way: by a person, by a rule, or because nobody is there to allow it.',
        'Send bob was refused, and the result was not checked.',
      ],
    ],
    [
      'stalled after a decision',
      [
        ...(open ? [open] : []),
        ended({ reason: 'stalled', basis: 'judge', missing: [{ what: 'a number', needs: 'a\u0007 list' }] }),
      ],
      [
        'The task ended as stalled: no new plan was left: what there is to try was tried, or is set aside because it failed.',
        'The last decision, after round 1, was change_path (D .50, P .00, Ω .01), and “a number” is missing (a list), and a model judged the result.',
      ],
    ],
  ])('%s says why', (_, events, sentences) => {
    expect(why(events).sentences).toEqual(sentences)
  })
})

test('a task that ran out of replans says what one more would have brought', async () => {
  const look = defineTool({
    ...{ name: 'look', description: 'Looks.', input: z.object({ at: z.string() }), effect: 'read' },
    execute({ at }) {
      throw new Error(`no ${at}`)
    },
  })
  const criteria = [{ text: 'found', mode: 'plausible' }]
  let turn = 0
  const plan = () => ({ json: { criteria, subtasks: [{ intent: `look again ${++turn}`, criteria, tools: ['look'] }] } })
  const execution = ({ messages }: { readonly messages: readonly { readonly role: string }[] }) =>
    messages.at(-1)?.role === 'tool'
      ? { json: { status: 'failed', output: '', reason: 'not there' } }
      : { toolCalls: [{ name: 'look', input: { at: `${turn}` } }] }
  const model = scriptedModel({ plan, execution }, { repeatLast: true })
  const artoo = createArtoo({ model, tools: [look], limits: { replans: 1 }, dreamer: false })
  onTestFinished(() => artoo.close())
  const run = artoo.run('Find it')
  await run
  const { sentences, decision } = why(run.events)
  expect(decision).toMatchObject({ directive: 'abandon', reason: 'replans_exhausted', round: 2 })
  expect(sentences[0]).toMatch(
    /^The task was given up after round 2 \(D 1\.00, .*\): no new plan is left after 1 replan\.$/,
  )
  expect(decision?.otherSetting).toMatchObject({ name: 'maxReplans', from: 1, to: 2, directive: 'wait' })
  expect(sentences[1]).toBe(
    'With D of at most .30 instead of 1.00 it would have been success, and with at most 2 replans instead of 1 it would have been wait.',
  )
})
