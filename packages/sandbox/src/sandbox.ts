import { ArtooError, type Sandbox, type SandboxReport } from '@artoo/spec'
import { confining } from './confining.js'
import { type Rules, rulesIn, type SandboxOptions } from './options.js'
import { missingPrograms } from './requirements.js'
import { tryOut } from './try-out.js'

/**
 * A sandbox of the operating system: bubblewrap and seccomp on Linux, Seatbelt on macOS. A confined program writes inside its root alone, sees
 * neither the homes of people nor keys, has no network but allowed hosts, and no process of the host in its reach.
 *
 * One confined command is run first. Where no sandbox can be had, the returned one says so in `report()` and confines nothing, a warning of the
 * process names the remedy, and tools ask as they do without one.
 *
 * @throws {ArtooError} `invalid_option`
 * @example standardTools({ root, sandbox: await sandbox({ write: ['dist'] }) })
 */
export async function sandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const found = await look(rulesIn(options))
  const { available, problems } = found.report()
  if (!available) {
    const message = `commands are not confined: ${problems.join('; ')}. Tools ask as they do without a sandbox.`
    process.emitWarning(message, { code: 'ARTOO_SANDBOX' })
  }
  return found
}

/**
 * Tells whether programs can be confined here, by running one, and what to do where they can't.
 *
 * @example const { available, problems } = await probe()
 */
export async function probe(): Promise<SandboxReport> {
  const found = await look(rulesIn({}))
  const report = found.report()
  await found.close()
  return report
}

async function look(rules: Rules): Promise<Sandbox> {
  const missing = missingPrograms(process.platform, process.env.PATH ?? '')
  if (missing !== null) return unavailable(rules, missing)
  const made = confining(rules)
  const problem = await tryOut(made)
  if (problem === null) return made
  await made.close()
  return unavailable(rules, problem)
}

function unavailable(rules: Rules, problem: string): Sandbox {
  return {
    ...rules,
    report: () => ({ available: false, mechanism: null, problems: [problem] }),
    async confine() {
      throw new ArtooError('sandbox_unavailable', `nothing is confined here: ${problem}`, { field: 'sandbox' })
    },
    close: async () => {},
  }
}
