/** A process that opens workspaces and takes over their changes until it is killed. */
import { writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gitWorkspaces } from '../../src/node.js'

const { signal } = new AbortController()
const workspaces = gitWorkspaces({ directory: process.argv[2] ?? '' })
await workspaces.prepare('loop-1', process.argv[3] ?? null, signal)
for (let turn = 0; ; turn++) {
  await workspaces.open(`left-${turn}`, 'writing', signal)
  const { directory } = await workspaces.open(`${turn}`, 'writing', signal)
  writeFileSync(join(directory, 'src/b.ts'), `${process.pid} ${turn}`)
  const taken = await workspaces.integrate(`${turn}`, { claim: ['src/**'], message: `turn ${turn}` })
  writeSync(1, `${JSON.stringify(taken.status === 'integrated' && taken.head)}\n`)
}
