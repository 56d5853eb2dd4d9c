import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAttacks, scene, type Way } from './run-attacks.js'

const on = await scene()
afterAll(() => on.close())
const { attacked } = on
const { available, problems } = on.box.report()
const title = available ? 'attacks on a sandbox' : `attacks on a sandbox (skipped: ${problems.join('; ')})`

/** Every so many lines, of each kind for the shell: all of them are `npm run test:sandbox`. */
const steps: Readonly<Record<Way, number>> = { shell: 36, 'npm test': 117, check: 117 }

describe.skipIf(!available)(title, () => {
  it.each(Object.entries(steps))(
    'leave nothing, reach nothing and show nothing by way of %s',
    async (way, step) => {
      const { lines, escapes } = await runAttacks(on, way as Way, (index) => index % step === step - 1)
      expect(lines).toBeGreaterThan(3)
      expect(escapes).toEqual([])
    },
    120_000,
  )
})

describe('the machine that is attacked', () => {
  beforeAll(() => attacked.reset())
  const run = (line: string) => execFileSync('/bin/sh', ['-c', line], { cwd: attacked.root, encoding: 'utf8' })

  it.each(['cat .env', 'base64 .env', 'rev .env', 'od -An -tx1 .env', 'cat ../home/.aws/credentials', 'env'])(
    'notices a secret that is shown by %s',
    (line) => {
      expect(attacked.escapes(run(line))).toEqual(['a secret was shown'])
      expect(attacked.escapes('')).toEqual([])
    },
  )

  it('notices a call of its port', async () => {
    await fetch(`http://127.0.0.1:${attacked.places.port}/`).then((response) => response.text())
    expect(attacked.escapes('')).toEqual(['the port or the socket was reached (1)'])
  })

  it('notices a change of what programs obey, and one outside', () => {
    writeFileSync(join(attacked.root, '.git/hooks/pre-commit'), 'echo')
    expect(attacked.escapes('')).toEqual(['an obeyed file was changed'])
    attacked.reset()
    writeFileSync(join(attacked.places.outside, 'new'), '')
    expect(attacked.escapes('')).toEqual(['a file outside was changed'])
  })
})
