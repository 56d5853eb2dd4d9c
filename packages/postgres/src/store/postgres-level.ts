import { AbstractIterator, type AbstractIteratorOptions, AbstractLevel } from 'abstract-level'
import type { Database } from '../database/database.js'
import { type Bound, type KeyRange, storeStatements } from './store-statements.js'
import { type StoreWriter, storeWriter } from './store-writer.js'

/** Entries that are fetched at once for who asks for one at a time. */
const entriesAtOnce = 100

interface Entry {
  readonly key: Buffer
  readonly value?: Buffer
}

type Operation =
  | { readonly type: 'put'; readonly key: Buffer; readonly value: Buffer }
  | { readonly type: 'del'; readonly key: Buffer }

/** A store of abstract-level on a table. A class, since abstract-level is one. Entries are read as they are when they are read: it has no snapshots. */
export class PostgresLevel extends AbstractLevel<Buffer, string, string> {
  readonly #database: Database
  readonly #sql
  #writer: StoreWriter | undefined

  constructor(database: Database) {
    super({ encodings: { buffer: true }, snapshots: false, explicitSnapshots: false, permanence: true, seek: true })
    this.#database = database
    this.#sql = storeStatements(database.schema)
  }

  async _open(): Promise<void> {
    this.#writer = await storeWriter(this.#database)
  }

  async _close(): Promise<void> {
    await this.#writer?.close()
  }

  async _get(key: Buffer): Promise<Buffer | undefined> {
    return (await this.read<Entry>(this.#sql.get, [key]))[0]?.value
  }

  async _getMany(keys: readonly Buffer[]): Promise<(Buffer | undefined)[]> {
    const rows = await this.read<{ readonly value: Buffer | null }>(this.#sql.getMany, [keys])
    return rows.map(({ value }) => value ?? undefined)
  }

  async _put(key: Buffer, value: Buffer): Promise<void> {
    await this._batch([{ type: 'put', key, value }])
  }

  async _del(key: Buffer): Promise<void> {
    await this._batch([{ type: 'del', key }])
  }

  async _batch(operations: readonly Operation[]): Promise<void> {
    // The last operation on a key counts.
    const last = [...new Map(operations.map((one) => [one.key.toString('latin1'), one])).values()]
    const puts = last.filter((one) => one.type === 'put')
    const gone = last.filter(({ type }) => type === 'del').map(({ key }) => key)
    const values = [gone, puts.map(({ key }) => key), puts.map(({ value }) => value)]
    await this.#writer?.write(this.#sql.batch, values)
  }

  async _clear(options: RangeOptions): Promise<void> {
    const { text, values } = this.#sql.clear(rangeOf(options))
    await this.#writer?.write(text, values)
  }

  _iterator(options: IteratorOptions): object {
    return new Entries(this, options)
  }

  /** Reads a part of a range, for iterators. */
  page(range: KeyRange, withValues: boolean): Promise<readonly Entry[]> {
    const { text, values } = this.#sql.page(range, withValues)
    return this.read(text, values)
  }

  private read<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#database.reach(() => this.#database.query<Row>(text, values))
  }
}

interface RangeOptions {
  readonly gt?: Buffer
  readonly gte?: Buffer
  readonly lt?: Buffer
  readonly lte?: Buffer
  readonly reverse?: boolean
  /** A negative number stands for no limit. */
  readonly limit?: number
}

function rangeOf({ gt, gte, lt, lte, reverse = false, limit = -1 }: RangeOptions): KeyRange {
  const bounds: readonly (readonly [Bound[0], Buffer | undefined])[] = [
    gte ? ['>=', gte] : ['>', gt],
    lte ? ['<=', lte] : ['<', lt],
  ]
  const given = bounds.filter((bound): bound is readonly [Bound[0], Buffer] => bound[1] !== undefined)
  return { bounds: given, reverse, limit: limit < 0 ? Number.POSITIVE_INFINITY : limit }
}

type IteratorOptions = Omit<AbstractIteratorOptions<string, string>, keyof RangeOptions> & RangeOptions

type Item = [key: Buffer | undefined, value: Buffer | undefined]

/** Walks a range in pages, each of which begins behind the last key of the one before. */
class Entries extends AbstractIterator<PostgresLevel, unknown, unknown> {
  readonly #options: IteratorOptions
  readonly #range: KeyRange
  #from: readonly Bound[] = []
  #fetched: Item[] = []

  constructor(level: PostgresLevel, options: IteratorOptions) {
    super(level as never, options as never)
    this.#options = options
    this.#range = rangeOf(options)
  }

  async #fetch(limit: number): Promise<Item[]> {
    const { keys = true, values = true } = this.#options
    const { bounds, reverse } = this.#range
    const page = await this.db.page({ bounds: [...bounds, ...this.#from], reverse, limit }, values)
    const last = page.at(-1)
    if (last) this.#from = [[reverse ? '<' : '>', last.key]]
    return page.map(({ key, value }) => [keys ? key : undefined, values ? value : undefined])
  }

  /** A target outside of the range is its end. */
  _seek(target: Buffer): void {
    const { bounds, reverse } = this.#range
    const isWithin = bounds.every(([operator, key]) => {
      const order = Buffer.compare(target, key)
      return (order === 0 && operator.length === 2) || (operator[0] === '>' ? order > 0 : order < 0)
    })
    this.#fetched = []
    this.#from = isWithin
      ? [[reverse ? '<=' : '>=', target]]
      : [
          ['>', target],
          ['<', target],
        ]
  }

  async _next(): Promise<Item | undefined> {
    if (this.#fetched.length === 0) this.#fetched = await this.#fetch(Math.min(entriesAtOnce, this.limit - this.count))
    return this.#fetched.shift()
  }

  async _nextv(size: number): Promise<Item[]> {
    if (this.#fetched.length > 0) return this.#fetched.splice(0, size)
    return this.#fetch(size)
  }

  /** In one statement: readers see all of a batch or nothing of it. */
  async _all(): Promise<Item[]> {
    const before = this.#fetched.splice(0)
    return [...before, ...(await this.#fetch(this.limit - this.count - before.length))]
  }
}
