import { type OptionTable, parseArguments } from './option-table.js'
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
    long: ['cached', 'deleted', 'modified', 'others', 'stage', 'unmerged', 'exclude-standard'],
  },
  'ls-tree': { flags: 'drtlz', long: ['name-only', 'full-tree'] },
  'cat-file': { flags: 'tsep' },
  'rev-parse': {
    long: ['abbrev-ref', 'short[=]', 'verify', 'show-toplevel', 'git-dir', 'is-inside-work-tree', 'show-prefix'],
  },
  'rev-list': { values: 'n', numbers: true, long: ['count', 'all', 'max-count=', 'first-parent', 'since=', 'until='] },
  describe: { long: ['tags', 'all', 'always', 'long', 'abbrev='] },
  branch: { flags: 'avr', long: ['all', 'remotes', 'list', 'show-current', 'verbose'], operands: 0 },
  tag: { flags: 'l', long: ['list'], operands: 0 },
  remote: { flags: 'v', long: ['verbose'], operands: 0 },
}

const globalOptions: OptionTable = { values: 'C', long: ['no-pager'], ordered: true }

export const gitRule: Rule = (args) => {
  const global = parseArguments(args, globalOptions)
  if (typeof global === 'string') return global
  const [subcommand, ...rest] = global.operands
  if (!subcommand?.fixed || !Object.hasOwn(subcommands, subcommand.prefix)) {
    return 'this subcommand is not known to be read-only'
  }
  const parsed = parseArguments(rest, subcommands[subcommand.prefix] ?? {})
  return typeof parsed === 'string' ? parsed : null
}
