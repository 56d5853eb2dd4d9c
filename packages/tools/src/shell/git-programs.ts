import { resolve } from 'node:path'
import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash'
import { argumentOf } from '../law1/argument.js'
import type { Reason } from '../law1/rule.js'
import { readOnlyEnvironment } from './environment.js'
import { runProcess } from './run-process.js'

/** Keys under which git's configuration names programs that `diff`, `show`, `log`, `blame` and `status` start. */
const keys = String.raw`^(diff\.external|(diff|filter)\..*\.(command|textconv|clean|smudge|process))$`

/**
 * The reason why a command that reads by git asks: the configuration of a repository names a program, which git would start. What the user
 * has configured for all repositories is the user's own.
 */
export async function gitProgramReason(command: string, root: string, signal: AbortSignal): Promise<Reason> {
  if (!/\bgit\b/.test(command)) return null
  const folders = foldersOf(parse(command))
  if (folders === null)
    return 'git would work in a folder that only shows at run time, whose configuration may name programs'
  const env = readOnlyEnvironment(process.env, root)
  for (const folder of folders) {
    const argv = ['git', '-C', resolve(root, folder), 'config', '--show-scope', '--get-regexp', keys]
    const { stdout } = await runProcess(argv, { cwd: root, env, signal })
    const named = stdout.split('\n').find((line) => /^(local|worktree)\t/.test(line) && !/\sgit-lfs\s/.test(line))
    if (named !== undefined) {
      const [, key = ''] = named.split(/\s/)
      return `git's configuration of this folder names a program that would be started (${key})`
    }
  }
  return null
}

/** Folders in which git may work, from the root; null when one of them is not certain. */
function foldersOf(script: SyntaxNode): readonly string[] | null {
  const changes: (string | null)[] = []
  const given: (string | null)[] = []
  const visit = (node: SyntaxNode) => {
    if (node.type === 'Command') {
      const words = wordsOf(node)
      // `command cd` is `cd`.
      const [program, first = null] = words.slice(words.findIndex((word) => word !== 'command'))
      if (program === 'cd') changes.push(first?.startsWith('-') ? null : first)
      if (words.includes('git'))
        given.push(...words.flatMap((word, at) => (word === '-C' ? (words[at + 1] ?? null) : [])))
    }
    forEachChild(node, visit)
  }
  visit(script)
  const all = [...changes, ...given]
  if (changes.length > 1 || given.length > 1 || all.includes(null)) return null
  const [change = '.', more = '.'] = [changes[0] ?? undefined, given[0] ?? undefined]
  return [...new Set(['.', change, `${change}/${more}`])]
}

const wordsOf = ({ name, args }: Command): (string | null)[] =>
  [name, ...args].map((word) => {
    const argument = word?.type === 'Word' ? argumentOf(word) : undefined
    return argument?.fixed ? argument.prefix : null
  })
