import { describe, expect, it } from 'vitest'
import { createAgentValidator } from '../src/agent-validator/agent-validator.js'
import { createGoalGradientSolver } from '../src/controller/goal-gradient-solver.js'
import { createExecutor } from '../src/executor/executor.js'
import { resolveTiers } from '../src/index.js'
import type { OutputValue } from '../src/messages/outputs.js'
import type { Criterion } from '../src/messages/plan.js'
import { createMetaValidator } from '../src/meta-validator/meta-validator.js'
import { createPerceiver } from '../src/perceiver/perceiver.js'
import { createPlanner } from '../src/planner/planner.js'
import type { Depth } from '../src/role/depth.js'
import { tierFor } from '../src/role/tiers.js'
import {
  call,
  checked,
  directive,
  failed,
  manifest,
  matched,
  plausible,
  result,
  subTask,
  taskSpec,
  value,
  verdict,
  verifiable,
} from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf, payloadsOf, routesOf } from './drive.js'

const nothing = { consultation: { readings: [], rules: [] }, error: null }
const words = 'Count the lines of a.txt by Friday!'
const verbatim = taskSpec({ intent: words, rawInput: words, verbatim: true, receivedAt: 1_000 })

function planning(depth?: Depth, spec = verbatim) {
  const { tell } = drive(
    createPlanner({
      tools: [{ name: 'glob', description: 'finds' }],
      checks: [{ name: 'size', description: 'of a file' }],
      depth,
    }),
  )
  tell('TaskSpec', spec)
  return { tell, asked: tell('MemoryReading', nothing) }
}

const plan = (given: Partial<OutputValue<'plan'>> = {}, own: Criterion[] = [plausible('it is short')]) =>
  value('plan', {
    criteria: [verifiable('It is a number.')],
    subtasks: [{ intent: 'count', sequence: 1, tools: ['glob'], criteria: own }],
    ...given,
  })

describe('a task that nobody is asked back about', () => {
  it('goes to the planner in the user’s words, without a model', () => {
    const { tell } = drive(createPerceiver({ byModel: false }))
    const sent = tell('UserInput', { text: ' Count! \n' }, { at: 42 })
    expect(routesOf(sent)).toEqual(['TaskSpec → R2'])
    expect(payloadOf(sent, 'TaskSpec')).toMatchObject({
      intent: 'Count!',
      rawInput: ' Count! \n',
      receivedAt: 42,
      verbatim: true,
    })
  })

  it('is told to the planner once, which looks for a deadline itself', () => {
    const { tell, asked } = planning()
    const brief = briefOf(asked)
    expect(brief).toMatchObject({ rawInput: words, mayNameDeadline: true })
    expect(brief).not.toHaveProperty('intent')
    const sent = tell('ModelReply', plan({ deadline: '2030-01-04T23:59:59Z' }))
    const at = Date.parse('2030-01-04T23:59:59Z')
    expect(payloadOf(sent, 'Deadline')).toEqual({ at, problem: null })
    expect(payloadOf(sent, 'DispatchManifest').spec.deadline).toBe(at)
    expect(payloadsOf(sent, 'SubTask')[0]?.deadline).toBe(at)
  })

  it.each(['on Friday', '1969-01-01T00:00:00Z'])(
    'has a deadline that can’t be kept asked about once: %s',
    (deadline) => {
      const { tell } = planning()
      expect(lastWordOf(tell('ModelReply', plan({ deadline })))).toContain(
        'the deadline can’t be kept'.replace('’', "'"),
      )
      const sent = tell('ModelReply', plan())
      expect(payloadOf(sent, 'Deadline')).toEqual({ at: null, problem: expect.stringContaining(deadline) })
      expect(payloadOf(sent, 'DispatchManifest').spec.deadline).toBeNull()
    },
  )

  it('keeps its deadline in later rounds, whatever a later plan says', () => {
    const { tell } = planning()
    tell('ModelReply', plan({ deadline: '2030-01-04T23:59:59Z' }))
    tell('PlanDirective', directive())
    expect(briefOf(tell('MemoryReading', nothing))).not.toHaveProperty('mayNameDeadline')
    const sent = tell('ModelReply', {
      ...plan({ deadline: '2040-01-04T23:59:59Z' }, [plausible('else')]),
      value: { ...plan().value, subtasks: [{ intent: 'look', sequence: 1, tools: [], criteria: [plausible('else')] }] },
    })
    expect(payloadsOf(sent, 'Deadline')).toEqual([])
    expect(payloadsOf(sent, 'SubTask')[0]?.deadline).toBe(Date.parse('2030-01-04T23:59:59Z'))
  })
})

describe('what needs no tool', () => {
  const answer = plan({ criteria: [], subtasks: [], answer: 'Bonjour.' })

  it('is answered by the planner, and the result says that nobody judged it', () => {
    const { tell } = planning()
    expect(payloadOf(tell('ModelReply', answer), 'Answer')).toEqual({ output: 'Bonjour.' })
    const sent = drive(createGoalGradientSolver()).tell('Answer', { output: 'Bonjour.' })
    expect(payloadOf(sent, 'FinalResult')).toMatchObject({
      directive: 'success',
      reason: 'answered',
      output: 'Bonjour.',
      criteria: [],
      basis: 'nobody',
      summary: 'Nothing was changed. The answer was given at once, and nobody checked it.',
    })
  })

  it('is not, where the paper’s depth is wanted, nor once a plan has failed', () => {
    const full = planning('full')
    expect(briefOf(full.asked)).not.toHaveProperty('mayAnswer')
    expect(payloadOf(full.tell('ModelReply', answer), 'RoleFailure').code).toBe('infeasible')
    const { tell } = planning()
    tell('ModelReply', plan())
    tell('PlanDirective', directive())
    expect(briefOf(tell('MemoryReading', nothing))).not.toHaveProperty('mayAnswer')
    expect(payloadOf(tell('ModelReply', answer), 'RoleFailure').code).toBe('infeasible')
  })

  it('is not when it is impossible, too', () => {
    const { tell } = planning()
    const both = plan({ criteria: [], subtasks: [], answer: 'Perhaps 3.', impossible: 'there is no such thing' })
    expect(payloadOf(tell('ModelReply', both), 'RoleFailure').message).toBe('there is no such thing')
  })
})

