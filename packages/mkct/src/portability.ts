import { ArtooError } from '@artoo/spec'
import { forgottenIn } from './commit-writes.js'
import { type Engine, timeOf } from './engine.js'
import { checkHeader, format, type ImportLine, invalidImport, parseLine, version } from './import-line.js'
import { decodeEntry } from './journal-entry.js'
import { decodeNumber } from './key-encoding.js'
import type { Megram } from './megram.js'
import { readRecords, type Stored } from './records.js'
import { createRenumbering, type Renumbering } from './renumbering.js'
import { inOneBatch, type Stage } from './stage.js'

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
  /** What was here already or stood further up, the same but for level, recall mark and numbers; what was forgotten, by its key. */
  readonly skipped: number
}

const chunkSize = 500

/**
 * Appends exported Megrams with their ids, times and recall marks.
 *
 * @throws {ArtooError} `invalid_import` for a line that is none, `schema_unsupported` for an export of another version,
 * `invalid_megram`, `at_in_future` or `level_reserved` for a Megram that can't be, `import_conflict` for an id or key that
 * stands for something else here. The message names the line. Chunks before the faulty one stay; importing again skips
 * them.
 */
export async function importLines(
  engine: Engine,
  lines: AsyncIterable<string> | Iterable<string>,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const renumbering = createRenumbering()
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

/** To be used inside `gate.exclusive`. */
export async function importChunk(
  engine: Engine,
  lines: readonly ImportLine[],
  renumbering: Renumbering,
): Promise<ImportReport> {
  const { access, keys } = engine
  const taken = await access.getMany(lines.map(({ megram }) => keys.id(megram.id)))
  const claims = await access.getMany(
    lines.map(({ megram }) => (megram.key === undefined ? keys.head : keys.idempotency(megram.key))),
  )
  const megrams = lines.map(({ megram }) => megram)
  const forgotten = await forgottenIn(engine, megrams)
  const present = await readRecords(
    engine,
    taken.map((sequence) => (sequence ? decodeNumber(sequence) : 0)),
  )
  const here = new Map<string, Pick<Stored, 'sequence' | 'megram'>>()
  for (const stored of present) if (stored) here.set(stored.megram.id, stored)
  const claimed = new Set<string>()

  function isHere(line: ImportLine): boolean {
    const { sequence, megram } = line
    if (megram.key !== undefined && forgotten.has(megram.key)) return true
    const same = here.get(megram.id)
    if (!same) return false
    if (identityOf(same.megram) !== identityOf(megram)) throw conflict(line, megram.id)
    renumbering.note(megram, sequence, same.sequence)
    return true
  }

  function append(stage: Stage, line: ImportLine, index: number): void {
    const { sequence, megram } = line
    if (megram.key !== undefined) {
      if (claims[index] !== undefined || claimed.has(megram.key)) throw conflict(line, megram.key)
      claimed.add(megram.key)
    }
    const appended = stage.append(renumbering.apply(megram))
    here.set(megram.id, { sequence: appended, megram })
    renumbering.note(megram, sequence, appended)
    if (megram.recalledAt !== null) stage.markRecall(appended, null, megram.recalledAt)
  }

  return inOneBatch(engine, async (stage) => {
    await stage.load(megrams)
    let imported = 0
    for (const [index, line] of lines.entries()) {
      if (isHere(line)) continue
      append(stage, line, index)
      imported++
    }
    return { imported, skipped: lines.length - imported }
  })
}

/** What makes a Megram the same in two memories: all but what recalling, demoting and numbering may change. */
function identityOf(megram: Megram): string {
  const { at, space, entity, content, state, f, sigma, key, subject, subjects, sources, about, origin } = megram
  return JSON.stringify([at, space, entity, content, state, f, sigma, key, subject, subjects, sources, about, origin])
}

function conflict({ number }: ImportLine, what: string): ArtooError {
  return new ArtooError(
    'import_conflict',
    `Line ${number}: ${JSON.stringify(what)} stands for another Megram in this memory; import into another namespace.`,
    { field: 'lines' },
  )
}
