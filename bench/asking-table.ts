import { type Played, play, type Way } from '../test/personas/play.js'
import type { Host, Situation } from '../test/personas/situations/situation.js'
import { situations } from '../test/personas/situations.js'

const ways: readonly Way[] = ['bare', 'lean', 'full']

export interface Row {
  readonly situation: string
  readonly host: string
  readonly way: Way
  readonly played: Played
}

/** Each situation with each of its hosts' people, in a bare tool loop and in both depths of artoo. */
export async function askingRows(chosen: (situation: Situation) => boolean = () => true): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const situation of situations.filter(chosen)) {
    for (const host of situation.hosts) for (const way of ways) rows.push(await rowOf(situation, host, way))
  }
  return rows
}

const rowOf = async (situation: Situation, host: Host, way: Way): Promise<Row> => ({
  situation: situation.name,
  host: host.name,
  way,
  played: await play(situation, { host, way }),
})

/** The table of docs/evidence/permissions.md. Costs beside those of another release, by the table that it printed, are shown as `13 → 4`. */
export function askingTable(rows: readonly Row[], before = ''): string {
  const earlier = new Map(before.split('\n').map((line) => [nameOf(line), line.split(/ ?\| ?/)]))
  const lines = rows.map(({ situation, host, way, played }) => {
    const name = [situation, host, way]
    const cells = cellsOf(played)
    const old = earlier.get(name.join(' | '))?.slice(name.length + 1)
    return `| ${[...name, ...cells.map((cell, at) => changed(old?.[at], cell))].join(' | ')} |`
  })
  const heads = ['situation', 'people', 'system', 'outcome', 'asked', 'left to the user', 'end', 'calls', 'tokens']
  return [`| ${heads.join(' | ')} |`, '|---|---|---|---|---:|---|---|---:|---:|', ...lines].join('\n')
}

const nameOf = (line: string) =>
  line
    .split(/ ?\| ?/)
    .slice(1, 4)
    .join(' | ')

const changed = (earlier: string | undefined, cell: string) =>
  earlier === undefined || earlier === cell ? cell : `${earlier} → ${cell}`

function cellsOf({ isRight, isWrong, isGuessed, isLeftOpen, isLeaked, asked, code, calls, tokens }: Played) {
  const outcome = isRight ? 'right' : isWrong ? 'wrong' : 'nothing'
  const remarks = [outcome, isGuessed && 'guessed', isLeaked && 'leaked'].filter(Boolean)
  return [remarks.join(', '), `${asked.length}`, isLeftOpen ? 'yes' : '', code, `${calls}`, `${tokens}`]
}
