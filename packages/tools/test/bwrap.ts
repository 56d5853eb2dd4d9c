import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import type { Sandbox } from '@artoo/spec'

/** Why confined programs can't be tried on this machine; false where they can. */
export const withoutBubblewrap: string | false = (() => {
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true'], { stdio: 'ignore' })
    return false
  } catch {
    return 'bubblewrap can not be run here'
  }
})()

/** A sandbox of bubblewrap alone: `@artoo/sandbox` stands above this package. */
export function bubblewrap(given: Partial<Pick<Sandbox, 'network' | 'read' | 'write'>> = {}): Sandbox {
  return {
    ...{ network: [], read: [], write: [], ...given },
    report: () => ({ available: true, mechanism: 'bubblewrap', problems: [] }),
    async confine(argv, { cwd, env, confinement }) {
      const { write, readOnly, unreadable, network } = confinement
      const mounts = [
        ...write.flatMap((path) => ['--bind', path, path]),
        ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
        ...unreadable.flatMap((path) =>
          statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path],
        ),
      ]
      const net = network.length > 0 ? ['--share-net'] : []
      const begin = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', ...net]
      const args = [...begin, ...mounts, '--die-with-parent', '--new-session', '--chdir', cwd, '--', ...argv]
      return { argv: ['bwrap', ...args], env, ended: async () => [] }
    },
    close: async () => {},
  }
}
