import type { InputOf, Port, SentBy } from '@artoo/bus'
import { initialState, step } from '@artoo/ggs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { observe } from '../src/controller/observe.js'
import type { ArtooContracts } from '../src/index.js'
import { contracts, type Incoming } from '../src/messages/contracts.js'
import {
  call,
  checked,
  directive,
  manifest,
  matched,
  modelFailure,
  outcomeSummary,
  plausible,
  progress,
  replanRequest,
  result,
  subTask,
  taskSpec,
  toolCalls,
  value,
  verdict,
} from './builders.js'
import { message } from './drive.js'

type MessageType = keyof ArtooContracts
type Samples = { readonly [T in MessageType]: readonly [typical: InputOf<ArtooContracts, T>, ...broken: unknown[]] }

const without = (payload: object, field: string) =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => name !== field))

const [, decision] = step(initialState, observe(replanRequest(), { accepted: false }))
const { loss, gradient } = directive()
const action = {
  id: 'call_1_1',
  tool: 'write_file',
  target: 'a.txt',
  what: 'changed' as const,
  bytesBefore: 0,
  bytesAfter: 3,
}
const usage = {
  modelCalls: 1,
  inputTokens: 10,
  outputTokens: 2,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  durationMs: 5,
  cost: null,
}
const finalResult: InputOf<ArtooContracts, 'FinalResult'> = {
  directive: 'accept',
  confidence: 0.9,
  reason: 'accepted',
  summary: 'all criteria passed',
  status: 'complete',
  output: '2',
  missing: [],
  changes: [action],
  refused: [],
  basis: 'judge',
  criteria: [{ ...verdict(), subtask: null }],
  nextMoves: [],
  loss,
  gradient,
  replans: 0,
  rounds: 1,
  elapsedMs: 1_000,
  usage: { byRole: { R1: usage }, total: usage },
}
const failure = { code: 'memory_timeout', message: 'no answer' }
const callId = 'call_1_1'
const toolResult = { ...call(), key: '1.1' }
const toolRequest = { key: '1.1', callId, attempt: 1, tool: 'glob', input: {}, blockedTargets: [] }
const confirmationRequest = {
  key: '1.1',
  callId,
  tool: 'write_file',
  target: 'a.txt',
  input: { path: 'a.txt', content: 'two' },
  action: 'overwrite a.txt',
  full: '"overwrite a.txt"',
  reason: 'it can’t be undone',
  change: { bytesBefore: 3, bytesAfter: 3, diff: null },
  earlier: null,
  idempotencyKey: 'a'.repeat(64),
}
const confirmationAnswer = { callId, allowed: true, by: 'ann', note: null }
const checkRequest = { key: '1.1', index: 0, check: { name: 'word-count' }, output: '2', toolCalls: [call()] }
const modelRequest: InputOf<ArtooContracts, 'ModelRequest'> = {
  key: 'plan',
  output: 'plan',
  messages: [{ role: 'user', content: 'plan it' }],
  continues: false,
  tools: [],
}
const modelReply = value('execution', { status: 'completed', output: '2' }, '1.1')
const modelCall = {
  role: 'R2',
  key: 'plan',
  modelId: 'm',
  output: 'plan',
  added: [],
  durationMs: 1,
  usage: { inputTokens: 1, outputTokens: 1, estimated: true },
  cost: 0,
  response: null,
  error: { code: 'provider_rate_limited', message: 'slow down', status: 429 },
}
const modelRetry = {
  role: 'R2',
  key: 'plan',
  modelId: 'm',
  attempt: 1,
  delayMs: 1_000,
  code: 'provider_unavailable',
  message: 'no connection',
  status: null,
}

