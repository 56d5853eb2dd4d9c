import { agentFlags, type FlagName } from '../call/flags.js'

/** A command as help, completion and the parser need it. */
export interface CommandWords {
  /** Its arguments, in the notation of commander. */
  readonly words: string
  readonly summary: string
  readonly flags: readonly FlagName[]
  readonly examples: readonly string[]
  /** The choices for its first argument. */
  readonly choices?: readonly string[] | undefined
}

/** Every command, in the order of `artoo --help`. */
export const commandTable = {
  run: {
    words: '[task...]',
    summary: 'one task; without words and in a terminal, a conversation. The word `run` may be left out',
    flags: [...agentFlags, 'json', 'quiet', 'session', 'continue', 'wait'],
    examples: [
      'artoo "Which files mention the loss?"',
      'artoo',
      'git diff | artoo "Review this change."',
      'artoo "Mend the failing test." --mode edits --allow "shell: npm test"',
      'artoo "Summarise README.md." --json | jq -r "select(.type==\\"outcome\\").outcome.output"',
    ],
  },
  resume: {
    words: '[id]',
    summary: 'goes on with a task that was parked, waits or whose process died; default: the newest of them',
    flags: [...agentFlags, 'json', 'quiet', 'wait'],
    examples: ['artoo resume', 'artoo resume 0199c0de-…'],
  },
  tasks: {
    words: '',
    summary: 'the tasks of this folder, the newest first',
    flags: ['dir', 'state', 'json'],
    examples: ['artoo tasks --state waiting', 'artoo tasks --json | jq -r .taskId'],
  },
  show: {
    words: '<id>',
    summary: 'what a task did: plan, calls, decisions, result; with --json every event',
    flags: ['dir', 'json'],
    examples: [
      'artoo show 0199c0de-…',
      'artoo show 0199c0de-… --json | jq \'select(.type=="ToolResult").payload.target\'',
    ],
  },
  why: {
    words: '<id>',
    summary: 'the last decision of the controller in two sentences, and what would have changed it',
    flags: ['dir', 'json'],
    examples: ['artoo why 0199c0de-…'],
  },
  diff: {
    words: '<id>',
    summary: 'the files that a task wrote and that still differ from what they were',
    flags: ['dir', 'at', 'json'],
    examples: ['artoo diff 0199c0de-…', 'artoo diff 0199c0de-… --at 2'],
  },
  undo: {
    words: '<id> [path...]',
    summary: 'takes the writes of a task back; what others changed since stays',
    flags: ['dir', 'at', 'json'],
    examples: ['artoo undo 0199c0de-…', 'artoo undo 0199c0de-… src/a.ts'],
  },
  replay: {
    words: '<id>',
    summary: 'decides a task again without a model, and reports the first decision that differs',
    flags: ['dir', 'json'],
    examples: ['artoo replay 0199c0de-…'],
  },
  fork: {
    words: '<id> [words...]',
    summary: 'a new task that goes on from a point of another; with --files the files as they were there',
    flags: [...agentFlags, 'at', 'files', 'json', 'quiet', 'wait'],
    examples: ['artoo fork 0199c0de-… --at 2 --files "Without new dependencies."'],
  },
  memory: {
    words: '[what] [argument...]',
    choices: ['summary', 'list', 'rules', 'explain', 'forget', 'export', 'verify'],
    summary: 'what this folder’s agent has learnt: summary, list, rules, explain, forget, export, verify',
    flags: ['dir', 'json', 'force'],
    examples: [
      'artoo memory',
      'artoo memory list tool:shell',
      'artoo memory explain tool:shell "path:npm test"',
      'artoo memory forget task:0199c0de-…',
      'artoo memory forget space:tool:shell "entity:path:npm test"',
    ],
  },
  audit: {
    words: '[what]',
    choices: ['verify', 'stats', 'list'],
    summary: 'the audit trail: verify its chain of hashes, statistics, its entries',
    flags: ['dir', 'json'],
    examples: ['artoo audit verify', 'artoo audit stats --json'],
  },
  loop: {
    words: '<action> [words...]',
    choices: ['start', 'status', 'redirect', 'stop', 'land', 'undo'],
    summary: 'a job that code checks: agree on it and work it off (needs @artoo/agent-loop)',
    flags: ['model', 'dir', 'mode', 'allow', 'config', 'maxMinutes', 'maxCost', 'json', 'force'],
    examples: [
      'artoo loop start "npm test has to pass, and nobody touches the tests."',
      'artoo loop status',
      'artoo loop land',
    ],
  },
  deliberate: {
    words: '[question...]',
    summary:
      'a panel of agents argues about a question that no test decides; without one, the panel that was interrupted goes on (needs @artoo/omega)',
    flags: ['panel', 'stakes', 'model', 'dir', 'config', 'maxMinutes', 'maxCost', 'json', 'force'],
    examples: [
      'artoo deliberate "May we use the title as a key?"',
      'artoo deliberate "Do we move the queue to Postgres before the sale?" --panel standard --stakes high',
    ],
  },
  mcp: {
    words: '',
    summary: 'serves this agent to MCP clients over stdin and stdout (needs @artoo/mcp)',
    flags: agentFlags,
    examples: ['claude mcp add artoo -- npx artoo mcp'],
  },
  trust: {
    words: '',
    summary: 'shows what the configuration of this folder would run, and keeps your yes to it',
    flags: ['dir', 'force'],
    examples: ['artoo trust'],
  },
  init: {
    words: '[folder]',
    summary: 'writes a project that runs: configuration, a tool, a program, a test',
    flags: ['model'],
    examples: [
      'artoo init my-agent',
      'artoo init my-agent --model anthropic/claude-sonnet-4-5',
      'npm create @artoo my-agent',
    ],
  },
  doctor: {
    words: '',
    summary: 'what is missing here, with the command that mends it',
    flags: ['model', 'dir', 'config', 'json'],
    examples: ['artoo doctor'],
  },
  completion: {
    words: '<shell>',
    choices: ['bash', 'zsh', 'fish'],
    summary: 'a script that completes commands and flags',
    flags: [],
    examples: ['source <(artoo completion bash)', 'artoo completion fish > ~/.config/fish/completions/artoo.fish'],
  },
} as const satisfies Readonly<Record<string, CommandWords>>

export type CommandName = keyof typeof commandTable
export const commandNames = Object.keys(commandTable) as readonly CommandName[]
