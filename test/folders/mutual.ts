import { posix } from 'node:path'

const imported = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)\.js'/g

/**
 * Pairs of neighbours in a package that import each other, such as `run <-> journal` or `run <-> system.ts`: two folders, or a
 * folder and a file beside it. Pairs of files are dependency-cruiser's matter.
 *
 * @param sources the text of each file, by its path below `src`
 */
export function mutualFolders(sources: ReadonlyMap<string, string>): readonly string[] {
  const arrows = new Set<string>()
  for (const [file, source] of sources) {
    for (const [, path = ''] of source.matchAll(imported)) {
      const [from, to] = neighbours(file, `${posix.join(posix.dirname(file), path)}.ts`)
      if (from !== to) arrows.add(`${from} <-> ${to}`)
    }
  }
  const isFile = (place: string | undefined) => place?.endsWith('.ts')
  return [...arrows].filter((arrow) => {
    const [one = '', other = ''] = arrow.split(' <-> ')
    return one < other && arrows.has(`${other} <-> ${one}`) && !(isFile(one) && isFile(other))
  })
}

/** The two places, below the folder that both files lie in, at which their paths part. */
function neighbours(from: string, to: string): readonly [string, string] {
  const [one, other] = [from.split('/'), to.split('/')]
  let depth = 0
  while (depth < Math.min(one.length, other.length) - 1 && one[depth] === other[depth]) depth++
  return [one.slice(0, depth + 1).join('/'), other.slice(0, depth + 1).join('/')]
}
