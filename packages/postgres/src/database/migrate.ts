import { ArtooError } from '@artoo/spec'
import type { Database } from './database.js'
import { migrations } from './migrations.js'

/** The oldest that the tests have run on, as `server_version_num`. */
const oldest = 150_000

interface Found {
  readonly server: number
  readonly version: string
  readonly has_schema: boolean
  readonly has_table: boolean
}

/**
 * Brings the tables to the version of this package, once, however many processes ask at the same time. Tables that are there already need no
 * right to create any.
 *
 * @throws {ArtooError} `unsupported_database`, `unsupported_store`, `database_rights`
 */
export async function migrate(database: Database): Promise<void> {
  const [found] = await database.query<Found>(look, [database.name])
  if (!found || found.server < oldest) throw tooOld(found?.version)
  if (found.has_table && (await versionOf(database)) === migrations.length) return
  await database.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`artoo ${database.schema}`])
    const { has_schema, has_table } = (await client.query(look, [database.name])).rows[0] as Found
    if (!has_schema) await client.query(`create schema ${database.schema}`)
    if (!has_table) await client.query(`create table ${database.schema}.version (version integer not null)`)
    const { rows } = await client.query(`select version from ${database.schema}.version`)
    const version = (rows[0] as { readonly version: number } | undefined)?.version ?? 0
    assertKnown(version, database.name)
    for (const migration of migrations.slice(version)) await client.query(migration(database.schema))
    await client.query(`delete from ${database.schema}.version`)
    await client.query(`insert into ${database.schema}.version values ($1)`, [migrations.length])
  })
}

/** By tables: a function such as `to_regclass` may not see yet what another process has just committed. */
const look = `select current_setting('server_version_num')::int as server, current_setting('server_version') as version,
  exists (select from pg_namespace where nspname = $1) as has_schema,
  exists (select from pg_tables where schemaname = $1 and tablename = 'version') as has_table`

async function versionOf({ query, schema, name }: Database): Promise<number> {
  const [row] = await query<{ readonly version: number }>(`select version from ${schema}.version`)
  assertKnown(row?.version ?? 0, name)
  return row?.version ?? 0
}

function assertKnown(version: number, name: string): void {
  if (version <= migrations.length) return
  const message = `the tables of the schema ${name} have version ${version}, this package knows ${migrations.length}: update @artoo/postgres, or give another schema`
  throw new ArtooError('unsupported_store', message, { field: 'schema' })
}

function tooOld(version = 'unknown'): ArtooError {
  return new ArtooError('unsupported_database', `the server is PostgreSQL ${version}: use version 15 or later`)
}
