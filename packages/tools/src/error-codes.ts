/** Codes of errors of tools, checks and permissions. They are codes of tool call records, too. Each with its cause and the way out. */
export const errorCodes = {
  blocked_target: [
    'The controller has set the target aside in this plan.',
    'Go another way; a later plan may free it.',
  ],
  check_timeout: ['A check did not end in time.', 'Raise `limits.toolTimeoutMs`, or the `timeoutMs` of the check.'],
  damaged_history: [
    'The record of changed files can’t be read.',
    'Put back a copy of the state folder; without it the task can’t be undone.',
  ],
  damaged_landing: [
    'The record of a landing can’t be read.',
    'Read the message: it names the file and what is safe to do.',
  ],
  elided_content: [
    'Content to be written leaves out a part (“rest unchanged”).',
    'Write the whole content, or use edit_file.',
  ],
  exit_nonzero: ['A command ended with another exit code than 0.', 'Read its output in the message.'],
  file_is_binary: ['A file is not UTF-8 text.', 'Use the shell for binary files.'],
  file_too_large: ['A file is larger than the tool takes.', 'Read a part of it, or use the shell.'],
  git_failed: ['A git command failed.', 'Read what git said in the message.'],
  git_missing: ['git is not installed.', 'Install git, or use workspaces that copy.'],
  git_too_old: ['git is older than the version that is needed.', 'Update git.'],
  invalid_answer: [
    'An answer to a confirmation has an unknown form.',
    'Return true, false, or `{ allow, note?, by? }`.',
  ],
  invalid_check: ['A check’s definition or arguments are wrong.', 'Mend the field that the message names.'],
  invalid_effect: [
    'A tool’s `effect` returned something that is no effect.',
    'Return `read`, `outbound`, `repeatable` or `{ kind: "irreversible", action, reason }`.',
  ],
  invalid_input: [
    'The input of a tool call does not fit its schema, or is too large.',
    'The model reads the misfit and may call again.',
  ],
  invalid_result: ['A tool returned something that can’t be put into text.', 'Return text or plain data.'],
  invalid_rule: [
    'A permission rule can’t be read, or no tool has its name.',
    'Write `tool` or `tool: target`, with a tool of this instance.',
  ],
  invalid_target: ['A tool’s `target` returned neither a text nor null.', 'Return a text or null.'],
  invalid_tool: ['A tool’s definition is wrong.', 'Mend the field that the message names.'],
  law1_refused: [
    'A call that can’t be undone was refused: by a person, a rule, a mode, or because no one can be asked.',
    'Give `confirm`, a rule, or let the task go another way.',
  ],
  lease_lost: ['The task belongs to another process now.', 'Nothing to mend: the other process goes on.'],
  line_out_of_range: ['A line number is beyond the end of the file.', 'Read the file again and use its numbers.'],
  move_failed: ['Files could not be put in place.', 'Read the message: it names what was moved and what to do.'],
  nothing_to_change: ['An edit leaves the file as it is.', 'Give another text.'],
  path_invalid: ['A path has a name that is too long, or links in a circle.', 'Use another path.'],
  path_is_directory: ['The path is a folder, where a file is needed.', 'Use list_files, or a path of a file.'],
  path_not_a_directory: ['The path is a file, where a folder is needed.', 'Use read_file, or a path of a folder.'],
  path_not_a_file: ['The path is neither a file nor a folder, such as a device or a pipe.', 'Use another path.'],
  path_not_found: ['The path does not exist.', 'Look for it with glob; write_file creates a file.'],
  path_outside_root: ['The path lies outside the root of the tools.', 'Use a path inside, or give tools another root.'],
  pattern_invalid: [
    'A pattern is none that is known here.',
    'Write a glob or a regular expression of RE2, as the message says.',
  ],
  permission_denied: [
    'The operating system refuses access to the path.',
    'Change the rights of the path, or use another one.',
  ],
  reads_only: ['A call in a judge’s look would change something.', 'Only reads are made there.'],
  redact_failed: [
    'The host’s `redact` threw or returned no text; the text is not kept.',
    'Mend `redact`: it returns a text for every text.',
  ],
  sandbox_unavailable: [
    'A program was to be confined, and this machine or this root gives no sandbox.',
    'Do what the message says: install what is missing, or give tools a smaller root.',
  ],
  secret_gone: [
    'A call carries the placeholder of a secret that is in no file any more.',
    'Put the value back into the file that the message names, or let the model read the file again.',
  ],
  stale: ['A file has changed since it was read in this run.', 'Read it again, then write.'],
  text_not_found: [
    'The text to be replaced does not occur in the file.',
    'Read the file and copy the text character by character.',
  ],
  text_not_unique: ['The text to be replaced occurs several times.', 'Give more of the lines around it.'],
  tool_timeout: ['A tool did not end in time.', 'Raise `limits.toolTimeoutMs`, or let the tool do less at once.'],
  tool_unavailable: [
    'What a tool needs can’t be reached: no connection, HTTP 408, 429 or 5xx, a time limit.',
    'Try again later; the same call may go well.',
  ],
  truncated_content: [
    'Content to be written holds a mark where a shown text was cut.',
    'Write the whole content, or use edit_file.',
  ],
  unread: [
    'A file that would be overwritten was not read whole in this run.',
    'Read it first, or change a part of it with edit_file.',
  ],
  unsafe_snapshots: [
    'The folder of snapshots lies where tools can reach it.',
    'Use a state folder outside of the root.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes

/** Codes of tool call records, beside those of the errors above, which are data and never thrown. */
export const recordCodes = {
  tool_failed: [
    'A tool threw an error without a code.',
    'Read its message; throw an `ArtooError` with a code of your own.',
  ],
} as const