const samples: Samples = {
  TaskStarted: [{}, null, 'now'],
  UserInput: [{ text: 'hello' }, { text: '' }, {}],
  ClarificationRequest: [
    { key: '1.1', requests: [{ question: 'which?', choices: ['a', 'b'], kind: 'question', from: 'executor' }] },
    { requests: [] },
    { requests: [{ question: '', kind: 'question', from: 'executor' }] },
    { requests: [{ question: 'which?', kind: 'wish', from: 'executor' }] },
  ],
  ClarificationAnswer: [
    { answers: [{ to: ['1.1'], answer: '', by: null, code: 'no_answer' }] },
    { answers: [] },
    { answers: [{ to: [], answer: 'all', by: 'ann' }] },
    { answers: [{ to: ['1.1'], answer: null, by: 'ann' }] },
  ],
  Unanswered: [{ needs: [{ question: 'which?', kind: 'question' }] }, { needs: [] }],
  ModeChanged: [{ mode: 'edits', by: 'ann' }, { mode: 'yolo', by: 'ann' }, { mode: 'plan' }],
  TaskSpec: [
    taskSpec({ clarifications: [{ questions: ['which?'], answer: '' }] }),
    taskSpec({ intent: '' }),
    without(taskSpec(), 'rawInput'),
    without(taskSpec(), 'clarifications'),
    { ...taskSpec(), deadline: '2026-03-01T17:00:00Z' },
    { ...taskSpec(), clarifications: ['all'] },
  ],
  Deadline: [{ at: 1_000, problem: null }, { at: '2026-03-01T17:00:00Z', problem: null }, { at: Number.NaN }, {}],
  MemoryQuery: [
    { pairs: [{ space: 'a', entity: 'b' }], spaces: [] },
    { pairs: [{ space: 'a' }], spaces: [] },
  ],
  MemoryReading: [
    { consultation: { readings: [], rules: [] }, error: null },
    { consultation: null, error: null },
  ],
  SubTask: [
    subTask(),
    subTask({ criteria: [] }),
    without(subTask(), 'blockedTargets'),
    { ...subTask(), cautions: ['glob'] },
  ],
  DispatchManifest: [manifest(), manifest({ subtasks: [] }), manifest({ criteria: [] })],
  SequenceCompleted: [
    { sequence: 1, outputs: [{ intent: 'a', output: 'b' }] },
    { sequence: 1.5, outputs: [] },
  ],
  ExecutionResult: [
    result(),
    { ...result(), status: 'matched' },
    without(result(), 'toolCalls'),
    { ...result(), infrastructure: 'yes' },
    { ...result(), cause: 'judged_wrongly' },
  ],
  CorrectionSignal: [
    { subtaskId: '1.1', attempt: 2, failedCriterion: 'a', failureClass: null, whatWasWrong: 'b', whatToDo: 'c' },
    { subtaskId: '1.1', attempt: 2, failedCriterion: 'a', failureClass: 'bad luck', whatWasWrong: 'b', whatToDo: 'c' },
  ],
  SubTaskOutcome: [
    matched(),
    { ...matched(), status: 'completed' },
    without(matched(), 'verdicts'),
    { ...matched(), infrastructure: null },
    { ...matched(), cause: 'bad_luck' },
  ],
  Answer: [{ output: '2' }, { output: null }],
  Action: [action, { ...action, what: 'undone' }],
  Progress: [progress(), without(progress(), 'status')],
  ReplanRequest: [replanRequest(), without(replanRequest(), 'gapSummary'), { ...replanRequest(), outcomes: null }],
  OutcomeSummary: [outcomeSummary(), { ...outcomeSummary(), output: null }, without(outcomeSummary(), 'elapsedMs')],
  PlanWanted: [{ subtaskId: '1.1', why: 'many steps' }, { subtaskId: '1.1' }],
  Escalation: [
    { to: 'judging', rules: ['changing_call'], because: '`pay` changed i-7' },
    { to: 'judging', rules: [], because: 'nothing' },
    { to: 'asking', rules: ['no_call'], because: 'no tool was called' },
  ],
  ControlDecision: [decision, null, 'refine'],
  PlanDirective: [
    directive(),
    { ...directive(), directive: 'abandon' },
    { ...directive(), directive: 'deliver' },
    { ...directive(), urgency: 'panic' },
    { ...directive(), left: ['1.2'] },
  ],
  FinalResult: [
    finalResult,
    without(finalResult, 'criteria'),
    without(finalResult, 'changes'),
    { ...finalResult, status: 'done' },
    { ...finalResult, reason: 'bored' },
    { ...finalResult, confidence: 1.5 },
    { ...finalResult, loss: { ...loss, L: Number.NaN } },
  ],
  Megram: [{ space: 'a', entity: 'b', content: 'c', state: 'accept' }, null, 'a'],
  MemoryFailure: [failure, { code: 'x' }],
  Interrupt: [
    { reason: 'host_failed', message: '' },
    { reason: 'accepted', message: '' },
  ],
  UserWords: [{ text: 'by train' }, { text: '' }, {}],
  Steering: [{ number: 1, text: 'by train' }, { number: 0.5, text: 'by train' }, { text: 'by train' }],
  SteeringHeard: [{ numbers: [1] }, { numbers: [] }, {}],
  Waited: [{ waitedMs: 0 }, { waitedMs: -1 }, { waitedMs: Number.NaN }, {}],
  CircumstancesDiffer: [
    { differences: [{ what: 'tools.pay', was: {}, is: null, accepted: true }] },
    { differences: [{ what: 'tools.pay' }] },
    {},
  ],
  JournalFailure: [{ message: 'the disk is full' }, { code: 'x' }],
  ChildEvent: [{ event: message('Waited', { waitedMs: 0 }) }, {}, { event: null }, { event: 'Waited' }],
  RoleFailure: [failure, { message: 'x' }, { ...failure, infrastructure: 'yes' }],
  ModelRequest: [
    modelRequest,
    { ...modelRequest, messages: [] },
    { ...modelRequest, messages: ['plan it'] },
    without(modelRequest, 'continues'),
  ],
  ModelReply: [
    modelReply,
    without(modelReply, 'key'),
    without(modelReply, 'output'),
    { ...modelReply, kind: 'prose' },
    { ...toolCalls('1.1'), toolCalls: ['glob'] },
  ],
  ModelFailure: [modelFailure('plan'), failure, { ...modelFailure('plan'), infrastructure: 'yes' }],
  ModelFallback: [
    {
      role: 'R2',
      key: 'plan',
      from: 'a',
      to: 'b',
      code: 'provider_unavailable',
      message: 'no connection',
      status: null,
    },
    { role: 'R2', key: 'plan', from: 'a' },
  ],
  HookOutcome: [
    { hook: 'onToolCall.before', role: 'R3', key: '1.1', callId: 'call_1_1', outcome: 'amended', why: null, input: {} },
    { hook: 'onToolCall', role: 'R3', key: '1.1', callId: null, outcome: 'failed', why: 'boom' },
    { hook: 'onModelCall.before', role: 'R3', key: '1.1', callId: null, outcome: 'vetoed', why: 'no' },
  ],
  ModelRetry: [
    modelRetry,
    without(modelRetry, 'delayMs'),
    { ...modelRetry, attempt: 1.5 },
    { ...modelRetry, status: '503' },
  ],
  ModelCall: [
    modelCall,
    { ...modelCall, usage: {} },
    without(modelCall, 'cost'),
    { ...modelCall, error: 'gone' },
    without(modelCall, 'response'),
  ],
  ConversationCut: [
    { role: 'R3', key: '1.1', room: 400_000, shortened: 9, characters: 400_100, left: 230_000 },
    { role: 'R3', key: '1.1', room: 400_000, shortened: 9, characters: 400_100 },
  ],
  ToolRequest: [
    toolRequest,
    { ...toolRequest, blockedTargets: ['src'] },
    { ...toolRequest, cautions: [{ tool: 'glob', target: 'src' }] },
    without(toolRequest, 'key'),
    without(toolRequest, 'attempt'),
  ],
  ToolProgress: [
    { key: '1.1', callId: 'call_1_1', tool: 'glob', message: 'reading', done: 1, total: null },
    { key: '1.1', callId: 'call_1_1', tool: 'glob', message: 'reading' },
    { key: '1.1', callId: 'call_1_1', tool: 'glob', message: null, done: '1', total: null },
  ],
  ToolResult: [
    toolResult,
    { ...toolResult, status: 'matched' },
    { ...toolResult, fullOutput: 7 },
    without(toolResult, 'id'),
    without(toolResult, 'attempt'),
    without(toolResult, 'confirmed'),
    { ...toolResult, change: { bytesBefore: 0 } },
    without(toolResult, 'key'),
  ],
  ConfirmationRequest: [
    confirmationRequest,
    without(confirmationRequest, 'action'),
    without(confirmationRequest, 'callId'),
    without(confirmationRequest, 'key'),
    without(confirmationRequest, 'idempotencyKey'),
    { ...confirmationRequest, change: { bytesBefore: 3 } },
  ],
  ConfirmationAnswer: [
    confirmationAnswer,
    { ...confirmationAnswer, allowed: 'yes' },
    without(confirmationAnswer, 'by'),
    without(confirmationAnswer, 'callId'),
  ],
  CheckRequest: [checkRequest, { ...checkRequest, check: null }, { ...checkRequest, index: 0.5 }],
  CheckResult: [
    { key: '1.1', index: 0, pass: true, evidence: '' },
    { key: '1.1', index: 0, pass: 'yes', evidence: '' },
  ],
  TimerRequest: [
    { key: '1.1', delayMs: 0 },
    { key: '1.1', delayMs: -1 },
    { key: '1.1', delayMs: Number.POSITIVE_INFINITY },
    { key: '1.1' },
    { key: '1.1', until: Number.NaN },
  ],
  TimerFired: [{ key: '1.1' }, {}],
}

