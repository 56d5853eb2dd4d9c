import type { CallPart } from '@artoo/spec'
import type { Word } from 'unbash'
import { argumentOf } from './argument.js'
import { type HarmfulNode, harmfulNodes } from './assess-command.js'
import { programs } from './defining-programs.js'
import { argvOf } from './plain-argv.js'

/** The parts of a line that are not known to be harmless, in its order, each with what it does. */
export function partsOf(source: string): readonly CallPart[] {
  const parts = harmfulNodes(source).map((node) => ({ text: node.text.trim(), does: deedOf(node) }))
  return parts.filter(({ text }, index) => parts.findIndex((part) => part.text === text) === index)
}

/** The words of the one command in a line that is not known to be harmless; null where there are several, or one that is not plain. */
export function soleCommand(source: string): readonly string[] | null {
  const [only, ...others] = harmfulNodes(source)
  const node = only?.node
  if (others.length > 0 || node?.type !== 'Command' || !node.name || node.prefix.length > 0) return null
  const words = [node.name, ...node.args].filter((word): word is Word => word.type === 'Word')
  return words.length > node.args.length ? argvOf(words) : null
}

const configured: ReadonlySet<string> = new Set(programs.flatMap(({ names }) => names))

const sending = 'sends data over the network'

/** A command of git; a word of a message is none. */
function gitCommand(names: string): RegExp {
  return new RegExp(`^((-[cC] \\S+|-(?![cC] )\\S+) )*(${names})( |$)`)
}

/** A program: its names, and what it does with such arguments. The first that fits counts. */
const deeds: readonly (readonly [names: RegExp, args: RegExp, does: string])[] = [
  [/^(rm|unlink|rmdir|shred)$/, /(?:)/, 'deletes files'],
  [/^(cp|mv|ln|install|tee|touch|mkdir|dd|truncate|patch)$/, /(?:)/, 'writes files'],
  [/^(sed|perl)$/, /(^| )(-\w*i|--in-place)/, 'rewrites files'],
  [/^(chmod|chown|chgrp|setfacl)$/, /(?:)/, 'changes permissions'],
  [/^find$/, /(^| )-delete\b/, 'deletes files'],
  [/^(tar|unzip|zip|gzip|gunzip|bunzip2|unxz|7z|cpio)$/, /(?:)/, 'packs or unpacks files'],
  [
    /^(curl|wget|http|https|xh)$/,
    /(^| )(-d|-F|-T|--data\S*|--json|--form\S*|--upload-file|--post-\S+|--body-\S+)/,
    sending,
  ],
  [/^(curl|wget|http|https|xh)$/, /(?:)/, 'loads from the network'],
  [/^(scp|rsync|sftp|ftp|nc|ncat|netcat|telnet|ssh|socat)$/, /(?:)/, 'sends or loads over the network'],
  [/^git$/, gitCommand('push'), 'sends commits over the network'],
  [/^git$/, gitCommand('fetch|pull|clone|submodule'), 'loads from the network'],
  [/^git$/, gitCommand('add|stage'), 'stages files for a commit'],
  [/^git$/, gitCommand('commit'), 'records a commit'],
  [/^git$/, /(?:)/, 'may change the repository or its files'],
  [/^(npm|pnpm|yarn|bun|cargo|gem|twine)$/, /(^| )(publish|push|upload)\b/, 'publishes a package'],
  [
    /^(npm|pnpm|yarn|bun|pip3?|uv|poetry|bundle|composer)$/,
    /(^| )(i|ci|install|add|update|upgrade|sync)\b/,
    'installs packages, whose scripts may run',
  ],
  [
    /^(npx|pnpx|bunx|uvx)$|^(npm|pnpm|yarn)$/,
    /^(npx|pnpx|bunx|uvx|npm (exec|x|init|create)|pnpm dlx|yarn dlx)\b/,
    'loads a package and runs it',
  ],
  [/^(apt|apt-get|brew|dnf|yum|apk|pacman|snap)$/, /(?:)/, 'changes the programs of the system'],
  [/^(sudo|su|doas)$/, /(?:)/, 'runs as another user'],
  [/^(kill|pkill|killall)$/, /(?:)/, 'ends processes'],
  [/^(docker|podman|kubectl|helm|terraform|aws|gcloud|az)$/, /(?:)/, 'acts on services or containers'],
  [
    /^(sh|bash|dash|zsh|ksh|node|deno|bun|python[\d.]*|ruby|perl|php|eval)$/,
    /(^| )(-\w*[ce]\b|--eval)|^eval\b/,
    'runs code that is given on the line',
  ],
  [/^(sh|bash|dash|zsh|ksh|node|tsx|deno|bun|python[\d.]*|ruby|perl|php|source|\.)$/, /(?:)/, 'runs a program'],
]

function deedOf({ node, reason }: HarmfulNode): string {
  if (node?.type === 'Redirect')
    return node.operator.startsWith('>') || node.operator === '&>' ? 'writes a file' : reason
  if (node?.type !== 'Command' || !node.name) return reason
  const words = [node.name, ...node.args].flatMap((word) => (word.type === 'Word' ? textOf(word) : []))
  return deedOfOther(words) ?? deedOfWords(words) ?? reason
}

/** The deed of the program that xargs or find runs. */
function deedOfOther(words: readonly string[]): string | null {
  if (programOf(words) === 'xargs') return firstDeed(words.slice(1))
  const at = programOf(words) === 'find' ? words.findIndex((word) => /^-(exec|ok)(dir)?$/.test(word)) : -1
  return at === -1 ? null : firstDeed(words.slice(at + 1))
}

const programOf = ([first = '']: readonly string[]) => first.replace(/^.*\//s, '')

function deedOfWords(words: readonly string[]): string | null {
  const program = programOf(words)
  const line = [program, ...words.slice(1)].join(' ')
  const args = words.slice(1).join(' ')
  const deed = deeds.find(([names, wanted]) => names.test(program) && (wanted.test(args) || wanted.test(line)))
  const files = sentFiles(words)
  if (deed?.[2] === sending && files.length > 0) return `sends ${files.join(', ')} over the network`
  if (deed) return deed[2]
  return configured.has(program) ? 'runs a program that the folder configures' : null
}

/** Words in which the program stands that another one runs; options come before it. */
const mostOptions = 8

/** The deed of the program among the arguments of another: the first word with one. */
function firstDeed(words: readonly string[]): string | null {
  for (const index of words.slice(0, mostOptions).keys()) {
    const deed = deedOfWords(words.slice(index))
    if (deed !== null) return deed
  }
  return null
}

/** Files that options of curl and wget name: `-d @.env`, `-T file`, `--post-file=x`. */
function sentFiles(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const before = words[index - 1] ?? ''
    if (/^(-T|--upload-file|--post-file|--body-file)$/.test(before)) return [word]
    const named =
      /^--(?:post-file|body-file|upload-file)=(.+)$/.exec(word) ?? /^(?:-[dF]|--\S+=)?(?:[^@\s]*=)?@(.+)$/.exec(word)
    return named?.[1] ? [named[1]] : []
  })
}

const textOf = (word: Word): string => argumentOf(word).prefix
