import { readdirSync, readFileSync } from 'node:fs'

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | object>>
}

/** The specifier of every entry of every package, such as `@artoo/llm/testing`, by the manifests. */
export function everyEntry(): readonly string[] {
  return readdirSync('packages').flatMap((folder) => {
    const { name, exports }: Manifest = JSON.parse(readFileSync(`packages/${folder}/package.json`, 'utf8'))
    const subpaths = Object.keys(exports).filter((subpath) => typeof exports[subpath] === 'object')
    return subpaths.map((subpath) => name + subpath.slice(1))
  })
}

/** The entries in the first two rows of the table in docs/bundle-size.md. */
export function documentedEntries(): { readonly web: readonly string[]; readonly nodeAlone: readonly string[] } {
  const document = readFileSync('docs/bundle-size.md', 'utf8')
  const namesIn = (row: RegExp) =>
    [...(row.exec(document)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return {
    web: namesIn(/^\| (.*) \| yes \| yes \| yes \|$/m),
    nodeAlone: namesIn(/^\| (.*) \| yes \| no \| no \|$/m),
  }
}
