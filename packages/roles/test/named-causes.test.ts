import { describe, expect, it } from 'vitest'
import { createAgentValidator } from '../src/agent-validator/agent-validator.js'
import { observe } from '../src/controller/observe.js'
import { createExecutor } from '../src/executor/executor.js'
import { outputs } from '../src/messages/outputs.js'
import type { SubTask } from '../src/messages/plan.js'
import { createMetaValidator } from '../src/meta-validator/meta-validator.js'
import { call, failed, manifest, matched, replanRequest, result, subTask, toolCalls, value } from './builders.js'
import { briefOf, drive, payloadOf, payloadsOf } from './drive.js'

const classes = [
  ['wrong_tool', 'logical'],
  ['wrong_target', 'environmental'],
  ['wrong_parameter', 'logical'],
  ['wrong_method', 'logical'],
  ['not_yet', 'environmental'],
  ['outage', 'environmental'],
  ['no_access', 'environmental'],
  ['needs_answer', null],
  ['unknown', null],
] as const

type Named = (typeof classes)[number][0] | null

const found = (cause: Named | undefined, verdict: 'pass' | 'fail' = 'fail') => [
  { criterion: 1, verdict, evidence: 'so it is', records: ['r1'], ...(cause !== undefined && { cause }) },
]

/** The outcome of work that its judge finds so. */
function judged(...given: Parameters<typeof found>) {
  const { tell } = drive(createAgentValidator({ maxRetries: 0 }))
  tell('SubTask', subTask())
  tell('ExecutionResult', result())
  return payloadOf(
    tell('ModelReply', value('verdicts', { verdicts: found(...given), correction: null }, '1.1')),
    'SubTaskOutcome',
  )
}

describe('the cause that a judge names', () => {
  it.each(classes)('reaches the outcome, and the class follows from it: %s, %s', (cause, failureClass) => {
    const outcome = judged(cause)
    expect(outcome.verdicts).toMatchObject([{ verdict: 'fail', basis: 'judge', cause, failureClass }])
    expect(outcome.cause).toBeNull()
    const [seen] = observe(replanRequest({ outcomes: [outcome] }), { accepted: false }).outcomes
    expect(seen?.criteria).toMatchObject([{ verdict: 'fail', cause, failureClass }])
  })

  it('is none where it named none, and none of what passed', () => {
    const none = [{ cause: null, failureClass: null }]
    for (const outcome of [judged(undefined), judged(null), judged('outage', 'pass')])
      expect(outcome.verdicts).toMatchObject(none)
  })

  it.each(classes)('of a whole does so too: %s, %s', (cause, failureClass) => {
    const { tell } = drive(createMetaValidator())
    tell('DispatchManifest', manifest({ subtasks: [{ subtaskId: 'a' }, { subtaskId: 'b' }] }))
    for (const subtaskId of ['a', 'b']) tell('SubTaskOutcome', matched({ subtaskId }))
    const verification = value('verification', { output: 'merged', verdicts: found(cause) }, 'task')
    const { taskVerdicts } = payloadOf(tell('ModelReply', verification), 'ReplanRequest')
    expect(taskVerdicts).toMatchObject([{ verdict: 'fail', cause, failureClass }])
  })
})

describe('a cause in a model’s answer', () => {
  const verdict = { criterion: 1, verdict: 'fail', evidence: 'so it is' }
  const answers = (cause: unknown) => [
    outputs.verdicts.safeParse({ verdicts: [{ ...verdict, cause }] }),
    outputs.last_verdicts.safeParse({ verdicts: [{ ...verdict, cause }] }),
    outputs.verification.safeParse({ output: 'merged', verdicts: [{ ...verdict, cause }] }),
    outputs.execution.safeParse({ status: 'failed', output: '', cause }),
  ]

  it.each(['bad_luck', 'judged_wrongly', 'logical', '', 7])(
    'is refused with its place when it is no such: %j',
    (cause) => {
      const places = answers(cause).map(({ error }) => error?.issues.map(({ path }) => path.join('.')))
      expect(places).toEqual([...Array(3).fill(['verdicts.0.cause']), ['cause']])
    },
  )

  it.each([...classes.map(([cause]) => cause), null, undefined])('may be %s', (cause) => {
    expect(answers(cause).map(({ success }) => success)).toEqual(Array(4).fill(true))
  })
})

describe('the cause that an executor names', () => {
  /** The result of an execution that ends with such a report, after so many turns of one. */
  function executed(report: object, turns = 0) {
    const { tell } = drive(createExecutor({ maxToolTurns: 1 }))
    tell('SubTask', subTask())
    for (let turn = 0; turn < turns; turn++) {
      const asked = tell('ModelReply', toolCalls('1.1', ['c', 'glob']))
      for (const { callId } of payloadsOf(asked, 'ToolRequest'))
        tell('ToolResult', { ...call({ id: callId }), key: '1.1' })
    }
    const execution = value('execution', { status: 'failed', output: 'no disk', ...report }, '1.1')
    return payloadOf(tell('ModelReply', execution), 'ExecutionResult')
  }

  it('of a failure is told to its judge', () => {
    expect(executed({ cause: 'no_access' }).cause).toBe('no_access')
    expect(executed({}).cause ?? null).toBeNull()
  })

  it('is none of work that is completed, or whose turns were used up', () => {
    expect(executed({ status: 'completed', cause: 'no_access' }).cause ?? null).toBeNull()
    expect(executed({ cause: 'no_access' }, 1)).toMatchObject({ code: 'tool_turns_exhausted' })
    expect(executed({ cause: 'no_access' }, 1).cause ?? null).toBeNull()
  })

  it('reaches the controller, where there are no verdicts', () => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask())
    const given = result({ status: 'failed', code: 'infeasible', reason: 'no disk', cause: 'no_access' })
    const outcome = payloadOf(tell('ExecutionResult', given), 'SubTaskOutcome')
    expect(outcome).toMatchObject({ verdicts: [], cause: 'no_access' })
    const [seen] = observe(replanRequest({ outcomes: [outcome] }), { accepted: false }).outcomes
    expect(seen).toMatchObject({ criteria: [], cause: 'no_access' })
  })

  it('is not that of an outcome that matched', () => {
    const [seen] = observe(replanRequest({ outcomes: [matched({ cause: 'outage' }), failed()] }), {
      accepted: false,
    }).outcomes
    expect(seen).not.toHaveProperty('cause')
  })
})

describe('the tools that a judge is shown', () => {
  const asked = (given: Partial<SubTask>, toolNames?: readonly string[]) => {
    const { tell } = drive(createAgentValidator({ ...(toolNames && { toolNames }) }))
    tell('SubTask', subTask(given))
    return briefOf(tell('ExecutionResult', result()))
  }

  it('are those of the work, and apart from them the others that there are', () => {
    expect(asked({ tools: ['glob'] }, ['glob', 'shell', 'read_file'])).toMatchObject({
      tools: ['glob'],
      otherTools: ['shell', 'read_file'],
    })
  })

  it('are not named where there are none, and of the others only fifteen', () => {
    expect(asked({ tools: [] })).not.toHaveProperty('tools')
    expect(asked({ tools: ['glob'] }, ['glob'])).not.toHaveProperty('otherTools')
    const many = Array.from({ length: 50 }, (_, index) => `tool_${index}`)
    expect(asked({ tools: ['tool_0'] }, many).otherTools).toEqual(many.slice(1, 16))
  })
})
