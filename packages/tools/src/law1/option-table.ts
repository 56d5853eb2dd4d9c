import { type Argument, fixedArgument, mayBeOption } from './argument.js'

/** The harmless options of a program. What is not listed, abbreviations included, needs confirmation. */
export interface OptionTable {
  /** Letters of options without a value, `bn` for `-b` and `-n`. */
  readonly flags?: string
  /** Letters of options with a value, attached or in the next word. */
  readonly values?: string
  /** Long names without dashes: `name`, `name=` with a value, `name[=]` with a value only after `=`. */
  readonly long?: readonly string[]
  /** True when `-12` is an option. */
  readonly numbers?: boolean
  /** True when the first operand ends the options (xargs). */
  readonly ordered?: boolean
  /**
   * True where it matters that BSD, unlike GNU, takes an option after an operand for another operand: then it needs
   * confirmation.
   */
  readonly optionsFirst?: boolean
  /**
   * The most operands.
   *
   * @defaultValue `Infinity`
   */
  readonly operands?: number
}

export interface ParsedArguments {
  /** `-e` as `e`, `--expression` as `expression`; the value is null when the option has none. */
  readonly options: readonly { readonly name: string; readonly value: Argument | null }[]
  readonly operands: readonly Argument[]
}

/** The arguments split by the table, or the reason why they can't be known to be harmless. */
export function parseArguments(args: readonly Argument[], table: OptionTable): ParsedArguments | string {
  const options: { name: string; value: Argument | null }[] = []
  const operands: Argument[] = []
  let index = 0
  for (; index < args.length; index++) {
    const argument = args[index]
    if (argument === undefined || isEnd(argument)) break
    if (!mayBeOption(argument)) {
      if (table.ordered) break
      operands.push(argument)
      continue
    }
    if (table.optionsFirst && operands.length > 0) return afterOperand
    const found = readOption(argument, args[index + 1], table)
    if (typeof found === 'string') return found
    options.push(...found.options)
    if (found.usesNext) index++
  }
  operands.push(...args.slice(isEnd(args[index]) ? index + 1 : index))
  return tooMany(operands, table.operands) ?? { options, operands }
}

const isEnd = (argument: Argument | undefined) => argument?.fixed === true && argument.prefix === '--'

function tooMany(operands: readonly Argument[], limit = Number.POSITIVE_INFINITY): string | null {
  const certain = operands.every(({ fields }) => fields === 'one')
  return operands.length > limit || (!certain && limit !== Number.POSITIVE_INFINITY)
    ? `it may have more than ${limit} operand(s)`
    : null
}

interface FoundOption {
  readonly options: ParsedArguments['options']
  readonly usesNext: boolean
}

const afterOperand =
  'an option after an operand is another operand to BSD systems; put options first, or -- before operands'
const mayTurnOut =
  'a word that is only known at run time may turn out to be an option; start it with ./ or put -- before it'

function readOption(argument: Argument, next: Argument | undefined, table: OptionTable): FoundOption | string {
  if (argument.fixed && argument.prefix.startsWith('--')) return readLong(argument.prefix.slice(2), next, table)
  if (argument.fixed && table.numbers && /^-\d+$/.test(argument.prefix)) return { options: [], usesNext: false }
  if (!argument.prefix.startsWith('-')) return mayTurnOut
  return readShort(argument, next, table)
}

function readLong(text: string, next: Argument | undefined, { long = [] }: OptionTable): FoundOption | string {
  const [, name = '', attached] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const [withoutValue, withValue] = [long.includes(name), long.includes(`${name}=`)]
  const optionalValue = long.includes(`${name}[=]`)
  if (attached !== undefined && (withValue || optionalValue)) {
    return { options: [{ name, value: fixedArgument(attached) }], usesNext: false }
  }
  if (attached === undefined && withValue) return detached(name, next)
  const known = attached === undefined && (withoutValue || optionalValue)
  return known ? { options: [{ name, value: null }], usesNext: false } : `--${name} is not a known harmless option`
}

function readShort(argument: Argument, next: Argument | undefined, table: OptionTable): FoundOption | string {
  const { prefix, fixed, fields } = argument
  const options: { name: string; value: Argument | null }[] = []
  for (let at = 1; at < prefix.length; at++) {
    const name = prefix.charAt(at)
    const attached = { prefix: prefix.slice(at + 1), fixed, fields }
    if (!table.values?.includes(name)) {
      if (!table.flags?.includes(name)) return `-${name} is not a known harmless option`
      options.push({ name, value: null })
    } else if (attached.prefix !== '') {
      return fields === 'one' ? { options: [...options, { name, value: attached }], usesNext: false } : mayTurnOut
    } else {
      // A value that is only known at run time may be empty: then the next word would be the value.
      return fixed ? detached(name, next, options) : mayTurnOut
    }
  }
  return fixed ? { options, usesNext: false } : mayTurnOut
}

/**
 * The value in the next word. One that looks like an option is refused: where the program takes the value as optional
 * (`git diff -U`), it is one.
 */
function detached(
  name: string,
  next: Argument | undefined,
  before: ParsedArguments['options'] = [],
): FoundOption | string {
  if (next?.fields !== 'one' || mayBeOption(next)) return `the value of ${name} is not certain`
  return { options: [...before, { name, value: next }], usesNext: true }
}
