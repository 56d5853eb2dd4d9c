/** Codes of errors of the agent loop. Each with its cause and the way out. */
export const errorCodes = {
  branch_taken: ['The branch of the loop is checked out, or holds other commits.', 'Give another name as `branch`.'],
  change_refused: ['A change of course is refused.', 'Read the reason; give another change.'],
  head_lost: ['The commit on which the loop stood is gone.', 'Put back the repository, or begin a new loop.'],
  internal_error: ['The loop came into a state that its code excludes.', 'Report it with the state file.'],
  invalid_graph: [
    'The atoms of a plan do not form a graph that can be worked off.',
    'Mend the atom that the message names.',
  ],
  invalid_plan: ['A plan as data is incomplete or contradicts itself.', 'Mend the field that the message names.'],
  loop_completed: ['The job is done.', 'Align a new one, or change its objective by `redirect`.'],
  loop_ended: ['The run of the loop was over before it answered.', 'Read `state()`.'],
  loop_not_running: ['The loop does not run.', 'Call `start()`.'],
  loop_running: ['The loop runs in this process.', 'Stop it first, or redirect it.'],
  loop_unfinished: [
    'A loop that is not completed is to be landed.',
    'Go on with `start()` or `redirect()`, or call `land({ unfinished: true })`.',
  ],
  measure_not_falling: [
    'A transition would not make the measure fall; the loop stops.',
    'Report it with the state file.',
  ],
  not_a_checkout: [
    'The folder is in no checkout of a git repository.',
    'Use `copyWorkspaces()`, or a folder of a checkout.',
  ],
  not_agreed: ['No one agreed to a plan.', 'Answer `clarify`, or give the plan as data.'],
  not_aligned: ['There is no loop yet.', 'Call `align` first.'],
  nothing_landed: ['The loop has landed nothing that could be taken back.', 'Nothing to mend.'],
  nothing_to_attest: ['There is no work yet of which anything could be said.', 'Start the loop first.'],
  nothing_to_confirm: ['The objective is agreed on; the loop waits for another word.', 'Call `attest()`.'],
  request_timeout: ['A running loop did not answer a request in time.', 'Ask again, or raise `timeoutMs`.'],
  state_invalid: ['A file is no state of a loop.', 'Mend the place that the message names, or put back a copy.'],
  state_leased: ['Another process runs the loop.', 'Stop that one first, or wait until it is gone.'],
  state_stale: ['The state was written by another since it was read.', 'Read it again.'],
  state_version: ['A state file is of another version.', 'Use the version of artoo that wrote it.'],
  unknown_assertion: ['No check of the job has that assertion.', 'Use the words of one that the message lists.'],
  workspace_exists: ['A workspace of that id is open.', 'Discard it first.'],
  workspace_unknown: ['There is no such workspace.', 'Open it first.'],
  workspaces_not_ready: ['Workspaces are used before `prepare()`.', 'Call `prepare()` first.'],
} as const

export type ErrorCode = keyof typeof errorCodes
