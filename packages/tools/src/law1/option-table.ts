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

function readOption(argument: Argument, next: Argument | undefined, table: OptionTable): FoundOption | string {
  if (argument.fixed && argument.prefix.startsWith('--')) return readLong(argument.prefix.slice(2), next, table)
  if (argument.fixed && table.numbers && /^-\d+$/.test(argument.prefix)) return { options: [], usesNext: false }
  if (!argument.prefix.startsWith('-')) return 'a word that is only known at run time may turn out to be an option'
  return readShort(argument, next, table)
}

function readLong(text: string, next: Argument | undefined, { long = [] }: OptionTable): FoundOption | string {
  const [, name = '', attached] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const value = attached === undefined ? null : fixedArgument(attached)
  const usesNext = value === null && long.includes(`${name}=`)
  const known = value === null ? long.includes(name) || long.includes(`${name}[=]`) || usesNext : false
  const knownValue = value !== null && (long.includes(`${name}=`) || long.includes(`${name}[=]`))
  if (!known && !knownValue) return `--${name} is not a known harmless option`
  if (usesNext && next?.fields !== 'one') return `the value of --${name} may be several words`
  return { options: [{ name, value: usesNext ? (next ?? null) : value }], usesNext }
}

function readShort(argument: Argument, next: Argument | undefined, table: OptionTable): FoundOption | string {
  const options: { name: string; value: Argument | null }[] = []
  for (let at = 1; at < argument.prefix.length; at++) {
    const name = argument.prefix.charAt(at)
    if (table.values?.includes(name)) return withValue({ argument, at, next, options })
    if (!table.flags?.includes(name)) return `-${name} is not a known harmless option`
    options.push({ name, value: null })
  }
  if (!argument.fixed) return 'a word that is only known at run time may turn out to be an option'
  return { options, usesNext: false }
}

function withValue(found: {
  readonly argument: Argument
  readonly at: number
  readonly next: Argument | undefined
  readonly options: ParsedArguments['options']
}): FoundOption | string {
  const { argument, at, next, options } = found
  const name = argument.prefix.charAt(at)
  const attached = { ...argument, prefix: argument.prefix.slice(at + 1) }
  const usesNext = argument.fixed && attached.prefix === ''
  const value = usesNext ? next : attached
  if (value?.fields !== 'one') return `the value of -${name} may be several words, or none`
  return { options: [...options, { name, value }], usesNext }
}
