/** Numbers below 1, the same for the same seed. */
type Random = () => number

type Maker = (lines: Lines, depth: number) => string

/** A random choice of texts and of makers of texts. */
interface Lines {
  pick<T>(of: readonly T[]): T
  chance(probability: number): boolean
  line(depth: number): string
}

/** A line of a shell, rich in mean forms: what runs is hidden, or stands where one would not look for it. */
export function lineFrom(random: Random): string {
  const lines: Lines = {
    pick: (of) => of[Math.floor(random() * of.length)] as (typeof of)[number],
    chance: (probability) => random() < probability,
    line: (depth) => (depth <= 0 ? simple(lines) : lines.pick(lines.chance(0.3) ? [simple] : forms)(lines, depth - 1)),
  }
  let line = lines.line(lines.pick([0, 1, 1, 2, 2, 3]))
  while (lines.chance(0.12)) line = tampered(line, lines)
  return line
}

const commands = [
  ...['rm x', 'rm -rf sub', 'npm test', 'npm test', 'npm run a', 'npm --prefix sub test', 'danger', 'danger a b'],
  ...['git push', 'git push --force', 'git -C sub push', 'git add x', 'git status', 'ls', 'echo hi', 'cat notes.txt'],
  ...[
    'true',
    'false',
    'echo rm x',
    'printf "%s\\n" rm x',
    'cat list',
    'cd sub',
    'x=rm',
    'A=1 npm test',
    ':',
    'tail -n 5',
  ],
  ...[
    'wc -l',
    'sh script',
    '. ./script',
    './rm x',
    '~/rm x',
    'exit',
    'set -- rm x',
    '"$@"',
    'x=1',
    'read -r x',
    'PATH=. npm test',
  ],
]

/** Ways to write a word that come out as it is. */
const disguises: readonly ((word: string, lines: Lines) => string)[] = [
  (word) => `"${word}"`,
  (word) => `'${word}'`,
  (word) => `\\${word}`,
  (word) => `${word[0]}""${word.slice(1)}`,
  (word) => `${word.slice(0, -1)}\\\n${word.slice(-1)}`,
  (word) => `${word.slice(0, -1)}'${word.slice(-1)}'`,
  (word) => `$'${word}'`,
  (word) => `$'\\x${word.charCodeAt(0).toString(16)}${word.slice(1)}'`,
  (word) => `$"${word}"`,
  (word) => `\${none}${word}`,
  (word) => `\${none:-${word}}`,
  (word) => `"\${none-${word}}"`,
  (word) => `$(echo ${word})`,
  (word) => `\`echo ${word}\``,
  (word) => `${word.slice(0, 1)}$(printf ${word.slice(1)})`,
  (word) => `{${word},y}`,
  (word) => `[${word[0]}]${word.slice(1)}`,
  (word) => `${word[0]}*`,
  (word) => `${word[0]}?${word.slice(2)}`,
  (word) => `+(${word})`,
  (word) => `${word}$none`,
  () => '$x',
]

function simple(lines: Lines): string {
  const words = lines.pick(commands).split(' ')
  const shown = words.map((word) => (lines.chance(0.12) && word.length > 1 ? lines.pick(disguises)(word, lines) : word))
  const blank = lines.chance(0.05) ? lines.pick(['\t', '  ', '\u00a0', '\\\n', '\v', '\r']) : ' '
  const redirection = lines.chance(0.12) ? lines.pick(redirections) : ''
  const bare = shown.join(blank)
  if (redirection === '') return bare
  return lines.chance(0.3)
    ? `${redirection} ${bare}`
    : lines.pick([`${bare} ${redirection}`, `${shown[0]} ${redirection} ${shown.slice(1).join(' ')}`])
}

const redirections = [
  ...[
    '> out',
    '>> out',
    '>| out',
    '<> out',
    '&> out',
    '&>> out',
    '2> out',
    '>&2',
    '2>&1',
    '< notes.txt',
    '>&out',
    '3> out',
  ],
  ...[
    '> /dev/null',
    '&>/dev/null',
    '2>/dev/null',
    '</dev/null',
    '<<< "$(danger)"',
    '>$(danger)',
    '< <(danger)',
    '> >(danger)',
    '{fd}> out',
    '2>&-',
  ],
]

const single = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const double = (text: string) => `"${text.replace(/["\\$`]/g, '\\$&')}"`
const raw = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
const ansi = (text: string) => `$'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`

