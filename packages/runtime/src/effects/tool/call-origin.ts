import type { Envelope } from '@artoo/bus'
import { onlyReads } from '@artoo/spec'
import type { CallOrigin, ToolCallRecord } from './tool-contracts.js'

/** The results of a run's reads, by which the origin of a call's values is found. */
export interface ReadResults {
  note(record: ToolCallRecord): void
  /** The read whose result holds the values of a call, where the user's words don't; null when there is none. */
  originOf(call: Pick<ToolCallRecord, 'target' | 'input'>, words: readonly string[]): CallOrigin | null
}

/** The most characters of results that are kept, the latest first. */
const mostKept = 2_000_000
/** The fewest characters of a value: a shorter one occurs in most texts by chance. */
const shortest = 4

interface ReadResult {
  readonly origin: CallOrigin
  readonly text: string
}

/** The first results that fit into `mostKept` characters. */
function withinRoom(results: readonly ReadResult[]): readonly ReadResult[] {
  let taken = 0
  return results.filter(({ text }) => {
    taken += text.length
    return taken <= mostKept
  })
}

export function readResults(history: readonly Envelope[]): ReadResults {
  let kept: readonly ReadResult[] = []
  const results: ReadResults = {
    note({ tool, target, effect, status, output }) {
      if (status !== 'ok' || effect === null || !onlyReads(effect)) return
      kept = withinRoom([{ origin: { tool, target }, text: output.toLowerCase() }, ...kept])
    },
    originOf({ target, input }, words) {
      const said = words.map((text) => text.toLowerCase())
      const isSaid = (value: string) => said.some((text) => text.includes(value))
      const readWith = (values: readonly string[]) =>
        kept.find(({ text }) => values.some((value) => text.includes(value)))?.origin ?? null
      const strange = valuesIn([target, input]).filter((value) => !isSaid(value))
      return readWith(strange) ?? readWith(strange.flatMap((value) => strangeNamesIn(value, isSaid)))
    },
  }
  for (const { type, payload } of history) if (type === 'ToolResult') results.note(payload as ToolCallRecord)
  return results
}

/**
 * Names of files and addresses in a path or command, which a read may give in other words: `rm payroll.csv`, `/srv/payroll.csv`. Empty
 * where the user said a word of it.
 */
function strangeNamesIn(value: string, isSaid: (name: string) => boolean): readonly string[] {
  const words = value.split(/[^\p{L}\p{N}._@/-]+/u)
  const parts = words.map((word) => word.replace(/\/+$/, '').split('/').at(-1)?.replace(/^-+/, '') ?? '')
  const telling = parts.filter((part) => part.length >= shortest)
  if (telling.some(isSaid)) return []
  return words.length === 1 ? telling : telling.filter((part) => /[.@]/.test(part))
}

/** The texts in plain data that have at least `shortest` characters, in lower case; a path without `./` before it. */
function valuesIn(data: unknown): readonly string[] {
  if (typeof data === 'string') {
    const value = data
      .trim()
      .toLowerCase()
      .replace(/^(?:\.\/)+/, '')
    return value.length < shortest ? [] : [value]
  }
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(valuesIn) : []
}
