import { ArtooError, errorMessage, type Store } from '@artoo/spec'
import type { AbstractLevel } from 'abstract-level'
import * as z from 'zod'
import { type RecordKind, type RecordOf, schemas } from './records.js'

type Keeping<Format> = AbstractLevel<Format, string, string>

/** The name of the sublevel: other data may stand beside it. */
const name = 'artoo-omega'
const past = '~'

/** A record to be written; null deletes it. */
export type RecordChange = {
  [Kind in RecordKind]: { readonly kind: Kind; readonly id: string; readonly record: RecordOf<Kind> | null }
}[RecordKind]

/** Typed records in a store, one key each, checked on reading. Ids are well-formed text. */
export function createRecordStore(whole: Store) {
  // TypeScript calls no generic method of a union.
  const root = whole as unknown as Keeping<string>
  const store = root.sublevel(name, { keyEncoding: 'utf8', valueEncoding: 'utf8' })
  const keyOf = (kind: RecordKind, id: string) => `${kind}/${encodeURIComponent(id)}`

  async function get<Kind extends RecordKind>(kind: Kind, id: string): Promise<RecordOf<Kind> | null> {
    const text = await store.get(keyOf(kind, id))
    return text === undefined ? null : parsed(kind, id, text)
  }

  const has = async (kind: RecordKind, id: string) => (await store.get(keyOf(kind, id))) !== undefined

  /** By id; `under`: only those whose id starts so. What can't be read is thrown, or given to `onDamage`. */
  async function* list<Kind extends RecordKind>(
    kind: Kind,
    { under = '', onDamage, signal }: ListOptions = {},
  ): AsyncGenerator<RecordOf<Kind>> {
    const prefix = keyOf(kind, under)
    for await (const [key, text] of store.iterator({ gte: prefix, lt: prefix + past })) {
      signal?.throwIfAborted()
      const id = decodeURIComponent(key.slice(kind.length + 1))
      const record = readable(kind, id, text, onDamage)
      if (record) yield record
    }
  }

  /** In one chained batch: all of it or nothing. */
  async function write(changes: readonly RecordChange[]): Promise<void> {
    const batch = root.batch()
    const options = { sublevel: store, keyEncoding: 'utf8', valueEncoding: 'utf8' } as const
    try {
      for (const { kind, id, record } of changes) {
        if (record === null) batch.del(keyOf(kind, id), options)
        else batch.put(keyOf(kind, id), JSON.stringify(record), options)
      }
      await batch.write()
    } catch (error) {
      // The error of the batch matters more than an error of closing it.
      await batch.close().catch(() => undefined)
      throw error
    }
  }

  /**
   * Takes the text of a deleted record out of the files of a store that offers to rewrite them (classic-level). The first rewriting may
   * only move it to another file; the second drops it.
   */
  async function erase(kind: RecordKind, id: string): Promise<void> {
    if (!('compactRange' in whole) || typeof whole.compactRange !== 'function') return
    const key = store.prefixKey(keyOf(kind, id), 'utf8')
    for (let round = 0; round < 2; round++) {
      await root.batch().put(key, '').del(key).write()
      await whole.compactRange(key, key + past, { keyEncoding: 'utf8' })
    }
  }

  return { get, has, list, write, erase }
}

export type OmegaRecords = ReturnType<typeof createRecordStore>

interface ListOptions {
  readonly under?: string
  readonly onDamage?: (id: string, message: string) => void
  readonly signal?: AbortSignal | undefined
}

function readable<Kind extends RecordKind>(
  kind: Kind,
  id: string,
  text: string,
  onDamage: ListOptions['onDamage'],
): RecordOf<Kind> | null {
  try {
    return parsed(kind, id, text)
  } catch (error) {
    if (!onDamage) throw error
    onDamage(id, errorMessage(error))
    return null
  }
}

function parsed<Kind extends RecordKind>(kind: Kind, id: string, text: string): RecordOf<Kind> {
  const refuse = (why: string): never => {
    const message = `The ${kind} record ${id} can't be read: ${why}. Delete it with forget('${kind}', id).`
    throw new ArtooError('invalid_record', message, { field: id })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('it is no JSON')
  }
  const found = schemas[kind].safeParse(value)
  if (!found.success) return refuse(z.prettifyError(found.error).replaceAll(/\s+/g, ' '))
  if (found.data.id !== id) return refuse(`it says that it is ${found.data.id}`)
  return found.data as RecordOf<Kind>
}