describe('a payload', () => {
  it.each(Object.entries(samples))(
    '%s: the typical one is accepted, a broken one refused',
    (type, [typical, ...broken]) => {
      const { payload } = contracts[type as MessageType]
      expect(payload.safeParse(typical).success).toBe(true)
      expect(broken.map((item) => payload.safeParse(item).success)).toEqual(broken.map(() => false))
    },
  )

  it.each(['RoleFailure', 'ModelFailure', 'ExecutionResult', 'SubTaskOutcome'] as const)(
    '%s: is nobody’s outage unless it says so',
    (type) => {
      const [typical] = samples[type]
      expect(contracts[type].payload.parse(without(typical, 'infrastructure')).infrastructure).toBe(false)
    },
  )

  it('of a criterion asks for records unless it says otherwise', () => {
    const criteria = [without(plausible('short'), 'source')]
    expect(contracts.SubTask.payload.parse({ ...subTask(), criteria }).criteria[0]?.source).toBe('records')
  })

  it('of a criterion names a check by name; its arguments may be left out', () => {
    const criteria = [{ ...checked('short'), check: { name: 'word-count' } }]
    expect(contracts.SubTask.payload.parse({ ...subTask(), criteria }).criteria[0]?.check?.arguments).toEqual({})
  })
})

it('goes only where the table says', () => {
  const table = Object.entries(contracts).map(
    ([type, { routes }]) => `${type}: ${routes.map(([from, to]) => `${from}→${to}`).join(' ')}`,
  )
  expect(table).toEqual([
    'UserInput: host→R1',
    'TaskSpec: R1→R2',
    'Deadline: R1→R7 R2→R7',
    'MemoryQuery: R2→R5',
    'MemoryReading: R5→R2',
    'SubTask: R2→R3 R2→R4a',
    'DispatchManifest: R2→R4b',
    'Answer: R2→R7',
    'Unanswered: R2→R7',
    'SequenceCompleted: R4b→R2',
    'ExecutionResult: R3→R4a',
    'PlanWanted: R3→R2',
    'Action: R3→R7',
    'CorrectionSignal: R4a→R3',
    'SubTaskOutcome: R4a→R4b',
    'Progress: R4a→R7 R4b→R7',
    'ReplanRequest: R4b→R7',
    'OutcomeSummary: R4b→R7',
    'Escalation: R2→log R4a→log',
    'Steering: R7→R2 R7→R3',
    'SteeringHeard: R2→R7 R3→R7',
    'ControlDecision: R7→log',
    'PlanDirective: R7→R2',
    'FinalResult: R7→host',
    'Megram: R7→R5',
    'MemoryFailure: R5→log',
    'RoleFailure: R1→R7 R2→R7 R3→R7 R4a→R7 R4b→R7 R7→R7',
    'TaskStarted: host→R7',
    'Interrupt: host→R7 model→R7',
    'Waited: host→R7',
    'JournalFailure: host→log',
    'CircumstancesDiffer: host→log',
    'ChildEvent: host→log',
    'UserWords: host→R7',
    'HookOutcome: model→log tools→log',
    'ClarificationRequest: R1→host R2→host R3→host tools→host',
    'ClarificationAnswer: host→R1 host→R2 host→R3 host→tools',
    'ConfirmationRequest: tools→host',
    'ConfirmationAnswer: host→tools',
    'ModeChanged: host→tools',
    'ModelRequest: R1→model R2→model R3→model R4a→model R4b→model',
    'ModelReply: model→R1 model→R2 model→R3 model→R4a model→R4b',
    'ModelFailure: model→R1 model→R2 model→R3 model→R4a model→R4b',
    'ModelRetry: model→log',
    'ModelFallback: model→log',
    'ModelCall: model→R7',
    'ConversationCut: model→log',
    'ToolRequest: R3→tools R4a→tools R4b→tools',
    'ToolResult: tools→R3 tools→R4a tools→R4b',
    'ToolProgress: tools→log',
    'CheckRequest: R4a→checks R4b→checks',
    'CheckResult: checks→R4a checks→R4b',
    'TimerRequest: R3→timer R7→timer',
    'TimerFired: timer→R3 timer→R7',
  ])
})

