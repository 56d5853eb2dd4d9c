import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { isInside } from '@artoo/spec/node'

/** Folders of people, of other programs and of the system's secrets. */
const folders = ['/root', '/home', '/Users', '/run', '/var/run', '/tmp', '/var/tmp', '/private/tmp', '/mnt', '/media']

/** Files of accounts and keys. */
const accounts = /^(g?shadow-?|sudoers|sudoers\.d|master\.passwd|krb5\.keytab)$/
const hostKeys = /^ssh_host_.*_key$/

/** Places that no confined program sees, unless they are shown to it: the homes, the folders of temporary files, accounts and keys. */
export function hiddenPlaces(): readonly string[] {
  const inEtc = [
    ...namesIn('/etc')
      .filter((name) => accounts.test(name))
      .map((name) => `/etc/${name}`),
    ...namesIn('/etc/ssh')
      .filter((name) => hostKeys.test(name))
      .map((name) => `/etc/ssh/${name}`),
    '/etc/ssl/private',
  ]
  return realPlaces([...folders, homedir(), tmpdir(), ...inEtc])
}

/** Folders of journals, memory and audit logs, which no program sees whatever it is shown. */
export function statePlaces(): readonly string[] {
  const { XDG_STATE_HOME: own = '' } = process.env
  const homes = [own, join(homedir(), '.local', 'state'), join(homedir(), 'Library', 'Application Support')]
  return realPlaces(homes.filter((home) => isAbsolute(home)).map((home) => join(home, 'artoo')))
}

/** The folders of programs that lie in hidden places, with the libraries beside them: `~/.nvm/versions/node/v22/bin` and `…/lib`. */
export function programPlaces(path: string, hidden: readonly string[]): readonly string[] {
  const bins = [...path.split(delimiter), dirname(process.execPath)].filter((folder) => isAbsolute(folder))
  const beside = bins.flatMap((folder) =>
    basename(folder) === 'bin' ? ['lib', 'libexec', 'share/man'].map((name) => join(dirname(folder), name)) : [],
  )
  return realPlaces([...bins, ...beside]).filter((place) =>
    hidden.some((folder) => place !== folder && isInside(folder, place)),
  )
}

/** The folder of the library, whose programs confined ones start with. */
export function libraryPlace(): string {
  const main = createRequire(import.meta.url).resolve('@anthropic-ai/sandbox-runtime')
  return realpathSync(join(dirname(main), '..'))
}

/** The real paths of those that exist, each once, but for the whole file system. */
export function realPlaces(paths: readonly string[]): readonly string[] {
  const real = paths.filter((path) => path !== '' && existsSync(path)).map((path) => realpathSync(path))
  return [...new Set(real)].filter((path) => path !== sep)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
