import { truncateOutput } from '@artoo/tools'

/** Characters of a conversation with a model, of which every request gets its share. */
export const defaultRoom = 400_000

/** The characters that a text may always take: a note that it is left out has room in them. */
const shortest = 64

/** Characters that data takes in a briefing, as deep in it as data stands. */
export function written(data: unknown): number {
  return JSON.stringify(data, null, 10)?.length ?? 0
}

/**
 * The most that each may take so that all together fit into the room: room that a small one leaves is shared by the
 * others. Infinity when all fit.
 */
export function evenShare(wants: readonly number[], room: number): number {
  let left = room
  const ascending = [...wants].sort((a, b) => a - b)
  for (const [index, want] of ascending.entries()) {
    const share = left / (ascending.length - index)
    if (want > share) return Math.max(0, share)
    left -= want
  }
  return Infinity
}

/** Head and tail of a text that would take more room as JSON, and between them how much was left out. */
export function clipped(text: string, room: number): string {
  const most = Math.max(shortest, room)
  let cut = text
  for (let limit = most; written(cut) > most; limit *= 0.7) {
    if (limit < shortest) return `[… ${text.length} characters left out …]`
    cut = truncateOutput(text, Math.floor(limit))
  }
  return cut
}

/** Plain data whose longest texts are clipped until all of it has room. What isn't text stays, so there must be room for that. */
export function fitted<Data>(data: Data, room: number): Data {
  const texts: number[] = []
  const frame = JSON.stringify(
    data,
    (_, value) => {
      if (typeof value !== 'string') return value
      texts.push(written(value))
      return ''
    },
    10,
  )
  const share = evenShare(texts, room - frame.length)
  if (share === Infinity) return data
  return JSON.parse(JSON.stringify(data, (_, value) => (typeof value === 'string' ? clipped(value, share) : value)))
}

/** The first entries that fit into the room, as they are shown. */
export function fitting<Entry, Shown>(
  entries: Iterable<Entry>,
  room: number,
  show: (entry: Entry) => Shown,
): readonly Shown[] {
  const shown: Shown[] = []
  let left = room
  for (const entry of entries) {
    const next = show(entry)
    left -= written(next)
    if (left < 0) break
    shown.push(next)
  }
  return shown
}

/** The entry of a list that stands for those that are not shown. */
export interface NotShown {
  readonly notShown: string
}

/** The first of a list, and how many more there are. */
export function firstOf<Entry>(entries: readonly Entry[], most: number): readonly (Entry | NotShown)[] {
  return withMore(entries.slice(0, most), entries.length)
}

/** The shown entries of a list, and the number of those that are not. */
export function withMore<Entry>(shown: readonly Entry[], all: number): readonly (Entry | NotShown)[] {
  return all > shown.length ? [...shown, { notShown: `${all - shown.length} more` }] : shown
}

/** The last of a list, and how many there were before. */
export function lastOf<Entry>(entries: readonly Entry[], most: number): readonly (Entry | NotShown)[] {
  if (entries.length <= most) return entries
  return [{ notShown: `${entries.length - most} earlier` }, ...entries.slice(-most)]
}
