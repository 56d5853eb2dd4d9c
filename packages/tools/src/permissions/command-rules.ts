import { ArtooError, type RuleReader } from '@artoo/spec'
import { assessCommand } from '../law1/assess-command.js'
import { mayLeaveFolder } from '../law1/folder-of-line.js'
import { fits, wordsOf } from './command-pattern.js'
import { mentionsPath } from './mentions-path.js'
import { type Reach, reachInRule, splitRule } from './reach.js'
import { touchesLine } from './touched-line.js'

interface Line extends Reach {
  readonly command: string
}

/**
 * Reads patterns of rules as the words of one command: `npm test`, `git commit *`. A `*` in a word stands for any characters of it, a last word
 * `*` for any further words.
 *
 * `touches` is generous, for rules that deny or ask: each command of a line counts, also in loops, substitutions and behind programs that run
 * others; the words of the pattern have to stand there in order, others may stand between. `covers` is strict: each part of the line is
 * harmless by Law 1 or a plain command with exactly the words of a pattern. A line that asks for more than its sandbox gives is covered by
 * patterns that each give all of it: `npm ci +network=registry.npmjs.org`.
 */
export const commandRules: RuleReader<Line> = {
  assert(pattern) {
    const words = wordsOf(splitRule(pattern).command)
    const [program = ''] = words
    const problem = words.length === 0 || !words.every((word) => /^[\w/.:@%+,=* -]+$/.test(word))
    if (!problem && !program.includes('*')) return
    const message = `${pattern} is not the words of one command: write one rule for each command, such as 'npm test' or 'git commit *'`
    throw new ArtooError('invalid_rule', message, { field: 'target' })
  },
  touches(pattern, { command }) {
    return touchesLine(wordsOf(splitRule(pattern).command), command)
  },
  mentions: (pattern, { command }) => mentionsPath(pattern, command),
  covers(given, { command, ...reach }) {
    const asked = reachInRule(reach)
    const rules = given.map((pattern) => ({ pattern, ...splitRule(pattern) }))
    const patterns = rules.filter(({ gives }) => asked.every((one) => gives.has(one)))
    // To dash `&>` leaves what stands before it in the background.
    if (mayLeaveFolder(command) || command.includes('&>')) return null
    const used = new Set<string>()
    const { reason } = assessCommand(command, (argv) => {
      const found = patterns.find((rule) => isCovered(wordsOf(rule.command), argv))
      if (found !== undefined) used.add(found.pattern)
      return found !== undefined
    })
    return reason === null && used.size > 0 ? [...used] : null
  },
}

function isCovered(pattern: readonly string[], argv: readonly string[]): boolean {
  const isOpen = pattern.length > 1 && pattern.at(-1) === '*'
  const words = isOpen ? pattern.slice(0, -1) : pattern
  if (isOpen ? argv.length < words.length : argv.length !== words.length) return false
  return words.every((word, index) => fits(word, argv[index] ?? ''))
}
