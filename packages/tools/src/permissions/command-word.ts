import type { Assignment, Word } from 'unbash'
import { type Argument, argumentOf, fixedArgument } from '../law1/argument.js'

/** A word of a command, with its source. */
export interface CommandWord extends Argument {
  readonly text: string
}

export const wordOf = (word: Word | Assignment): CommandWord =>
  word.type === 'Word' ? { ...argumentOf(word), text: word.text } : { ...declared(word), text: word.text }

/** The word that a program gets of `name=value`. */
function declared({ name, value, text }: Assignment): Argument {
  if (value.type !== 'Word') return fixedArgument(text)
  const argument = argumentOf(value)
  return { ...argument, prefix: `${name}=${argument.prefix}` }
}
