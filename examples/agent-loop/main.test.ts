import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

// Real tests of a real project, some of them several times.
const timeout = 60_000

test(
  'npm start -- loop mends the project by its second way, and leaves the checkout alone until it lands',
  async () => {
    const options = ['--import', 'tsx', '--conditions=@artoo/source', 'examples/quickstart/main.ts', 'loop']
    const start = async (...words: readonly string[]) => (await run(process.execPath, [...options, ...words])).stdout
    const told = await start()
    const [, state = ''] = /npm start -- loop status (\S+)/.exec(told) ?? []
    try {
      expect(told).toContain('project: 3 of its tests fail')
      expect(told).toMatch(/or_fail mend ✗ patch.*\n.*or_switch mend → rewrite/)
      expect(told).toContain('completed (base_case_satisfied)')
      expect(told).toContain('git status says "", 3 of its tests fail')
      expect(told).toContain('Landed (landed): its tests pass')
      expect(await start('status', state)).toContain('✓ rewrite')
      await expect(start('stop', state)).rejects.toMatchObject({ code: 2, stderr: 'no process runs the loop\n' })
    } finally {
      rmSync(dirname(state), { recursive: true })
    }
  },
  timeout,
)
