import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from './run.js'

/** Packs every package as npm would publish it. */
export async function pack(directory) {
  const { ok, output } = await run('npm', ['pack', '--workspaces', '--silent', '--pack-destination', directory])
  if (!ok) throw new Error(`npm pack failed:\n${output}`)
  return readdirSync('packages').map((folder) => {
    const manifest = JSON.parse(readFileSync(`packages/${folder}/package.json`, 'utf8'))
    const tarball = join(directory, `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`)
    return { folder: `packages/${folder}`, name: manifest.name, manifest, tarball }
  })
}

/** What publint says about the manifests and attw about the types. */
export async function lint(packages) {
  const problems = []
  const waiting = packages.flatMap(({ folder, tarball }) => [
    { folder, command: 'publint', args: [tarball, '--strict'] },
    { folder, command: 'attw', args: [tarball, '--profile', 'esm-only', '--format', 'ascii'] },
  ])
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { ok, output } = await run(next.command, next.args)
      if (!ok) problems.push(`${next.folder}: ${next.command} refuses the tarball:\n${output}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return problems
}
