import type { CommandWord } from './command-word.js'
import { takesLines } from './programs-that-run.js'

/** The lines in the arguments of a program, null for one that only shows at run time. */
export function linesOf(own: string, args: readonly CommandWord[]): readonly (string | null)[] {
  if (own === 'eval') return [args.every(({ fixed }) => fixed) ? args.map(({ prefix }) => prefix).join(' ') : null]
  if (own === 'trap') return args.slice(0, 1).map(({ fixed, prefix }) => (fixed ? prefix : null))
  if (own === 'alias') return args.map(({ fixed, prefix }) => (fixed ? `${prefix.replace(/^[^=]*=?/, '')} "$@"` : null))
  if (own === 'env') return splitByEnv(args)
  if (own === 'git') return configuredLines(args)
  if (!takesLines(own)) return []
  return args.flatMap(({ fixed, prefix }, at) => {
    if (fixed) return [prefix]
    return /^-\w*[cC]$/.test(args[at - 1]?.prefix ?? '') ? [null] : []
  })
}

/** The lines that `env -S` splits into words; null for one that only shows at run time. */
function splitByEnv(args: readonly CommandWord[]): readonly (string | null)[] {
  return args.flatMap(({ prefix, fixed }, at) => {
    const [, attached] = /^(?:-\w*?S|--s[a-z-]*=?)(.*)$/s.exec(prefix) ?? []
    if (attached === undefined) return []
    const line = attached === '' && fixed ? args[at + 1] : { prefix: attached, fixed }
    return [line?.fixed && !line.prefix.includes('\\') ? line.prefix.replace(/\s+/g, ' ') : null]
  })
}

/**
 * The lines that `git -c` sets: an alias, or a program that git may start; null for one that only shows at run time.
 */
function configuredLines(args: readonly CommandWord[]): readonly (string | null)[] {
  return args.flatMap(({ prefix, fixed }, at) => {
    if (args[at - 1]?.prefix !== '-c' || /^(user|author|committer|commit|color|init)\./.test(prefix)) return []
    if (!fixed) return [null]
    const [, key = '', value = ''] = /^([^=]*)=(.*)$/s.exec(prefix) ?? []
    return [value.startsWith('!') ? value.slice(1) : key.startsWith('alias.') ? `git ${value} "$@"` : value]
  })
}
