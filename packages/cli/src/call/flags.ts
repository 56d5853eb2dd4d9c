/** A flag as help, completion and the parser need it. */
export interface FlagWords {
  /** The way it is written, in the notation of commander. */
  readonly form: string
  readonly summary: string
  readonly choices?: readonly string[] | undefined
  /** A flag that may be given several times. */
  readonly isList?: true | undefined
  /** The kind of its value, for completion. */
  readonly completes?: 'folder' | 'file' | undefined
}

/** Every flag of every command, once. */
export const flagTable = {
  model: { form: '-m, --model <id>', summary: 'the model: openai/gpt-5, anthropic/claude-sonnet-4-5, google/…' },
  dir: {
    form: '-C, --dir <folder>',
    summary: 'the folder that the tools work in; default: this one',
    completes: 'folder',
  },
  mode: {
    form: '--mode <mode>',
    summary:
      'what runs unasked: ask (reads, new files), edits (also edits, which can be undone), plan (reads alone), refuse (as ask, and refuses the rest)',
    choices: ['ask', 'edits', 'plan', 'refuse'],
  },
  allow: {
    form: '--allow <rule>',
    summary: "a call that runs unasked, as 'shell: npm test'; may be repeated",
    isList: true,
  },
  config: { form: '--config <file>', summary: 'a configuration in place of the one in the folder', completes: 'file' },
  depth: {
    form: '--depth <depth>',
    summary: 'how much planning and judging a task gets; default: lean',
    choices: ['direct', 'auto', 'lean', 'full'],
  },
  json: { form: '--json', summary: 'JSON lines on stdout; answers, words and commands as JSON lines on stdin' },
  quiet: { form: '-q, --quiet', summary: 'only the answer on stdout' },
  session: { form: '-s, --session <id>', summary: 'a turn of this conversation; default: a new one' },
  continue: { form: '-c, --continue', summary: 'a turn of the newest conversation of this folder' },
  wait: { form: '--wait', summary: 'park the task at a question that nobody answers, instead of refusing' },
  maxMinutes: { form: '--max-minutes <number>', summary: 'the longest time that a task may take' },
  maxCost: {
    form: '--max-cost <number>',
    summary: 'the most money that a task may cost; needs `prices` in the configuration',
  },
  at: { form: '--at <point>', summary: 'the number of a round, or the id of an event (`artoo show ID --json`)' },
  state: {
    form: '--state <state>',
    summary: 'only tasks of this state',
    choices: ['running', 'waiting', 'died', 'ended', 'unreadable'],
  },
  force: { form: '--force', summary: 'without asking first' },
  panel: {
    form: '--panel <size>',
    summary:
      'how many agents may be asked: quick (up to 15), standard (some twenty, one of whom writes the answer), full (up to 50); default: quick',
    choices: ['quick', 'standard', 'full'],
  },
  stakes: {
    form: '--stakes <level>',
    summary: 'how dear a wrong answer would be, and so how sure one has to be: low, medium, high',
    choices: ['low', 'medium', 'high'],
  },
  files: { form: '--files', summary: 'put the files back, too' },
} as const satisfies Readonly<Record<string, FlagWords>>

export type FlagName = keyof typeof flagTable

/** The flags of commands that work with a model. */
export const agentFlags = ['model', 'dir', 'mode', 'allow', 'config', 'depth', 'maxMinutes', 'maxCost'] as const
