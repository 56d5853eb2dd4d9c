import { shellLine } from '@artoo/tools'
import { assessCommand } from '../../packages/tools/src/law1/assess-command.js'
import { commandRules } from '../../packages/tools/src/permissions/command-rules.js'
import { randomFrom } from '../permissions/fuzz.js'
import { lineFrom } from './lines.js'
import { openShells, type Ran, type Run } from './shells.js'

const denied = ['rm', 'rm *', 'danger', 'npm test', 'npm *', 'git push', 'git push *', 'git push --force']
const allowed = [['npm test'], ['npm *'], ['npm test', 'git push *'], ['rm *', 'npm run *']]

interface Fault {
  readonly fault: string
  readonly line: string
}

interface Fuzzed {
  readonly faults: readonly Fault[]
  /** Programs that ran. */
  readonly runs: number
  /** Lines that a set of rules covers. */
  readonly covered: number
  /** Lines with a program that a rule denies, and of the others those that a rule denies nevertheless. */
  readonly touched: number
  readonly overcautious: number
}

/** Runs random lines and compares what ran with what the rules for commands say. */
export async function fuzzedLines(count: number, seed: number): Promise<Fuzzed> {
  const random = randomFrom(seed)
  const shells = openShells()
  const total = { faults: [] as Fault[], runs: 0, covered: 0, touched: 0, overcautious: 0 }
  try {
    for (let done = 0; done < count; done++) {
      const line = lineFrom(random)
      const all = shells.run(line)
      const denials = await Promise.all(denied.map((pattern) => denialOf(pattern, line, all)))
      const permits = await Promise.all(allowed.map((patterns) => permitOf(patterns, line, all)))
      total.runs += all.reduce((sum, { runs }) => sum + runs.length, 0)
      total.touched += denials.filter(({ match }) => match !== undefined).length
      total.overcautious += denials.filter(({ says, match }) => says && match === undefined).length
      total.covered += permits.filter((faults) => faults !== null).length
      const missed = denials.filter(({ says, match }) => !says && match !== undefined)
      const faults = missed.map(({ pattern, match }) => `deny ${pattern} misses ${match}`)
      total.faults.push(...[...faults, ...permits.flatMap((more) => more ?? [])].map((fault) => ({ fault, line })))
    }
  } finally {
    shells.close()
  }
  return total
}

async function denialOf(pattern: string, line: string, all: readonly Ran[]) {
  return { pattern, says: await commandRules.touches(pattern, { command: line }), match: matchIn(pattern, all) }
}

/** The faults of a line that the rules cover, null of another. */
async function permitOf(patterns: readonly string[], line: string, all: readonly Ran[]) {
  if ((await commandRules.covers(patterns, { command: line })) === null) return null
  return all.flatMap((ran) => beyond(patterns, ran)).map((fault) => `allow ${patterns}: ${fault}`)
}

function matchIn(pattern: string, all: readonly Ran[]): string | undefined {
  for (const { shell, runs } of all) {
    const found = runs.find(({ argv }) => isMeant(pattern.split(' '), argv))
    if (found) return `${shellLine(found.argv)} in ${shell}`
  }
}

/** The words of the pattern stand in order; only options, each maybe with a value, stand between. */
function isMeant([program, ...words]: readonly string[], [own, ...args]: readonly string[]): boolean {
  if (own !== program) return false
  let from = 0
  return words.every((wanted) => {
    if (wanted === '*') return true
    const at = args.indexOf(wanted, from)
    const isNear = args.slice(from, at).every((_, index) => mayStandBefore(args, from + index))
    from = at + 1
    return at !== -1 && isNear && !/^-\w*[mCF]$/.test(args[at - 1] ?? '')
  })
}

const mayStandBefore = (words: readonly string[], at: number) =>
  (words[at] ?? '').startsWith('-') || (words[at - 1] ?? '').startsWith('-')

/** Whatever a covered line did beyond the rules. */
function beyond(patterns: readonly string[], { shell, runs, wrote }: Ran): readonly string[] {
  const strange = runs.filter((run) => !isAllowed(patterns, run)).map((run) => `${JSON.stringify(run)} in ${shell}`)
  return wrote ? [...strange, `wrote a file in ${shell}`] : strange
}

function isAllowed(patterns: readonly string[], { argv, surroundings }: Run): boolean {
  if (assessCommand(shellLine(argv)).reason === null) return true
  return surroundings === '' && patterns.some((pattern) => isExactly(pattern.split(' '), argv))
}

function isExactly(pattern: readonly string[], argv: readonly string[]): boolean {
  const words = pattern.filter((word) => word !== '*')
  const longer = words.length < pattern.length
  return (
    (longer ? argv.length >= words.length : argv.length === words.length) &&
    words.every((word, at) => word === argv[at])
  )
}