it('gives the auditor no route, in or out', () => {
  const ends = Object.values(contracts).flatMap(({ routes }) => routes.flat() as string[])
  expect(ends).not.toContain('R6')
  expectTypeOf<SentBy<ArtooContracts, 'R6'>>().toBeNever()
  expectTypeOf<Incoming<'R6'>>().toBeNever()
})

describe('by its type, a port', () => {
  type Publish<Actor extends string> = Port<ArtooContracts, Actor>['publish']
  const sent: unknown[] = []
  const publish = ((message: unknown) => sent.push(message)) as unknown
  const [r1, r2, r3, r4b, r7] = [
    publish as Publish<'R1'>,
    publish as Publish<'R2'>,
    publish as Publish<'R3'>,
    publish as Publish<'R4b'>,
    publish as Publish<'R7'>,
  ]
  const megram = { space: 'a', entity: 'b', content: 'c', state: 'accept' } as const
  const query = { pairs: [], spaces: [] }

  it('lets only R7 write to memory, and only R2 read it', () => {
    r7({ type: 'Megram', to: 'R5', payload: megram })
    r2({ type: 'MemoryQuery', to: 'R5', payload: query })
    // @ts-expect-error the executor has no way to the memory
    r3({ type: 'Megram', to: 'R5', payload: megram })
    // @ts-expect-error nor to what it holds
    r3({ type: 'MemoryQuery', to: 'R5', payload: query })
    // @ts-expect-error the planner only reads
    r2({ type: 'Megram', to: 'R5', payload: megram })
    // @ts-expect-error the controller only writes
    r7({ type: 'MemoryQuery', to: 'R5', payload: query })
    // @ts-expect-error the perceiver is blind to memory
    r1({ type: 'MemoryQuery', to: 'R5', payload: query })
    expect(sent.length).toBeGreaterThan(0)
  })

  it('lets only R7 end a task', () => {
    r7({ type: 'FinalResult', to: 'host', payload: finalResult })
    // @ts-expect-error not the meta-validator, which accepts results
    r4b({ type: 'FinalResult', to: 'host', payload: finalResult })
    // @ts-expect-error not the planner
    r2({ type: 'FinalResult', to: 'host', payload: finalResult })
    expect(sent.length).toBeGreaterThan(0)
  })

  it('sends a failed round to the controller and never past it', () => {
    r4b({ type: 'ReplanRequest', to: 'R7', payload: replanRequest() })
    // @ts-expect-error the planner is directed by the controller
    r4b({ type: 'ReplanRequest', to: 'R2', payload: replanRequest() })
    // @ts-expect-error an executor reports to its validator only
    r3({ type: 'ExecutionResult', to: 'R2', payload: result() })
    expect(sent.length).toBeGreaterThan(0)
  })

  it('names who may do what', () => {
    type Senders<T extends MessageType> = ArtooContracts[T]['routes'][number][0]
    expectTypeOf<Senders<'FinalResult'>>().toEqualTypeOf<'R7'>()
    expectTypeOf<Senders<'Megram'>>().toEqualTypeOf<'R7'>()
    expectTypeOf<Senders<'MemoryQuery'>>().toEqualTypeOf<'R2'>()
    expectTypeOf<Senders<'ToolRequest'>>().toEqualTypeOf<'R3' | 'R4a' | 'R4b'>()
    expectTypeOf<SentBy<ArtooContracts, 'R3'>>().toEqualTypeOf<
      | 'Action'
      | 'ClarificationRequest'
      | 'ExecutionResult'
      | 'PlanWanted'
      | 'SteeringHeard'
      | 'ToolRequest'
      | 'ModelRequest'
      | 'TimerRequest'
      | 'RoleFailure'
    >()
  })
})
