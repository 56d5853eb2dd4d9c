import { type Argument, mayBeOption } from './argument.js'
import { type OptionTable, parseArguments } from './option-table.js'
import type { Reason, Rule } from './rule.js'

/** Left out: -x, -c and the like, --to-command, -I, --checkpoint-action and everything else. */
const tarTable: OptionTable = {
  flags: 'tvzjJ',
  values: 'f',
  long: ['list', 'verbose', 'file=', 'gzip', 'bzip2', 'xz'],
  optionsFirst: true,
}

/** `tar tf x.tar`: only lists. GNU tar connects to another machine for an archive whose name has a colon. */
export const tarRule: Rule = ([first, ...rest]) => {
  const old = first?.fixed && /^[tvzjJ]+f$/.test(first.prefix) ? { ...first, prefix: `-${first.prefix}` } : first
  const parsed = parseArguments(old ? [old, ...rest] : [], tarTable)
  if (typeof parsed === 'string') return parsed
  const has = (...names: string[]) => parsed.options.find(({ name }) => names.includes(name))
  const archive = has('f', 'file')?.value
  if (!has('t', 'list') || !archive) return 'it is free only to list an archive: tar tf FILE'
  return isLocal(archive) ? null : 'the archive may be on another machine; start its path with ./'
}

const isLocal = ({ prefix, fixed }: Argument) => /^[^:]*\//.test(prefix) || (fixed && !prefix.includes(':'))

const only =
  (table: OptionTable, needed: readonly string[], otherwise: string): Rule =>
  (args) => {
    const parsed = parseArguments(args, { ...table, optionsFirst: true })
    if (typeof parsed === 'string') return parsed
    return parsed.options.some(({ name }) => needed.includes(name)) ? null : otherwise
  }

/** unzip, which unpacks unless -l is given. */
export const unzipRule: Rule = only({ flags: 'lqv' }, ['l'], 'it is free only to list an archive: unzip -l FILE')

/** gzip and the like, which replace the file unless one of these options is given. */
export const gzipRule: Rule = only(
  { flags: 'cdltv', long: ['stdout', 'to-stdout', 'list', 'test', 'decompress'] },
  ['c', 'l', 't', 'stdout', 'to-stdout', 'list', 'test'],
  'it is free only with -c, -l or -t',
)

const dumpFlag = /^-([beupaCEi]|ps)$/
const dumpValue = /^-[clgos](.*)$/
const number = /^\+?(0x[0-9a-f]+|\d+)$/i

/**
 * xxd, a second operand of which is written to, and -r, which reads a dump. It looks at one letter of an option only, so
 * that none may be joined.
 */
export const xxdRule: Rule = (args) => {
  const rest = [...args]
  while (rest[0] && mayBeOption(rest[0])) {
    const option = rest.shift()
    if (!option?.fixed) return 'a word that is only known at run time may turn out to be an option'
    if (dumpFlag.test(option.prefix)) continue
    const attached = dumpValue.exec(option.prefix)?.[1]
    const value = attached === '' ? rest.shift() : attached
    if (!isNumber(value)) return `${option.prefix} is not a known harmless option`
  }
  return atMostOneFile(rest)
}

const isNumber = (value: Argument | string | undefined) =>
  value !== undefined && number.test(typeof value === 'string' ? value : value.fixed ? value.prefix : '')

const atMostOneFile = ([file, ...more]: readonly Argument[]): Reason =>
  more.length === 0 && (file === undefined || file.fields === 'one') ? null : 'a second operand would be written to'
