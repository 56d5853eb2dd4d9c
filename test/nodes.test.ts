import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { nodes } from './release/nodes.js'

const execute = promisify(execFile)

const own = Number(process.versions.node.split('.')[0])

/** `npm start`, with another Node than the one that runs the tests. `npm run release:check` runs the suites on each. */
describe.each([...nodes].filter(([line]) => line !== own))('on Node %d', (_, node) => {
  const missing = node ? '' : ' (not installed: npm ci --prefix test/release --omit=dev, on Linux on x64)'
  test.skipIf(!node)(`the quick start ends with a result${missing}`, async () => {
    const args = ['--import', 'tsx', '--conditions=@artoo/source', 'examples/quickstart/main.ts']
    const { stdout } = await execute(node as string, args)
    expect(stdout).toContain('complete')
  })
})
