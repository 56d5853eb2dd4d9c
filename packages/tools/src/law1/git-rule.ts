import { type Argument, mayBeOption } from './argument.js'
import { type OptionTable, type ParsedArguments, parseArguments } from './option-table.js'
import type { Rule } from './rule.js'

const diffLong = [
  ...['stat[=]', 'shortstat', 'numstat', 'summary', 'name-only', 'name-status', 'patch', 'no-patch', 'raw', 'color[=]'],
  ...['no-color', 'word-diff[=]', 'unified=', 'find-renames[=]', 'no-renames', 'ignore-all-space', 'minimal'],
  ...['ignore-space-change', 'ignore-blank-lines', 'no-ext-diff', 'no-textconv', 'diff-filter=', 'exit-code', 'check'],
]

const log: OptionTable = {
  flags: 'pizwbsmc',
  values: 'nSGU',
  numbers: true,
  long: [
    ...diffLong,
    ...['oneline', 'graph', 'all', 'branches', 'tags', 'decorate[=]', 'no-decorate', 'reverse', 'merges', 'no-merges'],
    ...['first-parent', 'follow', 'abbrev-commit', 'date=', 'format=', 'pretty[=]', 'since=', 'after=', 'until='],
    ...['before=', 'author=', 'committer=', 'grep=', 'max-count=', 'skip='],
  ],
}

/**
 * Subcommands that only read, with their harmless options. Left out: --output, --ext-diff, --textconv, -O and every
 * other option that writes or runs something. `readOnlyEnvironment` switches off what git's configuration would run.
 */
const subcommands: Readonly<Record<string, OptionTable>> = {
  status: { flags: 'sbz', long: ['short', 'branch', 'porcelain[=]', 'untracked-files[=]', 'ignored[=]', 'no-renames'] },
  log,
  show: log,
  diff: { flags: 'pzwbsR', values: 'USG', long: [...diffLong, 'cached', 'staged', 'merge-base', 'quiet'] },
  blame: { flags: 'wlsetf', values: 'L', long: ['line-porcelain', 'porcelain', 'date='] },
  grep: {
    flags: 'iIwlLcnhHvoEFP',
    values: 'eABCm',
    long: ['ignore-case', 'word-regexp', 'files-with-matches', 'count', 'line-number', 'untracked', 'cached'],
  },
  'ls-files': {
    flags: 'cdmoksuz',
    long: [
      ...['cached', 'deleted', 'modified', 'others', 'stage', 'unmerged', 'exclude-standard', 'error-unmatch'],
      'full-name',
    ],
  },
  'ls-tree': { flags: 'drtlz', long: ['name-only', 'full-tree'] },
  'cat-file': { flags: 'tsep' },
  'rev-parse': {
    long: ['abbrev-ref', 'short[=]', 'verify', 'show-toplevel', 'git-dir', 'is-inside-work-tree', 'show-prefix'],
  },
  'rev-list': { values: 'n', numbers: true, long: ['count', 'all', 'max-count=', 'first-parent', 'since=', 'until='] },
  describe: { long: ['tags', 'all', 'always', 'long', 'abbrev='] },
  remote: { flags: 'v', long: ['verbose'], operands: 0 },
  shortlog: {
    flags: 'sne',
    long: ['summary', 'numbered', 'email', 'group=', 'all', 'no-merges', 'since=', 'until=', 'author='],
  },
  'merge-base': { flags: 'a', long: ['all', 'is-ancestor', 'octopus', 'independent', 'fork-point'] },
  'for-each-ref': { long: ['sort=', 'format=', 'count=', 'contains=', 'merged=', 'no-merged=', 'points-at='] },
  'show-ref': { flags: 'd', long: ['heads', 'tags', 'head', 'dereference', 'hash[=]', 'abbrev[=]', 'verify'] },
  'name-rev': { long: ['tags', 'name-only'] },
  // A second operand is set.
  'symbolic-ref': { flags: 'q', long: ['short', 'quiet'], operands: 1 },
  'count-objects': { flags: 'vH' },
  'check-ignore': { flags: 'vnq' },
  'check-attr': { flags: 'a' },
  cherry: { flags: 'v' },
  version: {},
}

