import type { ModelRequest } from '@artoo/spec'

/** Whether an answer may say what only a person can say or give. */
export const saysNeeds = ({ output }: ModelRequest) => JSON.stringify(output?.schema ?? '').includes('"needs"')

/** Whether an executor is offered no tool any more. */
export const isOutOfTurns = ({ messages, tools = [], toolChoice }: ModelRequest): boolean =>
  (tools.length === 0 || toolChoice === 'none') && messages.some(({ role }) => role === 'tool')

/** What files showed, in lines that whoever goes on can read: `rows/1.csv: ada=3 bob=4`. */
export const noted = (notes: ReadonlyMap<string, string>) =>
  ['Found so far:', ...[...notes].map(([path, note]) => `${path}: ${note}`)].join('\n')

export function notesIn(told: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(
      told.replace(/\\+n/g, '\n').matchAll(/([\w./-]+\.\w+): ((?:\w+=\d+ ?)+)/g),
      ([, path = '', note = '']) => [path, note.trim()],
    ),
  )
}
