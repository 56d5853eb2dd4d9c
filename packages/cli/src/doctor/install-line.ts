import { dirname, join, sep } from 'node:path'

/** The way in which the terminal is installed, and in which its packages are: in a project, for all projects, or for one run. */
export type Place = 'project' | 'global' | 'npx'

/**
 * @param folder the folder of `@artoo/cli`
 * @param cwd the folder that the command was started in
 */
export function placeOf(folder: string, cwd: string): Place {
  const parts = folder.split(sep)
  if (parts.includes('_npx')) return 'npx'
  // A checkout of the sources is no installed package.
  if (!parts.includes('node_modules')) return 'project'
  for (let above = cwd; ; above = dirname(above)) {
    if (folder.startsWith(join(above, 'node_modules') + sep)) return 'project'
    if (above === dirname(above)) return 'global'
  }
}

/** The command that installs a package where the terminal finds it. The packages of artoo are released together. */
export function installLine(
  name: string,
  { place, release }: { readonly place: Place; readonly release: string },
): string {
  const version = (one: string) => (one.startsWith('@artoo/') ? `${one}@${release}` : one)
  if (place === 'npx') return `npx -p ${version('@artoo/cli')} -p ${version(name)} artoo`
  return `npm install ${place === 'global' ? '-g ' : ''}${version(name)}`
}
