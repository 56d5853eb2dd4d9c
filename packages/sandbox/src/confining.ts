import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Confinement, ConfineOptions, Sandbox } from '@artoo/spec'
import { isInside } from '@artoo/spec/node'
import { denialsIn } from './denials.js'
import { hiddenPlaces, libraryPlace, programPlaces, realPlaces, statePlaces } from './hidden-places.js'
import { keepers } from './keepers.js'
import type { Rules } from './options.js'
import { assertPlain, isPlain, plainNames } from './plain-names.js'
import { quoted } from './quoted.js'
import { programsIn } from './requirements.js'
import { runningPrograms } from './running-programs.js'
import { tightened } from './tightened.js'

/** A sandbox of this system, which has what one needs. */
export function confining(rules: Rules): Sandbox {
  const programs = programsIn(process.env.PATH ?? '')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-box-')))
  const temporary = made(join(folder, 'tmp'))
  const plain = plainNames(made(join(folder, 'names')))
  const running = runningPrograms(made(join(folder, 'notes')))
  const helpers = keepers(folder, programs)
  const hidden = hiddenPlaces()
  const mechanism = mechanismOf(programs.bwrap)
  const ofPrograms = realPlaces(Object.values(programs))

  function filesystemOf({ cwd, env, confinement }: ConfineOptions) {
    const unreadable = [...confinement.unreadable, ...statePlaces()]
    const isShown = (place: string) => !unreadable.some((one) => isInside(one, place))
    const { read, write } = placesOf(confinement)
    assertPlain([cwd, ...read, ...write])
    return {
      denyRead: [...hidden, ...unreadable.map(plain)],
      allowRead: [...[cwd, ...read, ...programPlaces(env.PATH ?? '', hidden)].filter(isShown), libraryPlace()].filter(
        isPlain,
      ),
      allowWrite: [...write.filter(isShown), temporary],
      denyWrite: [...confinement.readOnly.map(plain), ...ofPrograms],
    }
  }

  /** Places of the host's rules and of one program. */
  function placesOf({ read = [], write }: Confinement) {
    const written = realPlaces(rules.write.filter((path) => isAbsolute(path)))
    return { read: realPlaces([...rules.read, ...read]), write: [...write, ...written] }
  }

  /** The line that a helper wraps. The words of a program come in a variable, since the library quotes a line up to four times. */
  const command = `TMPDIR=${quoted(temporary)}; export TMPDIR; ulimit -u 4096 2>/dev/null || ulimit -p 4096 2>/dev/null; eval "set -- \${ARTOO_WORDS?}"; unset ARTOO_WORDS; exec "$@"`
  /** The library opens the way to allowed hosts, port 3128 (`0C38`), beside the program, which may be faster. A second at the most. */
  const awaiting = `n=0; until [ $n = 50 ] || grep -qs ":0C38 0*:0000 0A" /proc/net/tcp /proc/net/tcp6; do n=$((n+1)); sleep 0.02; done; `

  return {
    ...rules,
    report: () => ({ available: true, mechanism, problems: [] }),
    async confine(argv, options) {
      const { confinement, env, signal } = options
      const isOpen = process.platform === 'linux' && confinement.network.length > 0
      const words = isOpen ? `${awaiting}${command}` : command
      const { line, ended } = await helpers.wrap(words, filesystemOf(options), confinement.network, signal)
      const note = running.next()
      const confined = process.platform === 'linux' ? tightened(line) : line
      return {
        argv: ['/bin/sh', '-c', `${note.line} && exec ${confined}`],
        env: { ...env, ARTOO_WORDS: argv.map(quoted).join(' ') },
        async ended() {
          note.remove()
          return denialsIn(await ended())
        },
      }
    },
    async close() {
      running.endAll()
      await helpers.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function made(folder: string): string {
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

/** The name of the mechanism with its version: `bubblewrap 0.8.0`. */
function mechanismOf(bwrap: string | undefined): string {
  if (bwrap === undefined) return 'Seatbelt'
  return spawnSync(bwrap, ['--version'], { encoding: 'utf8' }).stdout?.trim() || 'bubblewrap'
}
