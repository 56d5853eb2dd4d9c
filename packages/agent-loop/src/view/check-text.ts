import { escaped } from '@artoo/llm'
import type { CheckData } from '../state/check-data.js'

/** A check as a person reads it: `docs/usage.md exists`. Nothing of it is left out, and nothing in it is invisible. */
export function checkText(check: CheckData): string {
  switch (check.check) {
    case 'file':
      return fileText(check)
    case 'json': {
      const { check: _, path, pointer = '', exists, type, equals, ...rest } = check
      const kind = type === undefined ? 'exists' : `is of type ${shown(type)}`
      const is = exists === false ? 'does not exist' : equals === undefined ? kind : `is ${escaped(equals)}`
      return `${shown(pointer)} in ${shown(path)} ${is}${restText(equals === undefined ? rest : { type, ...rest })}`
    }
    case 'regex': {
      const { check: _, path, pattern, ...rest } = check
      return `${shown(path)} matches ${escaped(pattern)}${restText(rest)}`
    }
    case 'command': {
      const { check: _, argv, exit = 0, ...rest } = check
      const ends = exit === 0 ? 'succeeds' : `ends with exit code ${shown(exit)}`
      return `\`${argv.map(shown).join(' ')}\` ${ends}${restText(rest)}`
    }
    case 'all':
    case 'any':
      return check.of.map(partText).join(check.check === 'all' ? ' and ' : ' or ')
    case 'not':
      return `not (${checkText(check.of)})`
    case 'assertion':
      return `a person says: ${escaped(check.text)}`
    default:
      return check satisfies never
  }
}

function fileText({
  check: _,
  path,
  exists,
  contains,
  ...rest
}: CheckData & { readonly check: 'file' | 'json' | 'regex' }) {
  const is = exists === false ? 'does not exist' : contains === undefined ? 'exists' : `contains ${escaped(contains)}`
  return `${shown(path)} ${is}${restText(rest)}`
}

const isPlain = (check: CheckData) => !['all', 'any', 'not'].includes(check.check)
const partText = (check: CheckData) => (isPlain(check) ? checkText(check) : `(${checkText(check)})`)

/** Arguments that have no words of their own: ` (minBytes 5)`. */
function restText(rest: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return ` (${given.map(([name, value]) => `${shown(name)} ${shown(value)}`).join(', ')})`
}

/** The text as it is if it is unambiguous, otherwise escaped. */
const shown = (value: unknown): string =>
  typeof value === 'string' && /^[\p{L}\p{N}_./:=@%+*-]+$/u.test(value) ? value : escaped(value)
