/**
 * `npm test` and `npm run check`, its fast half: runs the checks one after the other, beside the tests, since most of them use one core. The output of
 * a check is printed when the check has ended. A check that fails ends the checks, and the tests go on.
 */
import { spawn } from 'node:child_process'

const halves = {
  all: { checks: ['lint', 'build', 'boundaries', 'packages'], tests: 'vitest run' },
  check: { checks: ['lint', 'types'], tests: 'vitest run --config vitest.check.config.ts' },
}
const { checks, tests } = halves[process.argv[2] ?? 'all']

/** Runs a command to its end; resolves to whether it succeeded, and to what it printed unless that went to the terminal. */
function run(command, output) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', output, output] })
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
    child.once('close', (code) => resolve({ ok: code === 0, printed: Buffer.concat(printed) }))
  })
}

async function runChecks() {
  for (const check of checks) {
    const { ok, printed } = await run(`npm run ${check}`, 'pipe')
    process.stdout.write(printed)
    if (!ok) return { ok, failed: check }
  }
  return { ok: true }
}

const [checked, tested] = await Promise.all([runChecks(), run(tests, 'inherit')])
if (!checked.ok) console.error(`\nnpm run ${checked.failed} failed: see above`)
if (!checked.ok || !tested.ok) process.exitCode = 1
