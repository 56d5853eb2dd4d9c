/** Programs that run the command in their arguments, each with the number of operands before it. */
const runners: readonly (readonly [names: RegExp, operands: number])[] = [
  [/^(timeout|flock|chroot|taskset|chrt|ssh|su|sg|runuser)$/, 1],
  [/^(env|sudo|doas|pkexec|nice|nohup|command|exec|builtin|xargs|parallel|time|stdbuf|setsid|setpriv|ionice)$/, 0],
  [/^(watch|busybox|toybox|unshare|prlimit|systemd-run|fakeroot|unbuffer|strace|ltrace|valgrind|script|entr)$/, 0],
  [/^(npx|bunx|pnpx|cross-env|dotenv|hash|find|coproc)$/, 0],
]

/** The number of operands before the command that the program runs; null where it runs none. */
export const operandsBefore = (program: string): number | null =>
  runners.find(([names]) => names.test(program))?.[1] ?? null

/** Programs that run the command behind one of their words, or the line in it. */
const subcommands: readonly (readonly [names: RegExp, word: RegExp])[] = [
  [/^(npm|pnpm|yarn|bun)$/, /^(exec|x|dlx)$/],
  [/^(uv|poetry|pipenv|pdm|rye|hatch|mise|bundle|direnv)$/, /^(run|exec)$/],
  [/^git$/, /^(foreach|run|config|-x|--exec|--extcmd|--[a-z]+-filter)$/],
]

export const runsBehind = (program: string, word: string): boolean =>
  subcommands.some(([names, words]) => names.test(program) && words.test(word))

/** Shells, which take a line after `-c` or from their input. */
export const isShell = (program: string): boolean => /^(sh|bash|dash|zsh|ksh|mksh|ash|fish)$/.test(program)

/** Programs of which any word may be a line. */
export const takesLines = (program: string): boolean =>
  /^(sh|bash|dash|zsh|ksh|mksh|ash|fish|trap|su|sg|runuser|script|flock|watch|ssh|parallel|npx|mapfile|readarray|complete|compgen|bind)$/.test(
    program,
  )

/** Builtins for which bash computes with a word, and so runs the `$(…)` in the index of `a[$(…)]`. */
export const computes = (program: string): boolean =>
  /^(test|\[|let|declare|typeset|local|export|readonly|read|printf|unset|set|mapfile|readarray)$/.test(program)