const quoted = (text: string, lines: Lines) => lines.pick([single, single, double, raw, ansi])(text)

/** A `$` stands for a line, a `'` for one in quotes. */
const templates = [
  ...[
    '$ ; $',
    '$;$',
    '$ && $',
    '$ || $',
    '$ | $',
    '$ & $',
    '$ & wait',
    '$ |& $',
    '$\n$',
    '$\r\n$',
    '$ # $',
    '! $',
    '{ $; }',
    '($)',
    '( $ )',
    '((%))',
  ],
  ...['if $; then $; fi', 'if $; then $; else $; fi', 'while $; do $; break; done', 'until $; do $; break; done'],
  ...[
    'for x in rm push a; do $; done',
    'for x in rm; do $x y; done',
    'case x in x) $;; esac',
    'case rm in (rm) $;; *) $;; esac',
  ],
  ...[
    'f() { $; }; f',
    'f() { "$@"; }; f %',
    'f() ($); f',
    'function f { $; }; f',
    'function f() { $; }\nf',
    'npm() { danger y; }; $',
  ],
  ...[
    "alias l='\nl",
    "alias l='\nl x",
    'alias l="git push" r="rm x"\nl; r',
    "alias npm='\nnpm test",
    'alias e="echo \'"\ne; $ \'',
    'command %',
    'builtin %',
    'exec %',
    'exec -a y %',
    'eval %',
  ],
  ...[
    "eval '",
    "eval 'a' '",
    "eval '; $",
    "trap ' EXIT",
    "trap ' EXIT; $",
    'env %',
    'env X=1 %',
    'env -u X %',
    "env -S '",
    "env -vS'",
    'env - PATH="$PATH" %',
  ],
  ...[
    "sh -c '",
    "sh -c ' sh rm x",
    "bash -ec '",
    "bash -c -- '",
    "dash -ec '",
    'sh -c \'"$@"\' sh %',
    'sh -c \'$0 "$@"\' %',
    'sh -c "$1" a \'',
    "/bin/sh -c '",
  ],
  ...[
    'echo a | xargs %',
    'echo a | xargs -n 1 %',
    'echo a | xargs -I{} %',
    'echo rm | xargs -I{} {} x',
    'echo push | xargs git',
    'echo rm x | xargs env',
  ],
  ...[
    "echo a | xargs sh -c '",
    "echo x | xargs -I R sh -c '",
    'echo danger | xargs -I{} sh -c {}',
    'echo a | xargs -t -I % %',
    'xargs -a list %',
    'printf "push\\0" | xargs -0 git',
  ],
  ...[
    'timeout 5 %',
    'timeout -k 1 5 %',
    "timeout 5 sh -c '",
    'nice %',
    'nice -n 5 %',
    'nohup %',
    'setsid %',
    'stdbuf -o0 %',
    'time %',
    'time -p %',
    'timeout 5 $x y',
  ],
  ...[
    'find list -exec % \\;',
    'find list -exec % {} +',
    "find list -exec sh -c ' \\;",
    'find rm -exec ./{} x \\;',
    'x=-exec; find list $x % \\;',
  ],
  ...[
    'echo $($)',
    'echo "$($)"',
    'echo `$`',
    'echo "`$`"',
    `echo \${none:-$($)}`,
    `echo "\${none:-$($)}"`,
    `echo "\${none:-\`$\`}"`,
    `echo \${none-'}'}; $`,
    `echo "\${none-'}"; $ #'}"`,
  ],
  ...[
    'cat <($)',
    'echo hi > >($)',
    'x=$($)',
    'x=$($) $',
    'echo $(( $($) + 1 ))',
    'echo $((1 + `$`))',
    'x=$(($)); $',
    'echo $(($); true)',
    'echo "$(echo ")" ; $)"',
  ],
  ...[
    'cat <<E\n$($)\nE\n$',
    "cat <<'E'\n$\nE\n$",
    'cat <<"E"\n$($)\nE',
    'cat <<-E\n\t$\n\tE\n$',
    'cat <<E; $\n$\nE\n',
    'sh <<E\n$\nE',
    "sh <<'E'\n$\nE",
    'bash -s <<E\n$\nE',
    'cat <<E | sh\n$\nE',
    'cat <<\\E\n$\nE\n$',
    "cat <<$'E'\n$\nE\n$",
    'cat <<E\n$\\\nE\n$\nE',
    'cat <<E <<F\n$\nE\n$\nF\n$',
  ],
  ...[
    "echo ' | sh",
    "printf %s ' | bash",
    "sh <<<'",
    "source <(echo ')",
    '. /dev/stdin <<E\n$\nE',
    "echo ' | sh /dev/stdin",
    "bash <(echo ')",
  ],
  ...[
    '[[ a && % ]]',
    '[[ -n a ]] && $',
    '[ a = a ] && $',
    "test -v 'a[$($)]'",
    '[[ -v a[$($)] ]]',
    "x='a[$($)]'; echo $((x))",
    "let 'a[$($)]=1'",
    "declare 'a[$($)]=1'",
    `x='$($)'; echo "\${x@P}"`,
    "PS4='$($)'; set -x; :",
  ],
  ...[
    'a[$($)]=1',
    'a=($($))',
    "printf -v 'a[$($)]' x",
    'select x in a; do $; done <<< 1',
    'coproc %',
    'for ((x=0;x<1;x++)); do $; done',
    "mapfile -C ' -c 1 < notes.txt",
    'hash -p "$PWD/rm" y; y x',
  ],
  ...[
    'x=rm; $x y',
    'x=push; git $x',
    'x=push; git "$x" y',
    'x=--force; git push $x',
    'x=pu; y=sh; git $x$y',
    'set -- rm x; "$@"',
    'set -- push; git "$1"',
    'git pu$(echo sh)',
    'git {push,y}',
    'git p*',
    'IFS=,; x=rm,x; $x',
    "x='rm y'; $x",
    'x=\'rm y\'; sh -c "$x"',
    'x=\';rm y\'; sh -c "echo a$x"',
    'shopt -s expand_aliases\nalias l=rm\nl x',
    'git -c alias.x=!danger x',
  ],
  ...[
    'echo a \\\n; $',
    'echo a # \\\n$',
    "echo $'\\''; $ #'",
    "echo $'\\' ; % #'",
    'echo $"a"; $',
    'echo a;;$',
    'echo a\n)\n$',
    '$\n)',
    '$\n"',
    "$\n'",
    `\${x`,
    `echo \${none/a/$($)}`,
    'echo a;\u00a0$',
    'echo "a\\"; $ #"',
    "echo 'a\\'; $",
    'echo \\"; $',
    '{ $\n}',
    '$ &>/dev/null %',
    'echo a &> out %',
    'X=1 %',
    'x=1 X=2 %',
    'PATH=.:$PATH %',
    'npm_config_x=1 %',
  ],
] as const

