import { expect, test } from 'vitest'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { startServer, withoutPostgres } from '../../packages/postgres/test/server.js'
import { playScene } from './scene.js'

const scripts = ['worker', 'person', 'client'] as const

test.skipIf(withoutPostgres)(
  `a worker is killed, and a dozen tasks are carried out once${withoutPostgres}`,
  async () => {
    const paths = await Promise.all(scripts.map((name) => bundled(new URL(`${name}.ts`, import.meta.url))))
    const server = await startServer()
    const lines: string[] = []
    const code = await playScene({
      ...{ connectionString: server.connectionString, leaseMs: 1_000, say: (line) => lines.push(line) },
      command: (script) => [paths[scripts.indexOf(script)] ?? ''],
    }).finally(() => server.stop())
    const said = lines.join('\n')
    expect([code, said]).toEqual([0, expect.stringContaining('client: 12 invoices, 0 left out, 0 paid twice')])
    expect(said).toMatch(/^scene: worker-\d is killed/m)
    expect(said).toMatch(/^worker-\d: takes task \w{4}, whose worker is gone$/m)
    expect(said).toMatch(/^Ada: is asked “pay large-\w+-4\?”/m)
    expect(said.match(/^client: complete: (small|large)-[\w-]+ is paid$/gm)).toHaveLength(12)
  },
)
