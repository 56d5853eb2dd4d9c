import type { Argument } from '../law1/argument.js'
import { fits, isProgram, mayFit } from './command-pattern.js'

/**
 * Whether a command has the pattern's words in order, the program first; others may stand between, and a pattern without `*` is a beginning. A word
 * that only shows at run time may be any where a subcommand or an option stands, but not among the operands behind.
 */
export function hasWords(pattern: readonly string[], [name, ...words]: readonly Argument[]): boolean {
  const [program = '', ...more] = pattern
  if (!name?.fixed || !isProgram(program, name.prefix)) return false
  const wanted = more.at(-1) === '*' ? more.slice(0, -1) : more
  if (wanted.length === 0) return true
  // The numbers of words that may have been found, each with whether no operand has followed since.
  let states: ReadonlyMap<number, boolean> = new Map([[0, true]])
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    const next = new Map<number, boolean>()
    for (const [count, isOpen] of states) {
      if (isWanted(wanted[count] ?? '', word, before, isOpen)) {
        if (count + 1 === wanted.length || word.fields !== 'one') return true
        next.set(count + 1, true)
      }
      next.set(count, next.get(count) || (isOpen && !isOperand(word, before)))
    }
    states = next
  }
  return false
}

function isWanted(wanted: string, word: Argument, before: Argument | undefined, isOpen: boolean): boolean {
  if (word.fixed) return fits(wanted, word.prefix)
  if (word.fields === 'one' && before?.fixed && /^-\w*[mCF]$/.test(before.prefix)) return false
  const stands = wanted.startsWith('-') ? word.fields !== 'globbed' : isOpen
  return stands && mayFit(wanted, word.prefix.startsWith('~') ? '' : word.prefix)
}

/** Whether a word is neither an option nor the value of one, so that no subcommand follows. */
export function isOperand(word: Argument, before: Argument | undefined): boolean {
  if (!word.fixed || word.prefix.startsWith('-')) return false
  return before === undefined || (before.fixed && !/^(?!-I.|--$)[-+][^=]+$/.test(before.prefix))
}
