import { ArtooError, type RuleReader } from '@artoo/spec'
import { type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash'
import { argumentOf } from '../law1/argument.js'
import { assessCommand } from '../law1/assess-command.js'
import { mayLeaveFolder } from '../law1/folder-of-line.js'

interface Line {
  readonly command: string
}

/**
 * Reads patterns of rules as the words of one command: `npm test`, `git commit *`. A `*` in a word stands for any characters of it, a last word
 * `*` for any further words.
 *
 * `touches` is generous, for rules that deny or ask: each command of a line counts, also in loops, substitutions and behind programs that run
 * others; the words of the pattern have to stand there in order, others may stand between. `covers` is strict: each part of the line is
 * harmless by Law 1 or a plain command with exactly the words of a pattern.
 */
export const commandRules: RuleReader<Line> = {
  assert(pattern) {
    const words = wordsOf(pattern)
    const [program = ''] = words
    const problem = words.length === 0 || !words.every((word) => /^[\w/.:@%+,=* -]+$/.test(word))
    if (!problem && !program.includes('*')) return
    const message = `${pattern} is not the words of one command: write one rule for each command, such as 'npm test' or 'git commit *'`
    throw new ArtooError('invalid_rule', message, { field: 'target' })
  },
  touches(pattern, { command }) {
    return touchesLine(wordsOf(pattern), command, 0)
  },
  covers(patterns, { command }) {
    if (mayLeaveFolder(command)) return null
    const used = new Set<string>()
    const { reason } = assessCommand(command, (argv) => {
      const found = patterns.find((pattern) => isCovered(wordsOf(pattern), argv))
      if (found !== undefined) used.add(found)
      return found !== undefined
    })
    return reason === null && used.size > 0 ? [...used] : null
  },
}

const wordsOf = (pattern: string): readonly string[] =>
  (pattern.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))

function isCovered(pattern: readonly string[], argv: readonly string[]): boolean {
  const isOpen = pattern.length > 1 && pattern.at(-1) === '*'
  const words = isOpen ? pattern.slice(0, -1) : pattern
  if (isOpen ? argv.length < words.length : argv.length !== words.length) return false
  return words.every((word, index) => fits(word, argv[index] ?? ''))
}

/** Each piece between stars is looked for once. */
function fits(pattern: string, word: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === word
  if (!word.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = word.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return word.length - last.length >= at && word.endsWith(last)
}

/** Programs that run the command in their arguments. */
const runners =
  /^(env|timeout|sudo|doas|nice|nohup|command|exec|xargs|parallel|time|stdbuf|setsid|ionice|chroot|flock|watch|find|builtin|busybox|unshare|strace|su|script|npx|bunx|pnpx)$/
const shells = /^(sh|bash|dash|zsh|ksh|ash|busybox|eval|su|script|watch|ssh|parallel|flock)$/

/** Lines within lines that are read. */
const deepest = 8

function touchesLine(pattern: readonly string[], line: string, depth: number): boolean {
  const [program = ''] = pattern
  const mentions = () => line.split(/[^\w./+-]+/).some((word) => fits(program, baseOf(word)))
  if (depth > deepest || line.length > longestLine) return mentions()
  const script = parse(line)
  if (script.errors?.length) return mentions()
  let found = false
  const visit = (node: SyntaxNode) => {
    if (found) return
    if (node.type === 'Command') found = touchesCommand(pattern, node, depth)
    if (!found) forEachChild(node, visit)
  }
  visit(script)
  return found
}

const longestLine = 32_768

function touchesCommand(pattern: readonly string[], { name, args }: Command, depth: number): boolean {
  if (!name) return false
  const words = [name, ...args].filter((word): word is Word => word.type === 'Word').map((word) => argumentOf(word))
  const texts = words.map(({ prefix }) => prefix)
  // A program that only shows at run time may be any.
  if (!words[0]?.fixed) return true
  const own = baseOf(texts[0] ?? '')
  if (hasWords(pattern, texts)) return true
  if (shells.test(own) && texts.slice(1).some((text) => touchesLine(pattern, text, depth + 1))) return true
  if (!runners.test(own)) return false
  return texts.some((text, index) => {
    if (index === 0 || text.startsWith('-') || /^\w+=/.test(text)) return false
    const isUnknown = words[index]?.fixed === false && index === 1
    return (
      isUnknown ||
      hasWords(pattern, texts.slice(index)) ||
      (shells.test(baseOf(text)) && rest(texts, index).some((one) => touchesLine(pattern, one, depth + 1)))
    )
  })
}

const rest = (texts: readonly string[], index: number) => texts.slice(index + 1)

/** The pattern's words in order, the program first; a pattern without `*` is a beginning. */
function hasWords([program = '', ...pattern]: readonly string[], [own = '', ...words]: readonly string[]): boolean {
  if (!fits(baseOf(program).toLowerCase(), baseOf(own).toLowerCase())) return false
  let at = 0
  return pattern.every((wanted, index) => {
    if (wanted === '*' && index === pattern.length - 1) return true
    while (at < words.length && !fits(wanted, words[at] ?? '')) at++
    return at++ < words.length
  })
}

const baseOf = (word: string) => word.replace(/^.*\//s, '')
