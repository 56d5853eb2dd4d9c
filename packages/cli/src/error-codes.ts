/** Codes of errors of the terminal. Each with its cause and the way out. */
export const errorCodes = {
  config_failed: [
    'A configuration could not be read, or its code threw.',
    'Read the message; mend the file that it names, or name another by `--config`.',
  ],
  invalid_config: [
    'A configuration has a field that there is not, or a value that can’t be right.',
    'Mend the field that the message names.',
  ],
  loop_exists: [
    'A job is to be begun in a folder whose loop is not completed.',
    'Go on with it by `artoo loop start`, or begin another beside it by `--force`.',
  ],
  no_loop: ['There is no loop in the folder.', 'Begin one by `artoo loop start "the job in words"`.'],
  no_model: [
    'Neither a flag, nor a variable, nor a configuration names a model.',
    'Give `--model provider/id`, set `ARTOO_MODEL`, or set `model` in `~/.config/artoo/config.json`.',
  ],
  unknown_provider: [
    'The text before the slash of a model’s name is no provider that the terminal knows.',
    'Name one of those in the message, or give `model` in a configuration as a model of the AI SDK.',
  ],
  usage: [
    'A command line lacks something that the command needs.',
    'Read the message; `artoo help COMMAND` has the rest.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes
