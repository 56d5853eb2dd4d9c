import { keyWords } from '../screen/index.js'
import { wrapped } from '../view/index.js'
import type { SlashCommand } from './slash-command.js'

interface Words {
  readonly name: string
  readonly words: string
}

/** The commands of a conversation and its keys, for a page of this width. */
export function helpLines(
  commands: readonly Pick<SlashCommand, 'name' | 'argument' | 'summary'>[],
  width: number,
): readonly string[] {
  const named = commands.map(({ name, argument, summary }): Words => {
    return { name: `/${name} ${argument}`.trim(), words: summary }
  })
  return [...table(named, width), '', ...table(keyWords(), width)]
}

/** Names at the left and words beside them, or below where that leaves too little room. */
function table(rows: readonly Words[], width: number): readonly string[] {
  const widest = Math.max(...rows.map(({ name }) => name.length)) + 2
  const isBeside = width - widest >= 30
  const indent = ' '.repeat(isBeside ? widest : 2)
  return rows.flatMap(({ name, words }) => {
    const lines = wrapped(words, Math.max(1, width - indent.length)).map((line) => indent + line)
    return isBeside
      ? lines.map((line, index) => (index === 0 ? name + line.slice(name.length) : line))
      : [name, ...lines]
  })
}
