import type { Call } from '../call/call.js'
import { type FlagWords, flagTable } from '../call/flags.js'
import { type CommandWords, commandNames, commandTable } from './commands.js'

/** Prints the completion script for a shell, made from the tables of commands and flags. */
export async function completion({ words: [shell], stdout }: Call): Promise<number> {
  const scripts: Readonly<Record<string, () => string>> = { bash, zsh, fish }
  const script = scripts[shell ?? '']
  if (!script) return 2
  stdout.write(script())
  return 0
}

const words = (name: keyof typeof commandTable): CommandWords => commandTable[name]
const flag = (name: keyof typeof flagTable): FlagWords => flagTable[name]
const longForm = (form: string) => /--[a-z-]+/.exec(form)?.[0] ?? form
const takesValue = (form: string) => form.includes('<')

/** The words that may follow a command's name: its flags and the choices of its first argument. */
function candidates(name: keyof typeof commandTable): readonly string[] {
  const { flags, choices = [] } = words(name)
  return [...choices, ...flags.map((one) => longForm(flag(one).form)), '--help']
}

const withChoices = () =>
  (Object.keys(flagTable) as readonly (keyof typeof flagTable)[]).flatMap((name) => {
    const { form, choices } = flag(name)
    return choices ? [{ long: longForm(form), choices }] : []
  })

function bash(): string {
  const values = withChoices().map(
    ({ long, choices }) => `    ${long}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$word")); return ;;`,
  )
  const cases = commandNames.map(
    (name) => `    ${name}) COMPREPLY=($(compgen -W "${candidates(name).join(' ')}" -- "$word")) ;;`,
  )
  return `_artoo() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$before" in
${values.join('\n')}
    --dir|-C) COMPREPLY=($(compgen -d -- "$word")); return ;;
    --config) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) COMPREPLY=($(compgen -W "${[...commandNames, ...candidates('run')].join(' ')}" -- "$word")) ;;
  esac
}
complete -F _artoo artoo
`
}

function zsh(): string {
  const quoted = (text: string) =>
    text.replaceAll("'", "'\\''").replaceAll(':', '\\:').replaceAll('[', '\\[').replaceAll(']', '\\]')
  const named = commandNames.map((name) => `    '${name}:${quoted(words(name).summary)}'`)
  const flagSpec = (name: keyof typeof flagTable) => {
    const { form, summary, choices, completes } = flag(name)
    const value = choices
      ? `:value:(${choices.join(' ')})`
      : completes
        ? ':path:_files'
        : takesValue(form)
          ? ':value:'
          : ''
    return `'${longForm(form)}[${quoted(summary)}]${value}'`
  }
  const cases = commandNames.map((name) => {
    const { flags, choices } = words(name)
    const first = choices ? ` '1:what:(${choices.join(' ')})'` : ''
    return `    ${name}) _arguments${first} ${flags.map(flagSpec).join(' ')} ;;`
  })
  return `#compdef artoo
_artoo() {
  local -a commands=(
${named.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=\${words[2]}
  shift words; (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _artoo artoo
`
}

function fish(): string {
  return `complete -c artoo -f\n${commandNames.flatMap(fishLines).join('\n')}\n`
}

const fishQuoted = (text: string) => text.replaceAll("'", "\\'")

function fishLines(name: keyof typeof commandTable): readonly string[] {
  const { summary, flags, choices } = words(name)
  const on = name === 'run' ? '__fish_use_subcommand' : `'__fish_seen_subcommand_from ${name}'`
  return [
    `complete -c artoo -n __fish_use_subcommand -a ${name} -d '${fishQuoted(summary)}'`,
    ...(choices ? [`complete -c artoo -n ${on} -a '${choices.join(' ')}'`] : []),
    ...flags.map((one) => {
      const { form, summary: about } = flag(one)
      return `complete -c artoo -n ${on} -l ${longForm(form).slice(2)} -d '${fishQuoted(about)}'${fishValue(flag(one))}`
    }),
  ]
}

function fishValue({ form, choices, completes }: FlagWords): string {
  if (choices) return ` -x -a '${choices.join(' ')}'`
  if (completes) return ' -r -F'
  return takesValue(form) ? ' -x' : ''
}
