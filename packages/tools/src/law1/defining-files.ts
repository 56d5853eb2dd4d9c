import { assessCommand } from './assess-command.js'
import { programs } from './defining-programs.js'
import { shellLine } from './shell-line.js'

export interface Definition {
  /** Globs of the files that say what the command does: scripts, configuration, lock files. New ones count, too. */
  readonly globs: readonly string[]
  /** Globs of files without which the command doesn't exist yet: to make it is part of the work. */
  readonly needs: readonly string[]
}

const byName = new Map(programs.flatMap((program) => program.names.map((name) => [name, program] as const)))

const shell = /^(sh|bash|dash|zsh|ksh)$/
const interpreter = /^(node|nodejs|tsx|ts-node|bun|deno|sh|bash|dash|zsh|ksh|python[\d.]*|ruby|perl|php|lua|Rscript)$/
const code = /\.([cm]?[jt]sx?|sh|bash|zsh|py|rb|pl|php|lua|r|R)$/
/** Options whose value is a file that is run or obeyed. */
const naming = /^(-r|-f|-c|-p|--(require|import|loader|config|file|makefile|project|env-file|rcfile|init-file))$/
const operator = /^[;&|(){}]+$/

/**
 * The files that define a command, beside those that it works on. One that is known to read only has none. Each program that is
 * named in the argv counts: `env CI=1 timeout 60 npm test` and `sh -c 'npm test'` have the files of npm.
 *
 * @param scripts By name, those of the folder's `package.json`: what a script names that the command runs defines it as well.
 */
export function definingFiles(argv: readonly string[], scripts: Readonly<Record<string, string>> = {}): Definition {
  if (assessCommand(shellLine(argv)).reason === null) return { globs: [], needs: [] }
  const [program = ''] = argv.map(baseOf)
  const own = shell.test(program) ? argv.flatMap(wordsOf) : argv.flatMap((word) => word.split('='))
  const known = own.flatMap((word) => byName.get(baseOf(word)) ?? [])
  const words = known.some(({ files }) => files.includes('package.json')) ? withScripts(own, scripts) : [own]
  const names = words.flat().flatMap((word) => byName.get(baseOf(word))?.files ?? [])
  const files = words.flatMap((each) => [...scriptsIn(each), ...namedIn(each)])
  return {
    globs: [...(names.length > 0 ? [`**/{${[...new Set(names)].join(',')}}`] : []), ...new Set(files)],
    needs: [...new Set([...known.flatMap(({ needs = [] }) => needs), ...scriptsIn(own).slice(0, 1)])],
  }
}

/** The words of the command, and of each script that it may run: `pre` and `post` hooks, and scripts that a script names. */
function withScripts(
  own: readonly string[],
  scripts: Readonly<Record<string, string>>,
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>()
  const waiting = [own]
  for (let words = waiting.pop(); words; words = waiting.pop()) {
    const isNamed = (name: string) =>
      words.some((word) => [word, `pre${word}`, `post${word}`].includes(name) || isStarred(word, name))
    for (const [name, script] of Object.entries(scripts)) {
      if (found.has(name) || !isNamed(name)) continue
      found.set(name, wordsOf(script))
      waiting.push(wordsOf(script))
    }
  }
  return [own, ...found.values()]
}

/** `run-s test:*` */
const isStarred = (word: string, name: string) => word.includes('*') && name.startsWith(word.replace(/\*.*$/s, ''))

/** The words of a shell line; operators are words of their own. */
const wordsOf = (line: string) =>
  line
    .replace(/[;&|(){}]+/g, ' $& ')
    .split(/[\s=]+/)
    .map((word) => word.replace(/^["'\\]+|["'\\]+$/g, ''))
    .filter((word) => word !== '')

const baseOf = (word: string) => word.replace(/^.*\//s, '')

type Runner = 'none' | 'program' | 'interpreter'

/** The kind of program that reads each word: the last one before it in the same command. */
function runnersOf(words: readonly string[]): readonly Runner[] {
  let runner: Runner = 'none'
  return words.map((word) => {
    const before = runner
    const base = baseOf(word)
    if (interpreter.test(base)) runner = 'interpreter'
    else if (byName.has(base) && (runner === 'none' || !base.startsWith('-'))) runner = 'program'
    else if (operator.test(word)) runner = 'none'
    return before
  })
}

/** The scripts that a command runs: a path in the place of a program, and code that is given to an interpreter. */
function scriptsIn(words: readonly string[]): readonly string[] {
  const runners = runnersOf(words)
  return words.flatMap((word, index) => {
    const isFirst = index === 0 || operator.test(words[index - 1] ?? '')
    return (isFirst && word.includes('/')) || (runners[index] === 'interpreter' && code.test(word)) ? inside(word) : []
  })
}

/** The files that options name: files to read first, configuration, modules. */
function namedIn(words: readonly string[]): readonly string[] {
  const runners = runnersOf(words)
  return words.flatMap((word, index) => {
    const option = runners[index] === 'none' ? '' : (words[index - 1] ?? '')
    if (naming.test(option) && /\.[^/.]+$/.test(word)) return inside(word)
    if (option !== '-m' || !/^[\w.]+$/.test(word)) return []
    // A module in the folder comes before one that is installed.
    const path = word.replaceAll('.', '/')
    return [`${path}.py`, `${path}/__init__.py`, `${path}/__main__.py`]
  })
}

/** The path in a list when it lies in the folder, else an empty list: a worker never changes files outside unasked. */
function inside(word: string): readonly string[] {
  const path = word.replace(/^(\.\/+)+/, '')
  const isOutside = path === '' || path.startsWith('/') || /(^|\/)\.\.(\/|$)|[\0\s'"`$]/.test(path)
  return isOutside ? [] : [path]
}
