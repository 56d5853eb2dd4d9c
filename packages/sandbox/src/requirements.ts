import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Requirement {
  readonly program: string
  /** Names of its package, where they differ from that of the program. */
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
  const missing = onLinux.filter(({ program }) => !isInstalled(program, path))
  if (missing.length === 0) return null
  const names = missing.map((one) => one.package)
  const [, install = 'install'] = managers.find(([program]) => isInstalled(program, path)) ?? []
  const verb = names.length === 1 ? 'is' : 'are'
  return `${names.join(', ')} ${verb} missing: ${install} ${names.join(' ')}`
}

function isInstalled(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
