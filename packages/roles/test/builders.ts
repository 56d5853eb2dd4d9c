import type { PayloadOf } from '@artoo/bus'
import type { ToolCallRecord } from '@artoo/runtime'
import type { ArtooContracts } from '../src/index.js'
import type { PlanDirective } from '../src/messages/control.js'
import type { Action, ExecutionResult } from '../src/messages/execution.js'
import type { SubTaskOutcome } from '../src/messages/outcome.js'
import type { OutputName, OutputValue } from '../src/messages/outputs.js'
import type { Criterion, SubTask } from '../src/messages/plan.js'
import type { TaskSpec } from '../src/messages/task.js'
import type { CriterionVerdict } from '../src/messages/verdict.js'

type Payload<T extends keyof ArtooContracts> = PayloadOf<ArtooContracts, T>

export const plausible = (text: string): Criterion => ({
  text,
  mode: 'plausible',
  source: 'records',
  about: 'answer',
})
export const verifiable = (text: string): Criterion => ({ ...plausible(text), mode: 'verifiable' })
export const checked = (text: string, name = 'word-count'): Criterion => ({
  ...verifiable(text),
  check: { name, arguments: {} },
})
export const worldly = (text: string): Criterion => ({ ...verifiable(text), about: 'world' })

export const taskSpec = (given: Partial<TaskSpec> = {}): TaskSpec => ({
  intent: 'count the lines',
  scope: null,
  deadline: null,
  rawInput: 'Count the lines!',
  clarifications: [],
  receivedAt: 0,
  verbatim: false,
  ...given,
})

export const subTask = (given: Partial<SubTask> = {}): SubTask => ({
  subtaskId: '1.1',
  sequence: 1,
  intent: 'count them',
  criteria: [plausible('it is a number')],
  request: null,
  replaces: null,
  findingsOf: null,
  tools: ['read_file', 'glob'],
  blockedTargets: [],
  cautions: [],
  deadline: null,
  context: '',
  ...given,
})

/** The newest Megram of a pair. */
export const newest = (at: number, sigma: number) => ({ at, sigma, attention: 0.85, content: 'it did' })

/** A block as long as nothing changes. */
export const blockOn = (tool: string, target: string) => ({ tool, target, until: 'change' as const, why: null })

type Promised = Payload<'DispatchManifest'>['subtasks'][number]

interface Manifest extends Omit<Payload<'DispatchManifest'>, 'subtasks'> {
  readonly subtasks: readonly Partial<Promised>[]
}

/** Each of its subtasks is the typical one, but for what is given. */
export const manifest = ({ subtasks = [{}], ...given }: Partial<Manifest> = {}): Payload<'DispatchManifest'> => ({
  round: 1,
  spec: taskSpec(),
  criteria: [plausible('the answer is a number')],
  subtasks: subtasks.map((subtask) => ({
    subtaskId: '1.1',
    sequence: 1,
    intent: 'count them',
    replaces: null,
    criteria: [plausible('it is a number')],
    tools: ['read_file', 'glob'],
    ...subtask,
  })),
  asks: 'answer',
  alone: false,
  warned: [],
  ...given,
})

export const call = (given: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  id: 'call_1_1',
  attempt: 1,
  tool: 'read_file',
  target: 'a.txt',
  input: { path: 'a.txt' },
  effect: 'read',
  status: 'ok',
  output: 'one\ntwo',
  code: null,
  confirmed: false,
  change: null,
  durationMs: 1,
  ...given,
})

export const failedCall = (given: Partial<ToolCallRecord> = {}): ToolCallRecord =>
  call({ status: 'error', output: 'a.txt does not exist', code: 'tool_failed', ...given })

/** More than fits into a prompt: as long as outputs get, with ids in order. */
export const manyCalls = (count: number): ToolCallRecord[] =>
  Array.from({ length: count }, (_, index) =>
    call({
      id: `call_${index}`,
      attempt: 1 + Math.floor((3 * index) / count),
      target: `src/file-${index}.txt`,
      input: { path: `src/file-${index}.txt` },
      output: 'line of text\n'.repeat(400).slice(0, 4_096),
    }),
  )

export const result = (given: Partial<ExecutionResult> = {}): ExecutionResult => ({
  subtaskId: '1.1',
  attempt: 1,
  status: 'completed',
  output: '2',
  reason: null,
  code: null,
  cause: null,
  infrastructure: false,
  needs: [],
  clarifications: [],
  toolCalls: [call()],
  ...given,
})

export const verdict = (given: Partial<CriterionVerdict> = {}): CriterionVerdict => ({
  criterion: 'it is a number',
  mode: 'plausible',
  verdict: 'pass',
  basis: 'judge',
  failureClass: null,
  cause: null,
  evidence: 'it says 2',
  records: ['call_1_1'],
  failedAttempts: 0,
  attempts: 1,
  ...given,
})

