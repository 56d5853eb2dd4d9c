import type { OptionTable } from './option-table.js'

/** Programs that write to nothing but their standard output and start no other program, with any arguments. */
export const harmlessCommands: ReadonlySet<string> = new Set([
  ...[':', 'true', 'false', 'echo', 'pwd', 'cd', 'exit', 'break', 'continue', 'sleep', 'seq', 'expr', 'type', 'which'],
  ...['ls', 'stat', 'du', 'df', 'basename', 'dirname', 'realpath', 'readlink', 'printenv', 'uname', 'whoami', 'id'],
  ...['cat', 'head', 'tail', 'tac', 'rev', 'nl', 'wc', 'grep', 'egrep', 'fgrep', 'cut', 'tr', 'paste', 'join', 'comm'],
  ...['fold', 'fmt', 'expand', 'unexpand', 'column', 'cmp', 'od', 'hexdump', 'strings', 'nproc', 'groups'],
  ...['cksum', 'sum', 'md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'shasum', 'md5'],
  ...['b2sum', 'uptime', 'free', 'lscpu', 'tty', 'locale', 'getconf', 'tsort', 'numfmt', 'factor', 'cal'],
])

/** Programs with some option or operand that writes or runs something: only what is listed is free. */
export const limitedCommands = {
  // Left out: -o (writes), -T, --compress-program (runs), --files0-from, --random-source, -S.
  sort: {
    flags: 'bdfgiMhnRrVcCmsuz',
    values: 'kt',
    long: [
      ...['ignore-leading-blanks', 'dictionary-order', 'ignore-case', 'general-numeric-sort', 'ignore-nonprinting'],
      ...['month-sort', 'human-numeric-sort', 'numeric-sort', 'random-sort', 'reverse', 'version-sort', 'merge'],
      ...['stable', 'unique', 'zero-terminated', 'check[=]', 'key=', 'field-separator=', 'sort='],
    ],
  },
  // A second operand is the output file.
  uniq: {
    flags: 'cduDiz',
    values: 'fsw',
    long: ['count', 'repeated', 'unique', 'ignore-case', 'zero-terminated', 'skip-fields=', 'skip-chars='],
    operands: 1,
    optionsFirst: true,
  },
  // Left out: -l and --paginate, which run pr.
  diff: {
    flags: 'abBcdeEiNnpqrstTuwyZ',
    values: 'CIUWx',
    numbers: true,
    long: [
      ...['brief', 'recursive', 'text', 'new-file', 'side-by-side', 'report-identical-files', 'ignore-case'],
      ...['ignore-all-space', 'ignore-space-change', 'ignore-blank-lines', 'strip-trailing-cr', 'minimal'],
      ...['suppress-common-lines', 'unified[=]', 'context[=]', 'color[=]', 'width=', 'exclude='],
    ],
  },
  // Left out: -C (compiles a magic file), -z (runs decompressors).
  file: { flags: 'bhiLkN0', long: ['brief', 'mime', 'mime-type', 'mime-encoding', 'dereference', 'no-dereference'] },
  // Left out: -o and -R with -H, which write. L, P and I do take a value, but the letters after them are options too.
  tree: { flags: 'adfhpugsDFCnrtiNQLPI', long: ['dirsfirst', 'noreport', 'du', 'prune', 'gitignore'] },
  // Left out: --pre, --hostname-bin and -z, which run programs.
  rg: {
    flags: 'ilcnowvFUSHNIuLspPxa0b',
    values: 'egtTABCmMrd',
    long: [
      ...['files', 'hidden', 'no-ignore', 'count', 'count-matches', 'files-with-matches', 'files-without-match'],
      ...['line-number', 'no-line-number', 'ignore-case', 'smart-case', 'case-sensitive', 'fixed-strings'],
      ...['word-regexp', 'line-regexp', 'only-matching', 'invert-match', 'multiline', 'pcre2', 'stats', 'type-list'],
      ...['heading', 'no-heading', 'with-filename', 'no-filename', 'json', 'vimgrep', 'column', 'trim', 'null'],
      ...['no-config', 'follow', 'text', 'glob=', 'iglob=', 'type=', 'type-not=', 'max-count=', 'max-depth='],
      ...['context=', 'after-context=', 'before-context=', 'regexp=', 'sort=', 'sortr=', 'color=', 'replace='],
    ],
  },
  // Left out: -s and operands without a plus sign, which set the clock.
  date: {
    flags: 'uRI',
    values: 'rd',
    long: ['utc', 'universal', 'rfc-email', 'iso-8601[=]', 'reference=', 'date=', 'rfc-3339='],
    optionsFirst: true,
  },
  // Options may write on some systems: those of others, and of compress, are not these.
  zcat: { optionsFirst: true },
  bzcat: { optionsFirst: true },
  xzcat: { optionsFirst: true },
  // Left out: -o, which writes, and -i, which takes a file on BSD.
  base64: { flags: 'dD', values: 'w', long: ['decode', 'wrap='], optionsFirst: true },
  // An operand would set the name.
  hostname: { flags: 'fsid', operands: 0 },
  // An operand would be run as a program.
  env: { operands: 0 },
} as const satisfies Readonly<Record<string, OptionTable>>

/** Programs whose exit code 1 without a message is an answer (nothing found, files differ), not a failure. */
export const answersWithExitOne: ReadonlySet<string> = new Set([
  ...['grep', 'egrep', 'fgrep', 'rg', 'diff', 'cmp', 'test', '[', '[[', 'which', 'command', 'expr', 'git'],
])
