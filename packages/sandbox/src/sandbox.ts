import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { ArtooError, type ConfineOptions, type Sandbox, type SandboxReport } from '@artoo/spec'
import { denialsIn } from './denials.js'
import { hiddenPlaces, libraryPlace, programPlaces, realPlaces } from './hidden-places.js'
import { keepers } from './keepers.js'
import { type Rules, rulesIn, type SandboxOptions } from './options.js'
import { quoted } from './quoted.js'
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

const mechanisms: Partial<Record<NodeJS.Platform, string>> = { linux: 'bubblewrap and seccomp', darwin: 'Seatbelt' }

function confining(rules: Rules): Sandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-sandbox-')))
  const [temporary, sockets] = [join(folder, 'tmp'), join(folder, 'sockets')]
  for (const own of [temporary, sockets]) mkdirSync(own, { mode: 0o700 })
  const helpers = keepers(sockets)
  const hidden = hiddenPlaces()
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)

  async function confine(argv: readonly string[], { cwd, env, confinement, signal }: ConfineOptions) {
    const { write, readOnly, unreadable, network, read = [] } = confinement
    const programs = programPlaces(env.PATH ?? '', hidden)
    const filesystem = {
      denyRead: [...hidden, ...unreadable],
      allowRead: [cwd, sockets, libraryPlace(), ...realPlaces([...rules.read, ...read]), ...programs],
      allowWrite: [...write, ...rules.write.filter((path) => isAbsolute(path)), temporary],
      denyWrite: readOnly,
    }
    const command = `TMPDIR=${quoted(temporary)}; export TMPDIR; exec ${argv.map(quoted).join(' ')}`
    const { line, ended } = await helpers.wrap(command, filesystem, network, signal)
    return { argv: ['/bin/sh', '-c', `exec ${line}`], env, ended: async () => denialsIn(await ended()) }
  }

  return {
    ...rules,
    report: () => ({ available: true, mechanism: mechanisms[process.platform] ?? null, problems: [] }),
    confine,
    async close() {
      helpers.close()
      process.off('exit', remove)
      remove()
    },
  }
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
