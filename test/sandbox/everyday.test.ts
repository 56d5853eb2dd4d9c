import { sandbox } from '@artoo/sandbox'
import { afterAll, describe, expect, it } from 'vitest'
import { everyday } from './everyday.js'
import { runEveryday } from './run-everyday.js'

const box = await sandbox({ write: ['dist'] })
afterAll(() => box.close())
const { available, problems } = box.report()

/** Some of all kinds: all lines are `npm run test:sandbox`. */
const some = everyday.filter((_, index) => index % 13 === 0)

describe.skipIf(!available)(`everyday lines${available ? '' : ` (skipped: ${problems.join('; ')})`}`, () => {
  it.each(some)(
    'ask without a sandbox, and run well and unasked in one: %s',
    async (command) => {
      const { output, ...verdicts } = await runEveryday(command, box)
      expect(verdicts, output).toEqual({ without: 'ask', within: 'run', status: 'ok' })
      expect(output).not.toContain('[sandbox]')
    },
    30_000,
  )
})
