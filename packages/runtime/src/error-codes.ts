import type { ErrorCode as BusCode } from '@artoo/bus'

/** Codes of errors of runs, journals and people. Each with its cause and the way out. */
export const errorCodes = {
  conformance: [
    'A journal of one’s own does not do what a conformance case expects.',
    'Read expected and found in the message.',
  ],
  controller_failed: ['The controller of a system threw.', 'Mend the decider; `cause` has its error.'],
  controller_silent: ['A controller gave no result when it was told to end.', 'Answer `Interrupt` with a result.'],
  conversation_busy: [
    'A conversation with a model is asked again before it has answered.',
    'Wait for the reply, or use another key.',
  ],
  conversation_too_long: [
    'What can’t be left out of a conversation is larger than its room.',
    'Raise `limits.conversationCharacters`, or send less.',
  ],
  damaged_journal: [
    'A line of a journal or a job’s file can’t be read, or lines are missing or moved.',
    'Put back a copy; the message names the line or the file.',
  ],
  deciders_version: [
    'A journal was written by another version of the deciders.',
    'Resume it with the version that began it, or start the task anew.',
  ],
  duplicate_name: ['Two tools, or two checks, have one name.', 'Rename one of them.'],
  hook_failed: [
    'A hook of the host threw, gave no answer in time, or returned what is no answer.',
    'Mend `onModelCall` or `onToolCall`, or raise `limits.hookTimeoutMs`.',
  ],
  hook_refused: ['`onModelCall` refused a call to a model, which ends the run.', 'Read the reason that it gave.'],
  invalid_task_id: ['A task id can’t be the name of a file or key.', 'Use letters, digits, `.`, `_` and `-`.'],
  journal_failed: [
    'A journal lost what it was given, or can’t be written.',
    'Look for a full disk or missing rights; then resume the task.',
  ],
  journal_without_sessions: [
    'A journal of one’s own does not list sessions.',
    'Let `list` filter by session, as `testJournal` shows.',
  ],
  no_journal: [
    'There is no journal, or it ends with the process.',
    'Give a journal that outlives the process, such as `fileJournal()`.',
  ],
  no_queue: [
    'Jobs are submitted or worked on without a queue and a journal that workers share.',
    'Give both to the instance, as `queue` and `journal`.',
  ],
  nondeterministic: [
    'The deciders do not decide what the journal says they decided.',
    'Resume with the code and settings that began the task.',
  ],
  not_loaded: [
    'Code that is loaded when it is first needed can’t be loaded.',
    'Look for a lost network or a file of the bundle that is not served; then run or resume the task.',
  ],
  not_resumable: ['A journal does not say how its task began.', 'Start the task anew.'],
  person_timeout: [
    'A person did not answer in time.',
    'Raise `limits.personTimeoutMs`, or run with `onUnanswered: "wait"`.',
  ],
  job_queue_full: [
    'A queue has as many ready jobs as it holds.',
    'Submit again once workers have taken some, add workers, or raise `maxReady`.',
  ],
  queue_locked: [
    'Another process holds the folder of a queue for more than half a minute.',
    'End that process, which the message names, if it hangs; then try again.',
  ],
  resume_mismatch: [
    'A task would go on with tools that ask less than those it began with.',
    'Resume with the same tools, or name the change in `accept`.',
  ],
  secret_in_answer: [
    'An answer looks like a secret; it is not kept.',
    'Grant an access with `{ granted: true, context }`, or answer in other words.',
  ],
  settle_timeout: ['An effect did not settle after the end of its run.', 'End work when the run’s signal aborts.'],
  task_ended: ['The task has ended.', 'Read its result from the journal, or start it anew.'],
  task_exists: ['There is a run of that id in the journal.', 'Give each run an id of its own.'],
  task_leased: [
    'Another process runs the task.',
    'Wait until it is done; if it is dead, pass its epoch as `takeOver`.',
  ],
  task_running: ['The task runs in this process.', 'Use the handle that `run` or `resume` gave.'],
  unknown_conversation: [
    'A request goes on with a conversation that was not begun.',
    'Send it with `continues: false`.',
  ],
  unknown_event: ['A task has no event of that id.', 'Use an id of its events.'],
  unknown_output: ['A request names an output that the system does not know.', 'Add it to `outputs`.'],
  unknown_request: ['An answer is to a question that is not open.', 'Use the ids of `requests`.'],
  unknown_task: ['The journal has no such task.', 'Check the id and the path of the journal.'],
  unknown_tool: ['There is no tool of that name.', 'Use a tool of this instance.'],
  unknown_turn: [
    'A conversation has no such turn: it was rewound or removed, or is of another one.',
    'Take a `taskId` of `session.turns()`.',
  ],
  unsafe_journal: [
    'A journal, queue, memory or audit log lies where tools can reach it.',
    'Leave the path out, or use one outside of the root.',
  ],
  unsupported_option: [
    'An option or an answer of a job can’t be carried to another process.',
    'Give it to the worker: its `context` function, its tools; or leave it out.',
  ],
  unsupported_journal: ['A journal is of another version of the format.', 'Use the version of artoo that wrote it.'],
  worker_lost: [
    'A job was given up: its workers died or failed with it, one after the other.',
    'Read `job()`: its `problem` and its journal say where; mend that and submit it anew.',
  ],
  words_not_taken: [
    'A system can’t be told anything while it works.',
    'Add `userWordsContract(controller)` to its contracts, and let the controller take `UserWords`.',
  ],
} as const

/** The bus’s codes, too. */
export type ErrorCode = keyof typeof errorCodes | BusCode

/** Codes of tool call records and of failed requests, which are data and never thrown. */
export const recordCodes = {
  deadline: [
    'The deadline passed while a call was under way.',
    'Look whether it was carried out; what it did is not known.',
  ],
  no_answer: ['A person was asked and did not answer.', 'Give a `clarify` that answers, or resume with `answers`.'],
  too_many_calls: [
    'A model asks for more tool calls than a turn, or `limits.toolCalls`, allows.',
    'Raise the limit, or split the task.',
  ],
  tool_not_allowed: ['A model calls a tool that it was not offered.', 'The model reads which are available.'],
} as const
