import { testStore } from '@artoo/mkct/conformance'
import { testJournal, testQueue } from '@artoo/runtime/conformance'
import { describe, it } from 'vitest'
import { testDatabases } from './databases.js'
import { withoutPostgres } from './server.js'

describe.skipIf(withoutPostgres)(`on PostgreSQL${withoutPostgres}`, () => {
  const databases = testDatabases()

  describe('the journal', () => {
    testJournal({
      test: it,
      open: async () => (await databases.fresh()).journal,
      reopen: async () => (await databases.again()).journal,
    })
  })

  describe('the queue', () => {
    testQueue({
      test: it,
      open: async () => (await databases.fresh()).queue,
      reopen: async () => (await databases.again()).queue,
    })
  })

  describe('the store', () => {
    testStore({
      test: it,
      open: async () => (await databases.fresh()).store,
      reopen: async (store) => {
        await store.close()
        return (await databases.again()).store
      },
    })
  })
})
