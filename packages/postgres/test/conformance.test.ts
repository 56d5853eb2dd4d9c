import { testJournal, testQueue } from '@artoo/runtime/conformance'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type ArtooDatabase, postgres } from '../src/index.js'
import { startServer, type TestServer, withoutPostgres } from './server.js'

describe.skipIf(withoutPostgres)(`on PostgreSQL${withoutPostgres}`, () => {
  let server: TestServer
  let schemas = 0
  const open: ArtooDatabase[] = []

  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.stop())

  async function database(schema = `artoo_${schemas}`): Promise<ArtooDatabase> {
    const { connectionString } = server
    const one = await postgres({ connectionString, schema, pool: { max: 4 } })
    open.push(one)
    return one
  }
  async function fresh(): Promise<ArtooDatabase> {
    schemas++
    return database()
  }
  const close = async () => {
    await Promise.all(open.splice(0).map((one) => one.close()))
  }

  describe('the journal', () => {
    testJournal({
      ...{ test: it, close },
      open: async () => (await fresh()).journal,
      reopen: async () => (await database()).journal,
    })
  })

  describe('the queue', () => {
    testQueue({
      ...{ test: it, close },
      open: async () => (await fresh()).queue,
      reopen: async () => (await database()).queue,
    })
  })
})
