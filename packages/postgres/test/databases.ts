import pg from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type ArtooDatabase, type PostgresOptions, postgres } from '../src/index.js'
import { startServer, type TestServer, withoutPostgres } from './server.js'

/** The server of a test file, and the databases of its tests, which are closed behind each. */
export function testDatabases() {
  let running: TestServer | undefined
  let schemas = 0
  const open: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    if (!withoutPostgres) running = await startServer()
  })
  afterEach(closeAll)
  afterAll(() => running?.stop())

  async function closeAll(): Promise<void> {
    await Promise.all(open.splice(0).map((one) => one.close()))
  }

  const server = () => {
    if (!running) throw new Error('The server has not started.')
    return running
  }
  const own = <Closable extends { close(): Promise<void> }>(one: Closable): Closable => {
    open.push(one)
    return one
  }
  const schema = () => `artoo_${schemas}`

  return {
    server,
    own,
    schema,
    closeAll,
    /** A database with tables of its own. */
    async fresh(options: PostgresOptions = {}): Promise<ArtooDatabase> {
      schemas++
      return this.again(options)
    },
    /** The database of the test as another process has it. */
    async again(options: PostgresOptions = {}): Promise<ArtooDatabase> {
      const { connectionString } = server()
      return own(await postgres({ connectionString, schema: schema(), pool: { max: 4 }, ...options }))
    },
    /** Runs a statement beside the library. */
    async sql<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
      const client = new pg.Client({ connectionString: server().connectionString })
      await client.connect()
      try {
        return (await client.query(text, [...values])).rows as Row[]
      } finally {
        await client.end()
      }
    },
  }
}
