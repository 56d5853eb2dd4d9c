/** Packs every package as npm would publish it, then checks each tarball: publint the manifest, attw the types. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'artoo-pack-'))
const run = (command, ...args) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })

try {
  run('npm', 'pack', '--workspaces', '--silent', '--pack-destination', directory)
  const tarballs = readdirSync(directory).map((name) => join(directory, name))
  for (const tarball of tarballs) {
    run('publint', tarball, '--strict')
    run('attw', tarball, '--profile', 'esm-only', '--format', 'ascii')
  }
  console.log(`${tarballs.length} packages can be published`)
} catch (error) {
  console.error(error.stdout ?? error)
  process.exitCode = 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
