import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Programs of a sandbox by name, each with its absolute path. */
export type Programs = Readonly<Record<string, string>>

interface Requirement {
  readonly program: string
  /** Name of the package that has it. */
  readonly package: string
}

const onLinux: readonly Requirement[] = [
  { program: 'bwrap', package: 'bubblewrap' },
  { program: 'socat', package: 'socat' },
]

const managers = [
  ['apt-get', 'apt-get install'],
  ['dnf', 'dnf install'],
  ['apk', 'apk add'],
  ['pacman', 'pacman -S'],
  ['zypper', 'zypper install'],
] as const

/** Programs that a sandbox needs and that are missing, with the command that installs them; null when all are there. */
export function missingPrograms(platform: NodeJS.Platform, path: string): string | null {
  if (platform === 'darwin') return null
  if (platform !== 'linux') return `there is no sandbox for ${platform}: run the process in a container or in WSL 2`
  const missing = onLinux.filter(({ program }) => programIn(path, program) === undefined)
  if (missing.length === 0) return null
  const names = missing.map((one) => one.package)
  const [, install = 'install'] = managers.find(([program]) => programIn(path, program) !== undefined) ?? []
  const verb = names.length === 1 ? 'is' : 'are'
  return `${names.join(', ')} ${verb} missing: ${install} ${names.join(' ')}`
}

/** The programs that confine others, which are run unconfined. */
export function programsIn(path: string): Programs {
  const found = onLinux.map(({ program }) => [program, programIn(path, program)] as const)
  return Object.fromEntries(found.filter((one): one is readonly [string, string] => one[1] !== undefined))
}

const ofTheSystem = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** A PATH whose folders of the system come first: a program in `node_modules/.bin` stands in for none of them. */
export function systemFirst(path: string): string {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder))
  return [...new Set([...ofTheSystem.filter((folder) => folders.includes(folder)), ...folders])].join(delimiter)
}

function programIn(path: string, name: string): string | undefined {
  return systemFirst(path)
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
