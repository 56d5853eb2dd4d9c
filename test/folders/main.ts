/** Refuses folders of a package that import each other, except for those of a list that may only shrink. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutualFolders } from './mutual.js'

/** Pairs that are not untied yet. Add none. */
const tied: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('tied.json', import.meta.url), 'utf8'),
)

function sourcesOf(name: string): ReadonlyMap<string, string> {
  const root = join('packages', name, 'src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')]))
}

const problems = readdirSync('packages').flatMap((name) => {
  const known = tied[name] ?? []
  const found = mutualFolders(sourcesOf(name))
  return [
    ...found.filter((pair) => !known.includes(pair)).map((pair) => `packages/${name}/src: ${pair} import each other`),
    ...known
      .filter((pair) => !found.includes(pair))
      .map((pair) => `packages/${name}/src: ${pair} are untied; remove the pair from test/folders/tied.json`),
  ]
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
