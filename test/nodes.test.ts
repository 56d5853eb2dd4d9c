import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { nodes } from './release/nodes.js'

const execute = promisify(execFile)

/** `npm start`, with a Node in place of the one that runs the tests. `npm run release:check` runs the suites on each. */
describe.each([...nodes])('on Node %d', (_, node) => {
  const missing = node ? '' : ' (not installed: npm ci --prefix test/release --omit=dev, on Linux on x64)'
  test.skipIf(!node)(`the quick start ends with a result${missing}`, async () => {
    const args = ['--import', 'tsx', '--conditions=@artoo/source', 'examples/quickstart/main.ts']
    const { stdout } = await execute(node as string, args)
    expect(stdout).toContain('complete')
  })
})
