import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** What a server has done since it began. */
export interface ServerUse {
  /** Milliseconds of CPU time of all its processes. */
  readonly cpuMs: number
  readonly transactions: number
  /** Bytes of its log. */
  readonly logBytes: number
}

/** Clock ticks of Linux. */
const tickMs = 10

export function serverUse(connectionString: string): Promise<ServerUse> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<Omit<ServerUse, 'cpuMs'> & { readonly pid: number }>(
      `select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "logBytes",
        (select xact_commit from pg_stat_database where datname = current_database())::float8 as transactions`,
    )
    const { pid = 0, logBytes = 0, transactions = 0 } = rows[0] ?? {}
    return { cpuMs: cpuMsOfServer(pid), transactions, logBytes }
  })
}

/** Bytes of the tables of a schema, with their indexes. */
export function bytesIn(connectionString: string, schema: string): Promise<number> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ readonly bytes: number }>(
      `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
        join pg_namespace n on n.oid = relnamespace where nspname = $1 and relkind = 'r'`,
      [schema],
    )
    return rows[0]?.bytes ?? 0
  })
}

export function versionOf(connectionString: string): Promise<string> {
  return withClient(
    connectionString,
    async (client) => (await client.query('show server_version')).rows[0]?.server_version,
  )
}

async function withClient<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

interface ProcessTimes {
  readonly pid: number
  readonly parent: number
  readonly own: number
  readonly ofEndedChildren: number
}

/** The processes of a server have one parent, which has the times of those that ended. Linux only. */
function cpuMsOfServer(backend: number): number {
  const all = readdirSync('/proc').flatMap((name) => timesOf(Number(name)))
  const main = all.find(({ pid }) => pid === backend)?.parent
  const ticks = all.map(({ pid, parent, own, ofEndedChildren }) => {
    if (pid === main) return own + ofEndedChildren
    return parent === main ? own : 0
  })
  return ticks.reduce((sum, one) => sum + one, 0) * tickMs
}

function timesOf(pid: number): readonly ProcessTimes[] {
  if (!(pid > 0)) return []
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const [, parent = 0] = words
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = words.slice(11)
    return [{ pid, parent, own: user + system, ofEndedChildren: userOfEnded + systemOfEnded }]
  } catch {
    // It ended meanwhile.
    return []
  }
}
