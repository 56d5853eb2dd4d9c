import { ArtooError } from '@artoo/spec'
import { loadAggregates } from './aggregates.js'
import { type Engine, timeOf } from './engine.js'
import { checkHeader, format, type ImportLine, invalidImport, parseLine, version } from './import-line.js'
import { decodeEntry, type Hash } from './journal-entry.js'
import { decodeNumber } from './key-encoding.js'
import type { Megram } from './megram.js'
import { substanceOf } from './record-index.js'
import { readRecords } from './records.js'
import { inOneBatch } from './stage.js'

/** A header line, then one line per Megram, in order of writing. Lines carry no line break. */
export async function* exportLines(engine: Engine, namespace: string, signal?: AbortSignal): AsyncGenerator<string> {
  const { gate, access, keys } = engine
  yield JSON.stringify({ format, version, namespace })
  const journal = keys.table('e')
  for (let from: { gte: string } | { gt: string } = journal; ; ) {
    signal?.throwIfAborted()
    const start: { gte: string } | { gt: string } = from
    const lines = await gate.read(async () => {
      const page = await access.page({ ...start, lt: journal.lt }, { limit: chunkSize })
      const live = page.filter(([, value]) => decodeEntry(value).type === 'megram').map(([key]) => keys.lastNumber(key))
      return { page, records: await readRecords(engine, live) }
    })
    for (const record of lines.records) {
      if (record) yield JSON.stringify({ sequence: record.sequence, ...record.megram })
    }
    const last = lines.page.at(-1)
    if (!last || lines.page.length < chunkSize) return
    from = { gt: last[0] }
  }
}

export interface ImportReport {
  readonly imported: number
  /** Megrams that were here already, with the same id and substance. */
  readonly skipped: number
}

const chunkSize = 500

/**
 * Appends exported Megrams with their ids, times and recall marks.
 *
 * @throws {ArtooError} `invalid_import` for a line that is none, `at_in_future`, `import_conflict` for an id or key that
 * stands for something else here. Chunks before the faulty one stay; importing again skips them.
 */
export async function importLines(
  engine: Engine,
  lines: AsyncIterable<string> | Iterable<string>,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const renumbering: [old: number, now: number][] = []
  let report: ImportReport = { imported: 0, skipped: 0 }
  let chunk: ImportLine[] = []
  let number = 0
  const flush = async () => {
    const ready = chunk
    chunk = []
    const done = await engine.gate.exclusive(() => importChunk(engine, ready, renumbering))
    report = { imported: report.imported + done.imported, skipped: report.skipped + done.skipped }
  }
  for await (const line of lines) {
    signal?.throwIfAborted()
    number++
    if (number === 1) checkHeader(line)
    else if (line.trim() !== '') chunk.push(parseLine(line, number, timeOf(engine)))
    if (chunk.length === chunkSize) await flush()
  }
  if (number === 0) throw invalidImport('The import is empty; its first line must be the header.')
  await flush()
  return report
}

async function importChunk(
  engine: Engine,
  lines: readonly ImportLine[],
  renumbering: [number, number][],
): Promise<ImportReport> {
  const { access, keys, hash } = engine
  const taken = await access.getMany(lines.map(({ megram }) => keys.id(megram.id)))
  const claims = await access.getMany(
    lines.map(({ megram }) => (megram.key === undefined ? keys.head : keys.idempotency(megram.key))),
  )
  const aggregates = await loadAggregates(
    engine,
    lines.map(({ megram }) => megram),
  )
  const here = await readRecords(
    engine,
    taken.map((sequence) => (sequence ? decodeNumber(sequence) : 0)),
  )
  return inOneBatch(engine, (stage) => {
    const ids = new Set<string>()
    const claimed = new Set<string>()
    let skipped = 0
    for (const [index, { sequence, megram }] of lines.entries()) {
      const present = here[index]
      if (present) {
        checkSame(hash, present.megram, megram)
        renumbering.push([sequence, present.sequence])
        skipped++
        continue
      }
      takeOnce(ids, megram.id, undefined)
      if (megram.key !== undefined) takeOnce(claimed, megram.key, claims[index])
      const before = stage.aggregate(keys.aggregate(megram.space, megram.entity), aggregates[index])
      const appended = stage.append(renumbered(megram, renumbering), before)
      renumbering.push([sequence, appended])
      if (megram.recalledAt !== null) stage.markRecall(appended, null, megram.recalledAt)
    }
    return { imported: lines.length - skipped, skipped }
  })
}

function checkSame(hash: Hash, here: Megram, imported: Megram): void {
  if (substanceOf(hash, here) !== substanceOf(hash, imported)) throw conflict(imported.id)
}

function takeOnce(taken: Set<string>, name: string, holder: string | undefined): void {
  if (holder !== undefined || taken.has(name)) throw conflict(name)
  taken.add(name)
}

function renumbered(megram: Megram, renumbering: readonly (readonly [number, number])[]): Megram {
  const { consolidated, ...rest } = megram
  return consolidated === undefined ? rest : { ...rest, consolidated: mapped(renumbering, consolidated) }
}

/** The new number of the last imported Megram that is not younger than `old`. */
function mapped(renumbering: readonly (readonly [number, number])[], old: number): number {
  return renumbering.findLast(([sequence]) => sequence <= old)?.[1] ?? 0
}

function conflict(what: string): ArtooError {
  return new ArtooError(
    'import_conflict',
    `${JSON.stringify(what)} stands for another Megram in this memory; import into another namespace.`,
    { field: 'lines' },
  )
}
