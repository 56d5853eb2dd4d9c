import { describe, expect, it } from 'vitest'
import { createPlanner } from '../src/planner/planner.js'
import { call, directive, failed, failing, matched, plausible, taskSpec, value, verdict } from './builders.js'
import { briefOf, drive, payloadOf, payloadsOf, routesOf } from './drive.js'
import { solving } from './solving.js'

const many = { hyperparameters: { maxReplans: 30 } }

/** A part that fails by an outage that no call shows: the first to be given up. */
const hopeless = (round: number) =>
  failed({
    ...{ subtaskId: `${round}.1`, intent: 'ask the oracle', output: '', replaces: round > 1 ? `${round - 1}.1` : null },
    verdicts: [failing({ criterion: 'the oracle spoke', cause: 'outage' })],
  })

const open = (round: number) =>
  failed({
    ...{ subtaskId: `${round}.2`, intent: 'count them', replaces: round > 1 ? `${round - 1}.2` : null },
    toolCalls: [call({ tool: `tool_${round}` })],
    verdicts: [failing({ cause: 'wrong_tool' })],
  })

/** A controller that has given up one part, while another goes on. */
function havingGivenUp() {
  const solver = solving(many)
  for (let round = 1; round <= 10; round++) {
    const sent = solver.replan({ round, outcomes: [hopeless(round), open(round)] })
    const order = payloadOf(sent, 'PlanDirective')
    if (order.left.length > 0) return { ...solver, order, round: round + 1 }
  }
  throw new Error('nothing was given up')
}

/** The other part, done, with so many criteria that all is near enough. */
const done = (round: number, criteria: number) =>
  matched({
    ...{ subtaskId: `${round}.2`, intent: 'count them', output: '2', replaces: `${round - 1}.2` },
    verdicts: Array.from({ length: criteria }, (_, index) => verdict({ criterion: `number ${index}` })),
  })

describe('a part that is given up', () => {
  it('is named to the planner, without an order', () => {
    const { order, round } = havingGivenUp()
    expect(order.left).toEqual([{ subtaskId: `${round - 1}.1`, intent: 'ask the oracle' }])
    expect(order.orders.map(({ intent }) => intent)).toEqual(['count them'])
    expect(order.failed.map(({ intent }) => intent)).toEqual(['count them'])
  })

  it('stays given up in later rounds', () => {
    const { replan, order, round } = havingGivenUp()
    const next = payloadOf(replan({ round, outcomes: [open(round)] }), 'PlanDirective')
    expect(next.left).toEqual(order.left)
    expect(next.orders.map(({ subtaskId }) => subtaskId)).toEqual([`${round}.2`])
  })

  const ends = {
    1: { directive: 'deliver', reason: 'hopeless' },
    // All of it together is near enough.
    9: { directive: 'success', reason: 'converged' },
  } as const
  const told = {
    ...{ status: 'partial', output: 'There are 2.' },
    missing: expect.arrayContaining([expect.objectContaining({ what: 'the oracle spoke' })]),
  }

  it.each([1, 9] as const)(
    'is missing from what is delivered, and the rest is its output (%d criteria)',
    (criteria) => {
      const { accept, round } = havingGivenUp()
      const sent = accept({
        round,
        outcomes: [done(round, criteria)],
        taskVerdicts: [verdict()],
        output: 'There are 2.',
      })
      expect(payloadOf(sent, 'FinalResult')).toMatchObject({ ...told, ...ends[criteria] })
    },
  )

  it.each([1, 9] as const)(
    'ends the task when the merge beside it is rejected for its sake (%d criteria)',
    (criteria) => {
      const { replan, round } = havingGivenUp()
      const taskVerdicts = [verdict(), failing({ criterion: 'all is there', records: [] })]
      const sent = replan({ round, outcomes: [done(round, criteria)], taskVerdicts, output: 'There are 2.' })
      expect(payloadOf(sent, 'FinalResult')).toMatchObject({ ...told, ...ends[criteria] })
    },
  )
})

const tools = [{ name: 'glob', description: 'finds files' }]
const step = (intent: string) => ({ intent, sequence: 1, tools: ['glob'], criteria: [plausible(`${intent} is done`)] })
const planOf = (...intents: readonly string[]) =>
  value('plan', { criteria: [plausible('all is there')], subtasks: intents.map(step) })

/** A planner whose first plan failed. */
function replanning(order: Parameters<typeof directive>[0], components = {}) {
  const { tell } = drive(createPlanner({ tools, checks: [], ...components }))
  const empty = { consultation: { readings: [], rules: [] }, error: null }
  tell('TaskSpec', taskSpec())
  tell('MemoryReading', empty)
  tell('ModelReply', planOf('look', 'ask'))
  tell('PlanDirective', directive({ left: [], ...order }))
  return { tell, asked: tell('MemoryReading', empty) }
}

const part = (directive: 'again' | 'wait' | 'ask' | 'break_symmetry') => ({
  orders: [{ subtaskId: '1.1', intent: 'look', directive, blockedTools: [] }],
})

describe('the planner', () => {
  const left = [{ subtaskId: '1.2', intent: 'ask' }]

  it('is told what is given up', () => {
    expect(briefOf(replanning({ left }).asked)).toMatchObject({ givenUp: ['ask'] })
    expect(briefOf(replanning({}).asked)).not.toHaveProperty('givenUp')
  })

  it('plans the only open part beside it as a part: the criteria of the whole are not its own', () => {
    const { tell } = replanning({ left, directive: 'again', mayPass: true, ...part('again') })
    const sent = tell('ModelReply', planOf('look'))
    expect(payloadOf(sent, 'DispatchManifest')).toMatchObject({ alone: false })
    expect(payloadsOf(sent, 'SubTask')[0]).toMatchObject({
      ...{ request: null, criteria: [plausible('look is done')] },
    })
  })

  it.each(['again', 'wait'] as const)('may give the same plan once more after “%s”', (order) => {
    const { tell } = replanning({ directive: order, mayPass: true, ...part(order) })
    expect(routesOf(tell('ModelReply', planOf('look', 'ask')))).toContain('DispatchManifest → R4b')
  })

  it('may not where nothing has changed', () => {
    const { tell } = replanning({ directive: 'break_symmetry', ...part('break_symmetry') })
    expect(routesOf(tell('ModelReply', planOf('look', 'ask')))).toEqual(['ModelRequest → model'])
  })

  it.each([
    ['may give the same plan once more when a person has answered', { answer: 'the blue one' }, true],
    ['may not when a person has refused the access', { answer: '', granted: false }, false],
  ])('%s', (_, answer, mayPass) => {
    const { tell } = replanning({ directive: 'ask', ...part('ask') })
    tell('ModelReply', value('plan', { criteria: [], subtasks: [], needs: [{ question: 'Which?' }] }))
    tell('ClarificationAnswer', { answers: [{ to: ['asked.1'], by: 'ann', ...answer }] })
    const routes = routesOf(tell('ModelReply', planOf('look', 'ask')))
    expect(routes.includes('DispatchManifest → R4b')).toBe(mayPass)
  })
})
