import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of our own packages in an install of `@artoo/sdk` alone. */
const most = 3_500_000

/** Bytes of the files of an installed package and of those of our packages that it depends on. */
export function installSize(directory, name, seen = new Set()) {
  if (seen.has(name)) return 0
  seen.add(name)
  const home = join(directory, 'node_modules', name)
  const { dependencies = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const own = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  return Object.keys(dependencies)
    .filter((dependency) => dependency.startsWith('@artoo/'))
    .reduce((sum, dependency) => sum + installSize(directory, dependency, seen), own)
}

/** Holds the size to its bound, and docs/bundle-size.md to the size within a tenth. */
export function checkInstallSize(bytes) {
  const recorded = Number(/\*\*([\d.]+) MB\*\*/.exec(readFileSync('docs/bundle-size.md', 'utf8'))?.[1]) * 1_000_000
  return [
    ...(bytes <= most ? [] : [`our packages in an install of @artoo/sdk have ${bytes} bytes, more than ${most}`]),
    ...(Math.abs(bytes / recorded - 1) < 0.1
      ? []
      : [`docs/bundle-size.md: an install of @artoo/sdk has ${bytes} bytes`]),
  ]
}
