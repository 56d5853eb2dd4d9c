import { programs } from '../law1/defining-programs.js'
import { obeyedBy } from '../law1/obeyed-files.js'
import { plainName } from '../law1/plain-name.js'
import { plainMatcher } from './path-matcher.js'

/** The program that a file at this path is obeyed by, or whose commands it defines, such as `git` or `npm`; null for any other file. */
export const obeyedOrDefinedBy = (path: string): string | null => obeyedBy(path) ?? definedBy(path)

/** Files that define what a program does. */
interface Definition {
  readonly glob: string
  readonly program: string
  readonly order: number
  /** A text that is in each path that fits, in small letters. */
  readonly literal: string
}

/** Compiled when they are first met: most paths begin like none of them. */
const matchers = new Map<string, (path: string) => boolean>()

function matches(path: string, { glob }: Definition): boolean {
  const matcher = matchers.get(glob) ?? plainMatcher(`**/${glob}`)
  matchers.set(glob, matcher)
  return matcher(path)
}

const anyStart = '*'
let byStart: ReadonlyMap<string, readonly Definition[]> | undefined

function definedBy(path: string): string | null {
  byStart ??= definitionsByStart()
  const name = path.slice(path.lastIndexOf('/') + 1)
  const plain = path.split('/').map(plainName).join('/')
  const starts = new Set([anyStart, name.slice(0, 1).toLowerCase(), plainName(name).slice(0, 1)])
  const found = [...starts]
    .flatMap((start) => byStart?.get(start) ?? [])
    .filter((one) => plain.includes(one.literal) && matches(path, one))
    .sort((one, other) => one.order - other.order)
  return found[0]?.program ?? null
}

/** Definitions by the first character of the names that they may fit. */
function definitionsByStart(): ReadonlyMap<string, readonly Definition[]> {
  const all = programs.flatMap(({ names, files }) => files.map((glob) => ({ glob, program: names[0] ?? '' })))
  const found = new Map<string, Definition[]>()
  for (const [order, one] of all.entries()) {
    const definition = { ...one, order, literal: literalOf(one.glob) }
    for (const start of startsOf(one.glob)) found.set(start, [...(found.get(start) ?? []), definition])
  }
  return found
}

/** A glob with a folder in it, or with a wildcard in front, may fit any name. */
function startsOf(glob: string): readonly string[] {
  const [, alternatives] = /^\{([^{}]*)\}/.exec(glob) ?? []
  if (glob.includes('/') || /^[*?[]/.test(glob)) return [anyStart]
  const starts = alternatives === undefined ? [glob] : alternatives.split(',')
  return [...new Set(starts.map((start) => (/^[*?[{]|^$/.test(start) ? anyStart : start.slice(0, 1).toLowerCase())))]
}

/** The longest part of a glob without wildcards and alternatives. */
function literalOf(glob: string): string {
  const parts = glob.replace(/\{[^{}]*\}|\[[^\]]*\]/g, '*').split(/[*?\\]+/)
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '').toLowerCase()
}