/** Its judge names a cause; where a class alone is given, it is that of a check, which names none. */
export const failing = (given: Partial<CriterionVerdict> = {}): CriterionVerdict =>
  verdict({
    verdict: 'fail',
    failureClass: 'logical',
    cause: given.failureClass === undefined ? 'wrong_method' : null,
    evidence: 'it says two',
    failedAttempts: 1,
    ...given,
  })

/** A criterion that nobody could judge. */
export const unjudged = (given: Partial<CriterionVerdict> = {}): CriterionVerdict =>
  verdict({ verdict: 'unjudged', basis: 'nobody', evidence: 'there is no verdict on it', records: [], ...given })

export const matched = (given: Partial<SubTaskOutcome> = {}): SubTaskOutcome => ({
  subtaskId: '1.1',
  intent: 'count them',
  status: 'matched',
  output: '2',
  failureReason: null,
  code: null,
  failureClass: null,
  cause: null,
  infrastructure: false,
  verdicts: [verdict()],
  promised: 1,
  undone: false,
  attempts: 1,
  needs: [],
  clarifications: [],
  replaces: null,
  toolCalls: [call()],
  ...given,
})

export const failed = (given: Partial<SubTaskOutcome> = {}): SubTaskOutcome =>
  matched({ status: 'failed', output: 'two', failureReason: 'unmet: it is a number', verdicts: [failing()], ...given })

export const progress = (given: Partial<Payload<'Progress'>> = {}): Payload<'Progress'> => {
  const { toolCalls: _, ...outcome } = matched()
  return { ...outcome, ...given }
}

export const outcomeSummary = (given: Partial<Payload<'OutcomeSummary'>> = {}): Payload<'OutcomeSummary'> => ({
  round: 1,
  intent: 'count the lines',
  asks: 'answer',
  kept: [],
  outcomes: [matched()],
  taskVerdicts: [verdict()],
  warned: [],
  elapsedMs: 1_000,
  output: 'There are 2 lines.',
  ...given,
})

export const replanRequest = (given: Partial<Payload<'ReplanRequest'>> = {}): Payload<'ReplanRequest'> => ({
  round: 1,
  intent: 'count the lines',
  asks: 'answer',
  kept: [],
  outcomes: [failed()],
  taskVerdicts: [],
  warned: [],
  elapsedMs: 1_000,
  gapSummary: 'count them: unmet: it is a number',
  output: null,
  ...given,
})

export const action = (given: Partial<Action> = {}): Action => ({
  id: 'call_1_1',
  tool: 'write_file',
  target: 'a.txt',
  what: 'changed',
  bytesBefore: 0,
  bytesAfter: 5,
  why: null,
  origin: null,
  ...given,
})

export const directive = (given: Partial<PlanDirective> = {}): PlanDirective => ({
  round: 1,
  directive: 'change_path',
  loss: { D: 1, P: 0, Omega: 0, L: 0.6 },
  gradient: 0,
  urgency: 'normal',
  blockedTools: [],
  blockedTargets: [],
  blockedUntil: 'change',
  mayPass: false,
  orders: [],
  failed: [],
  failureClass: 'environmental',
  failedCriterion: null,
  gapSummary: 'a.txt does not exist',
  rationale: 'try another target',
  left: [],
  done: [],
  clarifications: [],
  changed: [],
  ...given,
})

export const modelCall = (given: Partial<Payload<'ModelCall'>> = {}): Payload<'ModelCall'> => ({
  role: 'R1',
  key: 'task',
  modelId: 'model',
  output: 'task_spec',
  added: [],
  durationMs: 1,
  usage: { inputTokens: 1, outputTokens: 1 },
  cost: null,
  response: null,
  error: null,
  ...given,
})

/** What a model may leave out of its answer. */
type Given<N extends OutputName> =
  OutputValue<N> extends { asks: infer Asks } ? Omit<OutputValue<N>, 'asks'> & { readonly asks?: Asks } : OutputValue<N>

/** A model's structured answer. */
export const value = <N extends Exclude<OutputName, 'direct'>>(output: N, given: Given<N>, key: string = output) => ({
  kind: 'value' as const,
  key,
  output,
  value: { ...(output.endsWith('plan') && { asks: 'answer' }), ...given } as OutputValue<N>,
})

/** An executor's tool calls, as [id, name, input]. */
export const toolCalls = (key: string, ...calls: readonly [string, string, unknown?][]): Payload<'ModelReply'> => ({
  kind: 'tool_calls',
  key,
  output: 'execution',
  toolCalls: calls.map(([id, name, input = {}]) => ({ id, name, input })),
})

/** The model's own failure; with `infrastructure` its provider's. */
export const modelFailure = (key: string, infrastructure = false): Payload<'ModelFailure'> => ({
  key,
  code: infrastructure ? 'provider_unavailable' : 'invalid_output',
  message: infrastructure ? 'Service Unavailable (HTTP 503)' : 'the answer could not be read',
  infrastructure,
})

/** An answer to so many questions of a request. */
export const answered = (answer: string, by: string | null = 'ann', count = 1): Payload<'ClarificationAnswer'> => ({
  answers: [{ to: Array.from({ length: count }, (_, index) => `asked.${index + 1}`), answer, by }],
})
