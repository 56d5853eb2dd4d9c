import { shellLine } from '@artoo/tools'
import { assessCommand } from '../../packages/tools/src/law1/assess-command.js'
import { commandRules } from '../../packages/tools/src/permissions/command-rules.js'
import { randomFrom } from '../permissions/fuzz.js'
import { lineFrom } from './lines.js'
import { openShells, type Ran, type Run } from './shells.js'

const denied = ['rm', 'rm *', 'danger', 'npm test', 'npm *', 'git push', 'git push *', 'git push --force']
const allowed = [['npm test'], ['npm *'], ['npm test', 'git push *'], ['rm *', 'npm run *']]

export interface Fault {
  readonly fault: string
  readonly line: string
}

export interface Fuzzed {
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
  const faults: Fault[] = []
  const total = { runs: 0, covered: 0, touched: 0, overcautious: 0 }
  try {
    for (let done = 0; done < count; done++) {
      const line = lineFrom(random)
      const all = shells.run(line)
      total.runs += all.reduce((sum, { runs }) => sum + runs.length, 0)
      for (const pattern of denied) {
        const says = await commandRules.touches(pattern, { command: line })
        const match = matchIn(pattern, all)
        if (match) total.touched++
        else if (says) total.overcautious++
        if (!says && match) faults.push({ fault: `deny ${pattern} misses ${match}`, line })
      }
      for (const patterns of allowed) {
        if ((await commandRules.covers(patterns, { command: line })) === null) continue
        total.covered++
        faults.push(
          ...all
            .flatMap((ran) => beyond(patterns, ran))
            .map((fault) => ({ fault: `allow ${patterns}: ${fault}`, line })),
        )
      }
    }
  } finally {
    shells.close()
  }
  return { ...total, faults }
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
  let rest = args
  return words.every((wanted) => {
    if (wanted === '*') return true
    const found = rest.findIndex(
      (word, at) => word === wanted && rest.slice(0, at).every((_, index) => mayStandBefore(rest, index)),
    )
    rest = rest.slice(found + 1)
    return found !== -1 && !/^-\w*[mCF]$/.test(args[args.length - rest.length - 2] ?? '')
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