const forms: readonly Maker[] = templates.map((template) => (lines, depth) => filled(template, lines, depth))

/** `$` is a line where a space, a bracket or the end follows or a sign precedes; `%` one of plain words. */
function filled(template: string, lines: Lines, depth: number): string {
  const line = () => lines.line(depth)
  const parts = template.split(
    /(\$\(\$\)|\(\$\)|`\$`|(?<![\w"'`$\\])\$(?![\w"'`({@$])|%(?!s)|(?<=^| |-vS|<<<|\t)'(?= |$|\n|\)))/,
  )
  return parts
    .map((part) => {
      if (part === '$($)' || part === '($)' || part === '`$`')
        return part.replace('$)', () => `${line()})`).replace('`$`', () => `\`${line()}\``)
      if (part === '$') return line()
      if (part === '%') return simple(lines)
      return part === "'" ? quoted(line(), lines) : part
    })
    .join('')
}

const fragments = [
  ...[
    '"',
    "'",
    '\\',
    '$',
    '`',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '|',
    '&',
    ';',
    '#',
    '!',
    '~',
    '\n',
    '\r',
    '\t',
    '\u00a0',
    '\v',
    '=',
    '*',
  ],
  ...[
    "$'",
    '$"',
    '$(',
    `\${`,
    '<<E\n',
    '\nE\n',
    '\\\n',
    ';;',
    '&&',
    '<(',
    '((',
    '))',
    '$((',
    '[[ ',
    ' ]]',
    ' -',
    '\u001b',
    '\u2028',
  ],
]

function tampered(line: string, lines: Lines): string {
  const at = Math.floor(lines.pick([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]) * line.length)
  return line.slice(0, at) + lines.pick(fragments) + line.slice(at + lines.pick([0, 0, 1]))
}
