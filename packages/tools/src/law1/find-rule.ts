import { type Argument, mayBeOption, withPlaceholder } from './argument.js'
import type { JudgeCommand, Reason, Rule } from './rule.js'

/** Left out: -delete, -execdir, -ok, -okdir, -fprint, -fprint0, -fprintf, -fls, which write or run. */
const lone = new Set([
  ...['(', ')', '!', ',', '-a', '-and', '-o', '-or', '-not', '-true', '-false', '-xdev', '-mount'],
  ...['-depth', '-daystart', '-follow', '-noleaf', '-empty', '-readable', '-writable', '-executable', '-nouser'],
  ...['-nogroup', '-prune', '-quit', '-print', '-print0', '-ls'],
])

const withValue = new Set([
  ...['-maxdepth', '-mindepth', '-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename', '-regex', '-iregex'],
  ...[
    '-lname',
    '-ilname',
    '-regextype',
    '-type',
    '-xtype',
    '-size',
    '-perm',
    '-links',
    '-inum',
    '-samefile',
    '-fstype',
  ],
  ...['-user', '-group', '-uid', '-gid', '-newer', '-anewer', '-cnewer', '-newermt', '-printf'],
  ...['-mtime', '-atime', '-ctime', '-mmin', '-amin', '-cmin'],
])

export const findRule: Rule = (args, judge) => {
  const links = args.findIndex((word) => !['-H', '-L', '-P'].some((option) => is(word, option)))
  const start = args.findIndex((word, at) => at >= links && startsExpression(word))
  let rest = start === -1 ? [] : args.slice(start)
  while (rest.length > 0) {
    const { reason, length } = readPrimary(rest, judge)
    if (reason !== null) return reason
    rest = rest.slice(length)
  }
  return null
}

const startsExpression = (argument: Argument) => mayBeOption(argument) || /^[(),!]/.test(argument.prefix)

interface Read {
  readonly reason: Reason
  /** The number of words that belong to the primary. */
  readonly length: number
}

function readPrimary([first, value, ...more]: readonly Argument[], judge: JudgeCommand): Read {
  if (!first?.fixed) return { reason: 'a word that is only known at run time may turn out to be an action', length: 1 }
  const { prefix: primary } = first
  if (lone.has(primary)) return { reason: null, length: 1 }
  if (primary === '-exec' && value) return readExec([value, ...more], judge)
  if (!withValue.has(primary)) return { reason: `${primary} is not known to be read-only`, length: 1 }
  return { reason: value?.fields === 'one' ? null : `${primary} needs a value of exactly one word`, length: 2 }
}

/**
 * A command up to `;`, or up to `+` right after `{}` (elsewhere a plus sign is an argument). `{}` stands for paths that
 * begin like a starting point, so never with a dash.
 */
function readExec(words: readonly Argument[], judge: JudgeCommand): Read {
  const end = words.findIndex((word, at) => is(word, ';') || (is(word, '+') && is(words[at - 1], '{}')))
  const [name, ...rest] = words.slice(0, Math.max(0, end))
  const length = end + 2
  if (name === undefined || name.prefix.includes('{}')) return { reason: '-exec without a fixed command', length }
  const paths: Argument = { prefix: './', fixed: false, fields: is(words[end], '+') ? 'globbed' : 'one' }
  const substituted = rest.map((word) => (is(word, '{}') ? paths : withPlaceholder(word, '{}')))
  return { reason: judge(name, substituted), length }
}

const is = (word: Argument | undefined, text: string) => word?.fixed === true && word.prefix === text
