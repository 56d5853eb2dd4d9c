import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.js'

/** Installs all tarballs into one empty folder, as an app would that brings its own zod. */
export async function install(directory, packages, others) {
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }))
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const wanted = [...packages.map(({ tarball }) => tarball), ...others]
  const { ok, output } = await run('npm', ['install', ...options, ...wanted], { cwd: directory })
  if (!ok) throw new Error(`an app can't install the tarballs together with ${others.join(', ')}:\n${output}`)
}

/** The lowest version of a dependency that our packages accept. */
export function lowest(dependency, packages) {
  const ranges = new Set(packages.flatMap(({ manifest }) => manifest.dependencies?.[dependency] ?? []))
  if (ranges.size === 1) return [...ranges][0].replace(/^\^/, '')
  throw new Error(`packages/*/package.json: ask for one range of ${dependency}, not ${[...ranges].join(' and ')}`)
}

/** Packages that the app must share with ours: two copies of one would not know each other's values. */
/** The library of the sandbox reads its own configuration with an older zod, which meets no schema of an app. */
const ofItsOwn = /sandbox-runtime\/node_modules\/zod$/

export function checkCopies(directory, names) {
  const lockfile = JSON.parse(readFileSync(join(directory, 'node_modules/.package-lock.json'), 'utf8'))
  return names.flatMap((name) => {
    const copies = Object.keys(lockfile.packages).filter(
      (path) => path.endsWith(`node_modules/${name}`) && !ofItsOwn.test(path),
    )
    if (copies.length === 1) return []
    return [
      `${name}: an app gets ${copies.length} copies (${copies.join(', ')}): widen the range in packages/*/package.json`,
    ]
  })
}
