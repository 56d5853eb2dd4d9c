import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ArtooDatabase, postgres } from '@artoo/postgres'
import type { Artoo } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { median } from '../statistics.js'
import { greeter } from './greeter.js'
import { serverUse } from './server-use.js'

/** Tasks of a round, and those at once. */
const [tasks, atOnce] = [200, 20]

export interface JournalCost {
  readonly name: string
  /** Milliseconds of CPU time a task: the median of the rounds. */
  readonly cpuMs: number
  /** The median of the differences to the round without a journal. */
  readonly moreMs: number
  /** Milliseconds of CPU time of the server a task. */
  readonly serverCpuMs: number
}

/** The CPU time of a task by its journal, in rounds of one process: each round has all of them, in an order that turns. */
export async function journalCosts(connectionString: string, rounds: number): Promise<readonly JournalCost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'))
  const db = await postgres({ connectionString, schema: 'journals' })
  const kinds = [
    runs('no journal', greeter(0, {})),
    runs('fileJournal()', greeter(0, { journal: fileJournal(folder) })),
    runs('postgres().journal', greeter(0, { journal: db.journal })),
    jobs('postgres(), submitted and worked off', db),
  ]
  const found = kinds.map(() => [] as { readonly cpuMs: number; readonly serverMs: number }[])
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (let step = 0; step < kinds.length; step++) {
      const index = (step + round) % kinds.length
      const [before, server] = [process.cpuUsage(), await serverUse(connectionString)]
      await kinds[index]?.work()
      const { user, system } = process.cpuUsage(before)
      const serverMs = ((await serverUse(connectionString)).cpuMs - server.cpuMs) / tasks
      if (round > 0) found[index]?.push({ cpuMs: (user + system) / 1_000 / tasks, serverMs })
    }
  }
  for (const { close } of kinds) await close()
  await db.close()
  rmSync(folder, { recursive: true })
  return kinds.map(({ name }, index) => {
    const own = found[index] ?? []
    return {
      name,
      cpuMs: median(own.map(({ cpuMs }) => cpuMs)),
      moreMs: median(own.map(({ cpuMs }, round) => cpuMs - (found[0]?.[round]?.cpuMs ?? 0))),
      serverCpuMs: median(own.map(({ serverMs }) => serverMs)),
    }
  })
}

const input = 'Greet guest-1.'

function runs(name: string, artoo: Artoo<unknown>) {
  return {
    name,
    async work() {
      let left = tasks
      const one = async () => {
        while (left-- > 0) await artoo.run(input)
      }
      await Promise.all(Array.from({ length: atOnce }, one))
    },
    close: () => artoo.close(),
  }
}

function jobs(name: string, { journal, queue }: ArtooDatabase) {
  const artoo = greeter(0, { journal, queue })
  artoo.worker({ concurrency: atOnce })
  return {
    name,
    work: () => Promise.all(Array.from({ length: tasks }, () => artoo.submit(input))),
    close: () => artoo.close(),
  }
}
