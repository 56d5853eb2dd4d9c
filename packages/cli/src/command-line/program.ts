import { Command, Option } from 'commander'
import type { Call, Flags, RunCommand, Surroundings } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { type FlagWords, flagTable } from '../call/flags.js'
import { type CommandName, type CommandWords, commandNames, commandTable } from './commands.js'
import { loaders } from './loaders.js'
import { ownVersion } from './own-version.js'

/** The parser, made from the tables. `carryOut` receives the command that a line names. */
export function program(
  surroundings: Surroundings,
  carryOut: (load: () => Promise<RunCommand>, call: Call) => Promise<void>,
): Command {
  const root = new Command('artoo')
    .description('An agent in the terminal: it always ends, and shows why it did what it did.')
    .usage('["task"] [options]\n       artoo <command> [options]')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void surroundings.stdout.write(text),
      // A message repeats words of the command line.
      writeErr: (text) => void surroundings.stderr.write(text.replace(/(?!\n)\p{Cc}/gu, '')),
      outputError: (text, write) => write(text.replace(/^error: /, 'artoo: ')),
      getOutHelpWidth: () => surroundings.stdout.columns || 80,
      getErrHelpWidth: () => surroundings.stdout.columns || 80,
    })
    .configureHelp({ showGlobalOptions: false })
    .version(ownVersion(), '-V, --version', 'the version of this terminal')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .helpCommand('help [command]', 'the same for one command')
    .addHelpText('after', () => `\nExit codes:\n${exitCodeLines()}\n\nKeys of a conversation: /help in it.`)
  for (const name of commandNames) {
    const words: CommandWords = commandTable[name]
    // The word `run` may be left out.
    const commands = [root.command(name), ...(name === 'run' ? [root] : [])]
    for (const command of commands) fill(command, name, words, surroundings, carryOut)
  }
  return root
}

function fill(
  command: Command,
  name: CommandName,
  words: CommandWords,
  surroundings: Surroundings,
  carryOut: (load: () => Promise<RunCommand>, call: Call) => Promise<void>,
): void {
  if (command.parent) command.summary(words.summary).description(words.summary)
  for (const argument of words.words.split(' ').filter(Boolean)) command.argument(argument)
  for (const flag of words.flags) command.addOption(option(flagTable[flag]))
  command.addHelpText('after', `\nExamples:\n${words.examples.map((line) => `  ${line}`).join('\n')}`)
  command.action(async () => {
    const given = command.args
    const [first] = given
    if (words.choices && first !== undefined && !words.choices.includes(first)) {
      command.error(`error: ${name} has no '${first}'. It has: ${words.choices.join(', ')}.`)
    }
    const flags: Flags = command.opts()
    await carryOut(loaders[name], { ...surroundings, words: given, flags })
  })
}

function option({ form, summary, choices, isList }: FlagWords): Option {
  const made = new Option(form, summary)
  if (choices) made.choices(choices)
  if (isList) made.argParser<readonly string[]>((value, before = []) => [...before, value])
  return made
}

function exitCodeLines(): string {
  return Object.values(exitCodes)
    .map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)
    .join('\n')
}
