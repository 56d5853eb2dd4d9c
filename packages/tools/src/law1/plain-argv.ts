import { parse, type Word } from 'unbash'
import { argumentOf } from './argument.js'

/**
 * Builtins of a shell that do something else there than the program of that name, if there is one: `eval x` runs code, and
 * `test -v 'a[$(x)]'` does in bash. Keywords stand among them, since not every shell has the same.
 */
const ofTheShell: ReadonlySet<string> = new Set([
  ...['.', ':', '[', '[[', 'alias', 'bg', 'bind', 'break', 'builtin', 'caller', 'cd', 'command', 'compgen', 'complete'],
  ...['continue', 'coproc', 'declare', 'dirs', 'disown', 'enable', 'eval', 'exec', 'exit', 'export', 'fc', 'fg'],
  ...['function', 'getopts', 'hash', 'history', 'jobs', 'let', 'local', 'logout', 'mapfile', 'popd', 'printf', 'pushd'],
  ...[
    'read',
    'readarray',
    'readonly',
    'return',
    'select',
    'set',
    'shift',
    'shopt',
    'source',
    'suspend',
    'test',
    'time',
  ],
  ...['times', 'trap', 'type', 'typeset', 'ulimit', 'umask', 'unalias', 'unset', 'wait'],
])

/**
 * The argv that a line of a shell runs, when the line is one program with words that every shell takes as they stand; null for any
 * other line. Blanks between words and quotes around them don't count. Anything but letters, digits and `_/.:@%+,=-`, where it
 * isn't quoted, an assignment, a second command or a builtin of the shell makes it null.
 *
 * @example plainArgv("npm  run 'unit tests'") // ['npm', 'run', 'unit tests']
 */
export function plainArgv(line: string): readonly string[] | null {
  // Shells disagree about which of these are blanks.
  if (line.length > longestLine || /(?![ \t\n])[\p{C}\p{Z}]|\\\n/u.test(line)) return null
  const { commands, errors, shebang } = parse(line)
  const [statement] = commands
  if (errors?.length || shebang || commands.length !== 1 || !statement || statement.background) return null
  const { command } = statement
  if (command.type !== 'Command' || !command.name || command.prefix.length > 0) return null
  if (command.suffix.length !== command.args.length) return null
  const words = [command.name, ...command.args].filter((word) => word.type === 'Word')
  // A parser that recovers from what it doesn't know leaves something out.
  const between = words.reduceRight((rest, { pos, end }) => rest.slice(0, pos) + rest.slice(end), line)
  if (words.length <= command.args.length || between.trim() !== '') return null
  return argvOf(words)
}

/** The words of one command as text; null when a shell makes anything else of one, or carries the command out itself. */
export function argvOf(words: readonly Word[]): readonly string[] | null {
  const argv = words.map(textOf)
  const [program] = argv
  return argv.every((word) => word !== null) && program && !ofTheShell.has(program) ? argv : null
}

/** Whether a line of a shell runs exactly this argv. */
export function runsAs(line: string, argv: readonly string[]): boolean {
  const words = plainArgv(line)
  return words?.length === argv.length && words.every((word, index) => word === argv[index])
}

const longestLine = 32_768

/** The text of a word, null when a shell makes anything else of it. */
function textOf(word: Word): string | null {
  const { prefix, fixed } = argumentOf(word)
  const bare = word.parts?.map((part) => (part.type === 'Literal' ? part.text : '')).join('') ?? word.text
  return fixed && /^(?:[\w/.:@%+,=-]|\\[ -~])*$/.test(bare) ? prefix : null
}