describe('the only subtask of a task', () => {
  const dispatched = (own: Criterion[], depth?: Depth) => {
    const sent = planning(depth).tell('ModelReply', plan({}, own))
    return { subtask: payloadsOf(sent, 'SubTask')[0], alone: payloadOf(sent, 'DispatchManifest').alone }
  }

  it('is judged by the task’s criteria, too, each once, against the user’s words', () => {
    const { subtask, alone } = dispatched([plausible('IT IS A NUMBER'), plausible('it is short')])
    expect(subtask?.criteria.map(({ text }) => text)).toEqual(['It is a number.', 'it is short'])
    expect([alone, subtask?.request]).toEqual([true, words])
  })

  it.each([
    ['another number', 'It is a number 2.'],
    ['a not', 'It is not a number.'],
  ])('keeps a criterion that differs by %s', (_, text) => {
    expect(dispatched([plausible(text)]).subtask?.criteria).toHaveLength(2)
  })

  it('is decided by the check that one of two alike criteria names', () => {
    expect(dispatched([checked('it is a number', 'size')]).subtask?.criteria).toMatchObject([
      { text: 'It is a number.', check: { name: 'size' } },
    ])
  })

  it('is an ordinary one in the paper’s depth, beside others, and beside what is done', () => {
    expect(dispatched([plausible('it is short')], 'full')).toMatchObject({ alone: false, subtask: { request: null } })
    const { tell } = planning()
    tell('ModelReply', plan())
    tell('PlanDirective', directive({ done: [{ subtaskId: '1.1', intent: 'find', output: 'a.txt' }] }))
    tell('MemoryReading', nothing)
    const other = { intent: 'look', sequence: 1, tools: [], criteria: [plausible('else')] }
    const sent = tell('ModelReply', plan({ subtasks: [other] }))
    expect([payloadOf(sent, 'DispatchManifest').alone, payloadsOf(sent, 'SubTask')[0]?.request]).toEqual([false, null])
  })

  it('shows its executor what the user said', () => {
    expect(briefOf(drive(createExecutor()).tell('SubTask', subTask({ request: words }))).request).toBe(words)
  })

  it('is judged at R4b’s tier, in one call', () => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask({ request: words }))
    const { output } = payloadOf(tell('ExecutionResult', result()), 'ModelRequest')
    expect(output).toBe('last_verdicts')
    const tiers = resolveTiers({ R4b: 'brain', R4a: 'tool' })
    expect([tierFor(tiers, 'R4a', output), tierFor(tiers, 'R4a', 'verdicts')]).toEqual(['brain', 'tool'])
  })

  it('is also judged by what it changed, in every attempt anew', () => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask({ request: words }))
    const write = call({ effect: 'repeatable' })
    const criteriaOf = (sent: ReturnType<typeof tell>) => (briefOf(sent) as { criteria: object[] }).criteria.length
    expect(criteriaOf(tell('ExecutionResult', result({ toolCalls: [call()] })))).toBe(1)
    tell('ModelReply', value('last_verdicts', { verdicts: [{ criterion: 1, verdict: 'fail', evidence: 'no' }] }, '1.1'))
    expect(criteriaOf(tell('ExecutionResult', result({ attempt: 2, toolCalls: [call(), write] })))).toBe(2)
  })

  it.each([
    [
      'the task’s',
      [
        verdict({ criterion: 'it is right', verdict: 'fail', failedAttempts: 1 }),
        verdict({ criterion: 'it is short' }),
      ],
      1,
    ],
    [
      'its own',
      [
        verdict({ criterion: 'it is right' }),
        verdict({ criterion: 'it is short', verdict: 'fail', failedAttempts: 1 }),
      ],
      0.5,
    ],
  ])('that fails %s criteria is measured by those that count', (_, verdicts, D) => {
    const { tell } = drive(createMetaValidator())
    tell('DispatchManifest', manifest({ criteria: [plausible('it is right')], alone: true }))
    const sent = tell(
      'SubTaskOutcome',
      failed({ verdicts: verdicts.map((one) => ({ ...one, failureClass: 'logical' as const })) }),
    )
    const solver = drive(createGoalGradientSolver())
    expect(payloadOf(solver.tell('ReplanRequest', payloadOf(sent, 'ReplanRequest')), 'ControlDecision').loss.D).toBe(D)
  })

  it('needs no merge: its output is the answer, and its judge’s word on the task the last', () => {
    const { tell } = drive(createMetaValidator())
    tell('DispatchManifest', manifest({ criteria: [plausible('it is right')], alone: true }))
    const [ofTask, own] = [verdict({ criterion: 'it is right' }), verdict({ criterion: 'it is short' })]
    const sent = tell('SubTaskOutcome', matched({ output: '2 lines', verdicts: [ofTask, own] }))
    expect(routesOf(sent)).toEqual(['OutcomeSummary → R7'])
    expect(payloadOf(sent, 'OutcomeSummary')).toMatchObject({
      output: '2 lines',
      taskVerdicts: [ofTask],
      outcomes: [{ verdicts: [own] }],
    })
  })
})
