import { spawn } from 'node:child_process'
import { errorMessage } from '@artoo/spec'

/** The result of an installation: the last lines that were printed when it failed, else null. */
export type Install = (order: {
  readonly folder: string
  readonly manager: string
  readonly signal: AbortSignal
}) => Promise<string | null>

/** The package manager that started this process, by what it says in the environment; npm without one. */
export function managerIn({ npm_config_user_agent: agent = '' }: Readonly<Record<string, string | undefined>>): string {
  return /^(pnpm|yarn|bun)\//.exec(agent)?.[1] ?? 'npm'
}

/** Installs the packages of a folder. */
export const installPackages: Install = ({ folder, manager, signal }) =>
  new Promise((resolve) => {
    // On Windows a package manager is a script, which only a shell starts.
    const child =
      process.platform === 'win32'
        ? spawn(`${manager} install`, { cwd: folder, signal, shell: true })
        : spawn(manager, ['install'], { cwd: folder, signal })
    let printed = ''
    const keep = (chunk: string) => {
      printed = `${printed}${chunk}`.slice(-longest)
    }
    child.stdin.end()
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.once('error', (error) => resolve(errorMessage(error)))
    child.once('close', (code) => resolve(code === 0 ? null : printed.trim() || `${manager} ended with ${code}`))
  })

/** Characters of the output that are kept. */
const longest = 4_000
