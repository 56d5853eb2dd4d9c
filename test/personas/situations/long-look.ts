import type { Files } from '../task.js'
import type { End, Situation } from './situation.js'

const owners = ['ada', 'bob', 'eve', 'grace'] as const

const amountOf = (file: number, row: number) => ((file + 1) * 37 + row * 53) % 97

/** Rows of `owner,amount,note`, with a note as long as wanted. */
function rows(file: number, { count, note }: { readonly count: number; readonly note: number }): string {
  const lines = Array.from({ length: count }, (_, row) => {
    const owner = owners[(file + row) % owners.length]
    return `${owner},${amountOf(file, row)},${'order of the day '.repeat(note).slice(0, note)}`
  })
  return `${lines.join('\n')}\n`
}

const filesOf = (number: number, size: { readonly count: number; readonly note: number }): Files =>
  Object.fromEntries(
    Array.from({ length: number }, (_, file) => [`rows/${String(file + 1).padStart(2, '0')}.csv`, rows(file, size)]),
  )

/** Worked out from the files anew, without what the players use. */
export function sumsIn(files: Files): string {
  const sums = new Map<string, number>()
  for (const line of Object.values(files).flatMap((content) => content.split('\n'))) {
    const [owner = '', amount = ''] = line.split(',')
    if (owner !== '') sums.set(owner, (sums.get(owner) ?? 0) + Number(amount))
  }
  return [...sums]
    .map(([owner, sum]) => `${owner}: ${sum}`)
    .sort()
    .join('\n')
}

const words = 'Sum up the amounts of each owner over all files in "rows"'
const isRight = ({ status, answer, before, touched }: End) =>
  status === 'complete' && answer === sumsIn(before) && touched.length === 0

/** Thirty files of 10 kB, of which all go into the answer. */
export const longLook: Situation = {
  name: 'the long look',
  turns: [words],
  files: filesOf(30, { count: 110, note: 84 }),
  hosts: [{ name: 'any' }],
  isRight,
}

/** An edit that nobody has read back: its judge looks at the file. */
export const lookAtWorld: Situation = {
  name: 'the edit that nobody read back',
  turns: ['Copy "plan.txt" to "copy.txt"'],
  files: { 'plan.txt': 'buy milk\ncall Grace\n' },
  hosts: [{ name: 'any' }],
  manner: { leavesReading: true },
  isRight: ({ status, after, touched }) =>
    status === 'complete' && touched.join() === 'copy.txt' && after['copy.txt'] === after['plan.txt'],
}

/** More files than there are turns, for a model that reads one a turn. Its judge believes what the first round is said to have found. */
export const usedUpTurns: Situation = {
  name: 'used-up turns',
  turns: [words],
  files: filesOf(20, { count: 4, note: 8 }),
  hosts: [{ name: 'any' }],
  manner: { oneByOne: true },
  isRight,
}

/** The same with a judge that believes records alone: those of the first round are not shown to it. */
export const usedUpTurnsForDoubters: Situation = {
  ...usedUpTurns,
  name: 'used-up turns, a judge that believes records alone',
  manner: { oneByOne: true, doubts: true },
}
