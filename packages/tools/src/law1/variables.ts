import { type Command, forEachChild, type SyntaxNode, type Word } from 'unbash'
import { argumentOf, mayBeOption } from './argument.js'

/** The deepest tree that is looked at; a person's commands stay below 50 levels. */
const deepest = 300

/**
 * Variables that, wherever they are set in a script, get a text of which the start is known and is no dash, with the start
 * that all of these texts share: after `for f in src/*.ts`, `"$f"` is no option. Where they aren't set they are empty.
 * null for a script that is nested too deep to know.
 */
export function knownVariables(script: SyntaxNode): ReadonlyMap<string, string> | null {
  const known = new Map<string, string>()
  const define = (name: string, starts: readonly string[]) => {
    const all = known.has(name) ? [known.get(name) ?? '', ...starts] : starts
    known.set(name, all.length === 0 ? '' : all.reduce(sharedStart))
  }
  return collect(script, define, deepest) ? new Map([...known].filter(([, start]) => start !== '')) : null
}

type Define = (name: string, starts: readonly string[]) => void

/** False when there are more levels. */
function collect(node: SyntaxNode, define: Define, levels: number): boolean {
  if (levels === 0) return false
  if (node.type === 'For') define(node.name.text, (node.wordlist ?? []).map(startOf))
  if (node.type === 'Assignment') define(node.name, [node.value.type === 'Word' ? startOf(node.value) : ''])
  if (node.type === 'Command') for (const name of readBy(node)) define(name, [''])
  let complete = true
  forEachChild(node, (child) => {
    complete &&= collect(child, define, levels - 1)
  })
  return complete
}

/** Any word of `read`, which `command` may run, may be a name. */
const readBy = ({ name, args }: Command) =>
  [name, ...args].some((word) => word?.type === 'Word' && word.value === 'read') ? args.map(({ text }) => text) : []

function startOf(word: Word): string {
  const argument = argumentOf(word)
  return argument.fields === 'any' || mayBeOption(argument) ? '' : argument.prefix
}

/** A start that no text has, for texts that share none, though none of them could be an option, a root or an operator. */
const someName = '\0'

const plainStart = /^[\w.\0]/

function sharedStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  if (length > 0) return one.slice(0, length)
  return plainStart.test(one) && plainStart.test(other) ? someName : ''
}
