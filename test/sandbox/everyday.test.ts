import { probe, sandbox } from '@artoo/sandbox'
import type { Sandbox } from '@artoo/spec'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyday } from './everyday.js'
import { runEveryday } from './run-everyday.js'

const { available, problems } = await probe()

/** Every eighth line: all of them are `npm run test:sandbox`. */
const some = everyday.filter((_, index) => index % 8 === 0)

describe.skipIf(!available)(`everyday lines${available ? '' : ` (skipped: ${problems.join('; ')})`}`, () => {
  let box: Sandbox
  beforeAll(async () => {
    box = await sandbox({ write: ['dist'] })
  })
  afterAll(() => box.close())

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