/** Subcommands of subcommands; the empty one stands for none at all. Left out are those that write. */
const verbs: Readonly<Record<string, Readonly<Record<string, OptionTable>>>> = {
  stash: { list: log, show: log },
  reflog: { '': log, show: log },
  worktree: { list: { flags: 'v', long: ['porcelain'], operands: 0 } },
  notes: { list: {}, show: {} },
  bisect: { log: { operands: 0 } },
  remote: { 'get-url': { long: ['all', 'push'] } },
}

const listing = ['contains=', 'no-contains=', 'merged=', 'no-merged=', 'points-at=', 'sort=', 'format=', 'column[=]']

/** Subcommands that make what an operand names, unless they are told to list. `git branch -l` made one before git 2.20. */
const lists: Readonly<Record<string, OptionTable>> = {
  branch: { flags: 'avri', long: ['all', 'remotes', 'list', 'show-current', 'verbose', 'ignore-case', ...listing] },
  tag: { flags: 'lin0123456789', long: ['list', 'ignore-case', ...listing] },
}

const listRule =
  (table: OptionTable): Rule =>
  (args) => {
    // At the end these stand for HEAD; elsewhere they take the next word.
    const last = args.at(-1)
    const forHead = last?.fixed && /^--((no-)?merged|(no-)?contains|points-at)$/.test(last.prefix)
    const parsed = parseArguments(forHead ? args.slice(0, -1) : args, table)
    if (typeof parsed === 'string') return parsed
    const told = parsed.options.some(({ name }) => name === 'list' || (name === 'l' && table.flags?.includes('l')))
    return told || parsed.operands.length === 0 ? null : 'an operand without --list names what is made'
  }

/** Sections of the configuration in which no token or password is kept. */
const openSections =
  /^(user|core|init|remote|branch|pull|push|merge|rebase|diff|color|commit|fetch|status|log|tag|format|advice|alias|i18n)\./i

const configTable: OptionTable = {
  long: ['get', 'get-all', 'global', 'local', 'system', 'show-origin', 'show-scope', 'type=', 'bool', 'int', 'path'],
  operands: 1,
}

const configRule: Rule = (args) => {
  const parsed = parseArguments(args, configTable)
  if (typeof parsed === 'string') return parsed
  const [key] = parsed.operands
  return key?.fixed && openSections.test(key.prefix) ? null : 'it may show a token, or is not the value of one key'
}

const globalOptions: OptionTable = { values: 'C', long: ['no-pager'], ordered: true }

export const gitRule: Rule = (args, judge) => {
  const global = parseArguments(args, globalOptions)
  if (typeof global === 'string') return global
  const [subcommand, ...rest] = global.operands
  const rule = subcommand?.fixed ? ruleOf(subcommand.prefix, rest[0]) : undefined
  return rule ? rule(rest, judge) : 'this subcommand is not known to be read-only'
}

function ruleOf(subcommand: string, next: Argument | undefined): Rule | undefined {
  if (subcommand === 'config') return configRule
  const list = own(lists, subcommand)
  if (list) return listRule(list)
  const table = own(subcommands, subcommand)
  const verb = next === undefined || mayBeOption(next) ? '' : next.fixed ? next.prefix : undefined
  const nested = verb === undefined ? undefined : own(own(verbs, subcommand) ?? {}, verb)
  if (nested)
    return (args) =>
      reasonOf(parseArguments(verb === '' ? args : args.slice(1), verb === '' ? { ...nested, operands: 0 } : nested))
  return table && ((args) => reasonOf(parseArguments(args, table)))
}

const reasonOf = (parsed: ParsedArguments | string) => (typeof parsed === 'string' ? parsed : null)

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
