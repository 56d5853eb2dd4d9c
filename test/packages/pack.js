import { readdirSync, readFileSync } from 'node:fs'
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
