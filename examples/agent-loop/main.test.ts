import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bundled } from '../../packages/mkct/test/support/bundled.js'

const run = promisify(execFile)

// Real tests of a real project, some of them several times.
const timeout = 60_000

test(
  'npm start -- loop mends the project by its second way, and leaves the checkout alone until it lands',
  async () => {
    const npmStart = ['--import', 'tsx', '--conditions=@artoo/source', 'examples/quickstart/main.ts']
    const secondTerminal = [await bundled(new URL('../quickstart/main.ts', import.meta.url))]
    const start = async (program: readonly string[], ...words: readonly string[]) =>
      (await run(process.execPath, [...program, 'loop', ...words])).stdout
    const told = await start(npmStart)
    const [, state = ''] = /npm start -- loop status (\S+)/.exec(told) ?? []
    try {
      expect(told).toContain('project: 3 of its tests fail')
      expect(told).toMatch(/or_fail mend ✗ patch.*\n.*or_switch mend → rewrite/)
      expect(told).toContain('completed (base_case_satisfied)')
      expect(told).toContain('git status says "", 3 of its tests fail')
      expect(told).toContain('Landed (landed): its tests pass')
      expect(await start(secondTerminal, 'status', state)).toContain('✓ rewrite')
      await expect(start(secondTerminal, 'stop', state)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('no process runs'),
      })
    } finally {
      rmSync(dirname(state), { recursive: true })
    }
  },
  timeout,
)
