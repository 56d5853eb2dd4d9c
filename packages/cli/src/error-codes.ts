/** Codes of errors of the terminal. Each with its cause and the way out. */
export const errorCodes = {
  ambiguous_task: ['Several tasks begin with what was given of an id.', 'Give more of it; the message names them.'],
  config_failed: [
    'A configuration could not be read, or its code threw.',
    'Read the message; mend the file that it names, or name another by `--config`.',
  ],
  editor_failed: [
    'The editor that `Ctrl+G` opens could not be started, or ended with an error.',
    'Set `$VISUAL` or `$EDITOR` to a program that waits until the text is saved.',
  ],
  invalid_config: [
    'A configuration has a field that there is not, or a value that can’t be right.',
    'Mend the field that the message names.',
  ],
  invalid_line: [
    'A line of stdin with `--json` is no object, has no known `type`, or lacks a field.',
    'Mend the line that the `error` names; the session goes on.',
  ],
  invalid_point: [
    '`--at` names no point of the task, or one that the command can’t go back to.',
    'Give the number of a round that the message names, or for `fork` the id of an event of `artoo show ID --json`.',
  ],
  invalid_selector: [
    'What `artoo memory forget` is to erase is not said in a way that it knows.',
    'Give `task:ID`, or one or more of `space:…`, `entity:…`, `id:…`, `subject:…`.',
  ],
  loop_exists: [
    'A job is to be begun in a folder whose loop is not completed.',
    'Go on with it by `artoo loop start`, or begin another beside it by `--force`.',
  ],
  memory_in_use: [
    '`/memory` or `/forget` in a conversation whose memory another process has open.',
    'End that process, then start `artoo` again.',
  ],
  missing_argument: ['A command needs a further word.', 'Add it; `artoo help` and the name of the command show which.'],
  missing_model: [
    'Neither a flag, nor a variable, nor a configuration names a model.',
    'Give `--model provider/id`, set `ARTOO_MODEL`, or set `model` in `~/.config/artoo/config.json`.',
  ],
  needs_force: [
    'A command that can’t be taken back would ask first, and there is no terminal to ask at.',
    'Add `--force`, or call it in a terminal.',
  ],
  no_audit_log: [
    'The folder has no audit trail.',
    'Name the folder that tasks ran in by `--dir`; the first task begins the trail.',
  ],
  no_loop: ['There is no loop in the folder.', 'Begin one by `artoo loop start "the job in words"`.'],
  no_task: ['`artoo` is called without a task, and not at a terminal.', 'Give one: `artoo "your task"`.'],
  unknown_command: ['A `/command` that there is not.', '`/help` lists them.'],
  unknown_point: [
    'A rewind names a turn or round that the conversation does not have, or has left behind.',
    'Take a point of `/rewind` or `{"type":"points"}`.',
  ],
  unknown_provider: [
    'The text before the slash of a model’s name is no provider that the terminal knows.',
    'Name one of those in the message, or give `model` in a configuration as a model of the AI SDK.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes
