import { ArtooError } from '@artoo/spec'
import { type Engine, timeOf } from '../journal/engine.js'
import { inSteps } from '../journal/in-steps.js'
import { forgottenKey } from '../journal/record-index.js'
import { recordsAt, recordsOf, type Stored } from '../journal/records.js'
import { inOneBatch } from '../journal/stage.js'
import type { Megram } from '../megram/megram.js'
import { checkHeader, format, type ImportLine, invalidImport, parseLine, version } from './import-line.js'
import { createRenumbering, type Renumbering } from './renumbering.js'

/** A header line, then one line per Megram, in order of writing. Lines carry no line break. */
export async function* exportLines(engine: Engine, namespace: string, signal: AbortSignal): AsyncGenerator<string> {
  yield JSON.stringify({ format, version, namespace })
  const journal = engine.keys.table('e')
  for await (const records of inSteps(engine, 'read', journal, signal, recordsAt)) {
    for (const { sequence, megram } of records) yield JSON.stringify({ sequence, ...megram })
  }
  signal.throwIfAborted()
}

export interface ImportReport {
  readonly imported: number
  /**
   * The number of Megrams that were here already, stood further up in the import (the same but for level, recall mark
   * and numbers) or were forgotten by their key.
   */
  readonly skipped: number
}

const chunkSize = 500

/** Appends exported Megrams with their ids, times and recall marks; fails as `Memory.import` says. */
export async function importLines(
  engine: Engine,
  lines: AsyncIterable<string> | Iterable<string>,
  signal: AbortSignal,
): Promise<ImportReport> {
  const renumbering = createRenumbering()
  const report = { imported: 0, skipped: 0 }
  let chunk: ImportLine[] = []
  let number = 0
  const flush = async () => {
    const { imported, skipped } = await engine.gate.exclusive(() => importChunk(engine, chunk, renumbering))
    report.imported += imported
    report.skipped += skipped
    chunk = []
  }
  for await (const line of lines) {
    signal.throwIfAborted()
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
  const { access, keys, hash } = engine
  const megrams = lines.map(({ megram }) => megram)
  const named = megrams.flatMap(({ key }) => key ?? [])
  const forgotten = await access.find(named, (key) => forgottenKey(keys, hash, key))
  const claimed = new Set((await access.find(named, keys.idempotency)).keys())
  const stored = await recordsOf(
    engine,
    megrams.map(({ id }) => id),
  )
  const here = new Map<string, Pick<Stored, 'sequence' | 'megram'>>(stored.map((one) => [one.megram.id, one]))

  /** The number of the same Megram, if it is here. */
  function numberHere(line: ImportLine): number | undefined {
    const { id, key } = line.megram
    const same = here.get(id)
    if (same && identityOf(same.megram) !== identityOf(line.megram)) throw conflict(line, id)
    if (!same && key !== undefined && claimed.has(key)) throw conflict(line, key)
    return same?.sequence
  }

  return inOneBatch(engine, async (stage) => {
    await stage.load(megrams)
    let imported = 0
    for (const line of lines) {
      const { megram } = line
      const { id, key } = megram
      if (key !== undefined && forgotten.has(key)) continue
      const present = numberHere(line)
      const sequence = present ?? stage.append(renumbering.apply(megram))
      renumbering.note(megram, line.sequence, sequence)
      if (present !== undefined) continue
      here.set(id, { sequence, megram })
      if (key !== undefined) claimed.add(key)
      imported++
    }
    return { imported, skipped: lines.length - imported }
  })
}

/** A Megram's identity across two memories: every field that recalling, demoting and numbering leave alone. */
function identityOf(megram: Megram): string {
  const { at, space, entity, content, state, f, sigma, key, subject, subjects, sources, about, origin } = megram
  return JSON.stringify([at, space, entity, content, state, f, sigma, key, subject, subjects, sources, about, origin])
}

function conflict({ number }: ImportLine, what: string): ArtooError {
  const message = `Line ${number}: ${JSON.stringify(what)} stands for another Megram in this memory; import into another namespace.`
  return new ArtooError('import_conflict', message, { field: 'lines' })
}
