/** Bytes of a key by which keys are put in order before they are compared whole. */
const beginning = (key: string) => `substring(${key}, 1, 1000)`

export type Bound = readonly [operator: '>' | '>=' | '<' | '<=', key: Uint8Array]

/** The keys that are within all bounds. */
export interface KeyRange {
  readonly bounds: readonly Bound[]
  readonly reverse: boolean
  /** Infinite for no limit. */
  readonly limit: number
}

/** The statements of a store over the entries of a schema. */
export function storeStatements(schema: string) {
  const kv = `${schema}.kv`
  const writer = `writer as (update ${schema}.kv_writer set batch = batch + 1 where epoch = $1 and batch = $2 returning batch)`

  /** A condition with the order of a range, and its values, which are numbered from `first`. */
  function within({ bounds, reverse, limit }: KeyRange, first: number) {
    const conditions = bounds.map(([operator], index) => {
      const value = `$${first + index}::bytea`
      // The beginnings of two keys may be the same.
      return `key ${operator} ${value} and ${beginning('key')} ${operator[0]}= ${beginning(value)}`
    })
    const direction = reverse ? 'desc' : 'asc'
    const most = limit < Number.POSITIVE_INFINITY ? `limit ${limit}` : ''
    return {
      text: `where ${['true', ...conditions].join(' and ')} order by ${beginning('key')} ${direction}, key ${direction} ${most}`,
      values: bounds.map(([, key]) => key),
    }
  }

  return {
    claim: `update ${schema}.kv_writer set epoch = epoch + 1, batch = 0 returning epoch::float8 as epoch`,
    batchOf: `select batch::float8 as batch from ${schema}.kv_writer where epoch = $1`,
    get: `select value from ${kv} where sha256(key) = sha256($1)`,
    getMany: `select kv.value from unnest($1::bytea[]) with ordinality as asked (key, number)
      left join ${kv} as kv on sha256(kv.key) = sha256(asked.key) order by number`,
    /** Takes effect as the batch of that number of this writer only. */
    batch: `with ${writer},
    gone as (delete from ${kv} as kv using unnest($3::bytea[]) as given (key) where sha256(kv.key) = sha256(given.key) and exists (select from writer)),
    put as (insert into ${kv} (key, value) select key, value from unnest($4::bytea[], $5::bytea[]) as given (key, value)
      where exists (select from writer) on conflict (sha256(key)) do update set value = excluded.value)
    select batch from writer`,
    clear(range: KeyRange) {
      const { text, values } = within(range, 3)
      const chosen = `select sha256(key) from ${kv} ${text}`
      return {
        text: `with ${writer}, gone as (delete from ${kv} where sha256(key) in (${chosen}) and exists (select from writer)) select batch from writer`,
        values,
      }
    },
    page(range: KeyRange, withValues: boolean) {
      const { text, values } = within(range, 1)
      return { text: `select key${withValues ? ', value' : ''} from ${kv} ${text}`, values }
    },
  }
}
