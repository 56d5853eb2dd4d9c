import type { ArtooContracts, FinalResult } from '@artoo/roles'
import { type Interrupted, isInterrupted, questionsIn, type RunEventOf, usageByRole } from '@artoo/runtime'

/** Something that happened in a task, fit to be shown to those who use it. */
export interface PublicEvent {
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

type RunEvent = RunEventOf<ArtooContracts>
type Kind = RunEvent['type']
type EventOf<K extends Kind> = Extract<RunEvent, { readonly type: K }>
type Table = { readonly [K in Kind]: ((event: EventOf<K>) => PublicEvent | null) | null }

/**
 * The log holds everything: prompts, what models said word by word, what tools were given and gave back. Of that, what
 * stands here may be seen and nothing else, field by field. A new kind of event doesn't compile until somebody has decided about it.
 */
const table: Table = {
  TaskStarted: ({ taskId }) => ({ name: 'started', data: { taskId } }),
  TaskSpec: ({ payload: { intent, scope, deadline } }) => ({ name: 'understood', data: { intent, scope, deadline } }),
  ClarificationRequest: (event) => ({ name: 'questions', data: { questions: questionsIn(event) } }),
  ClarificationAnswer: ({ payload: { answers } }) => ({
    name: 'questions_answered',
    data: { answers: answers.map(({ to, by, granted }) => ({ to, by, ...(granted !== undefined && { granted }) })) },
  }),
  DispatchManifest: ({ payload: { round, criteria, subtasks } }) => ({
    name: 'planned',
    data: {
      round,
      criteria: criteria.map(({ text }) => text),
      subtasks: subtasks.map(({ subtaskId, sequence, intent }) => ({ subtaskId, sequence, intent })),
    },
  }),
  // The validator is told of every subtask too.
  SubTask: ({ to, payload: { subtaskId, intent, tools } }) =>
    to === 'R3' ? { name: 'subtask', data: { subtaskId, intent, tools } } : null,
  ModelRequest: ({ from }) => ({ name: 'thinking', data: { role: from } }),
  ModelRetry: ({ payload: { role, attempt, delayMs, code } }) => ({
    name: 'retry',
    data: { role, attempt, delayMs, message: `${weather(code)}, trying again in ${seconds(delayMs)} s` },
  }),
  ModelFallback: ({ payload: { role, code } }) => ({
    name: 'fallback',
    data: { role, message: `${weather(code)}, another model is asked` },
  }),
  // A tool's input and output stay here: either may hold a secret. Its target is what a person would be asked about.
  ToolRequest: ({ payload: { key: subtaskId, callId, tool } }) => ({
    name: 'tool_call',
    data: { subtaskId, callId, tool },
  }),
  ToolResult: ({ payload: { key: subtaskId, id: callId, tool, target, status, code, durationMs } }) => ({
    name: 'tool_result',
    data: { subtaskId, callId, tool, target, status, code, durationMs },
  }),
  // The line of a tool is meant for those who wait; its output so far is not.
  ToolProgress: ({ payload: { key: subtaskId, callId, tool, message, done, total } }) => ({
    name: 'tool_progress',
    data: { subtaskId, callId, tool, message, done, total },
  }),
  // A person who decides has to see what would happen, the diff included.
  ConfirmationRequest: ({ payload: { callId, key: subtaskId, input: _, idempotencyKey: __, ...shown } }) => ({
    name: 'confirmation',
    data: { id: callId, subtaskId, ...shown },
  }),
  ConfirmationAnswer: ({ payload: { callId, allowed, allow, by, done } }) => ({
    name: 'answered',
    data: { id: callId, allowed, by, ...(allow && { allow }), ...(done && { done }) },
  }),
  ModeChanged: ({ payload: { mode, by } }) => ({ name: 'mode', data: { mode, by } }),
  // The calls themselves tell more.
  Action: null,
  // The result has it.
  Answer: null,
  Unanswered: null,
  ExecutionResult: ({ payload: { subtaskId, attempt, status } }) => ({
    name: 'executed',
    data: { subtaskId, attempt, status },
  }),
  CorrectionSignal: ({ payload: { subtaskId, attempt, whatToDo } }) => ({
    name: 'correction',
    data: { subtaskId, attempt, whatToDo },
  }),
  SubTaskOutcome: ({ payload: { subtaskId, status, attempts } }) => ({
    name: 'outcome',
    data: { subtaskId, status, attempts },
  }),
  // The words of a user are shown to all who watch the task.
  UserWords: ({ payload: { text } }) => ({ name: 'words', data: { text } }),
  SteeringHeard: ({ from, payload: { numbers } }) => ({ name: 'words_heard', data: { role: from, numbers } }),
  // Tools and targets may be named, as a person is asked about them; the reason for a plan holds words of models.
  Escalation: ({ payload: { to, rules, because } }) => ({
    name: 'escalated',
    data: { to, rules, because: to === 'judging' ? because : null },
  }),
  // The plan that follows is shown.
  PlanWanted: null,
  ControlDecision: ({ payload: { round, directive, loss, gradient, rationale } }) => ({
    name: 'decision',
    data: { round, directive, loss: loss.L, gradient, rationale },
  }),
  RoleFailure: ({ payload: { code } }) => ({ name: 'trouble', data: { code } }),
  Interrupt: ({ payload: { reason } }) => ({ name: 'trouble', data: { code: reason } }),

  // The last event is made from the awaited result: only then is every call on the bill.
  FinalResult: null,
  UserInput: null,
  Deadline: null,
  MemoryQuery: null,
  MemoryReading: null,
  Megram: null,
  MemoryFailure: null,
  // The reason is the host's own, and an amended input may hold what users should not see.
  HookOutcome: ({ from, payload: { hook, role, callId, outcome } }) => ({
    name: 'hook',
    data: { hook, role, ...(from === 'tools' && { callId }), outcome },
  }),
  Steering: null,
  SequenceCompleted: null,
  Progress: null,
  ReplanRequest: null,
  OutcomeSummary: null,
  PlanDirective: null,
  Waited: null,
  CircumstancesDiffer: null,
  JournalFailure: null,
  ChildEvent: null,
  ModelReply: null,
  ModelCall: null,
  ModelFailure: null,
  ConversationCut: null,
  CheckRequest: null,
  CheckResult: null,
  TimerRequest: null,
  TimerFired: null,
  'bus.refused': null,
  'bus.handler_failed': null,
}

/**
 * A task's events as its users may see them, without prompts, model texts, tool inputs and outputs, as they happen; at last
 * `result` with the bill, or `interrupted` for a task that left its process without one.
 */
export async function* publicEvents(
  run: AsyncIterable<RunEvent> & PromiseLike<FinalResult | Interrupted> & { readonly events: readonly RunEvent[] },
): AsyncGenerator<PublicEvent, void> {
  for await (const event of run) {
    const shown = publicEvent(event)
    if (shown) yield shown
  }
  const outcome = await run
  yield isInterrupted(outcome)
    ? interruptedEvent(outcome)
    : { name: 'result', data: { ...publicResult(outcome, run.events) } }
}

/** One event as users may see it; null for an event that is not shown. */
export function publicEvent(event: RunEvent): PublicEvent | null {
  const show = table[event.type] as ((event: RunEvent) => PublicEvent | null) | null | undefined
  return show?.(event) ?? null
}

/** A result as users may see it, with the bill, once all events are there. */
export function publicResult(result: FinalResult, events: readonly RunEvent[]) {
  const { status, directive, reason, output, nextMoves, replans, loss, basis } = result
  // A result may quote why a model failed, and a provider's own words a key or an address: they are for the log.
  const quoted = events.flatMap((event) => (event.type === 'ModelFailure' ? [event.payload.message] : []))
  const hide = (text: string) => quoted.reduce((rest, words) => rest.replaceAll(words, 'the model failed'), text)
  const summary = hide(result.summary)
  const missing = result.missing.map(({ what, needs }) => ({ what: hide(what), needs: hide(needs) }))
  const refused = result.refused.map(({ tool, target, why, origin }) => ({ tool, target, why, origin }))
  const usage = usageByRole(events)
  const told = { status, directive, reason, summary, output, missing, refused, basis, nextMoves }
  return { ...told, replans, loss: loss.L, usage }
}

/** The way to go on and the failed part of the host are for the log. */
function interruptedEvent({ taskId, reason }: Interrupted): PublicEvent {
  return { name: 'interrupted', data: { taskId, reason } }
}

const weatherByCode: Readonly<Record<string, string>> = {
  provider_rate_limited: 'the provider asks to slow down',
  provider_unavailable: 'the provider is overloaded',
}

/** Everything else that is tried again is a kind of silence. */
function weather(code: string): string {
  return weatherByCode[code] ?? 'the provider is silent'
}

function seconds(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds / 1000))
}
