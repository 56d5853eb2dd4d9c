import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').trimEnd()

/** One command a line; ⏎ stands for a newline. */
const commandsIn = (text: string) => text.split('\n').map((line) => line.replaceAll('⏎', '\n'))

/** Commands that must ask, grouped by the trick they play. */
export const asks: readonly (readonly [trick: string, commands: readonly string[]])[] = read('law1-asks.txt')
  .split('\n\n')
  .map((section) => {
    const [trick = '', ...commands] = commandsIn(section)
    return [trick.replace('## ', ''), commands]
  })

/** Commands that run unasked. */
export const free: readonly string[] = commandsIn(read('law1-free.txt'))
