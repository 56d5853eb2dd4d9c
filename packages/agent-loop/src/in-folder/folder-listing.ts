import { constants, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Paths that are listed, and folders that nobody plans by. */
const mostPaths = 200
const leftOut: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'dist',
  'build',
  'coverage',
  '.next',
  'target',
  '.venv',
])

/** Describes a folder to a planner: its files, and the scripts of its package.json. */
export async function folderListing(directory: string): Promise<string> {
  const paths: string[] = []
  const open = ['']
  for (let folder = open.shift(); folder !== undefined && paths.length <= mostPaths; folder = open.shift()) {
    const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (leftOut.has(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) open.push(path)
      else paths.push(path)
    }
  }
  const missing = paths.length > mostPaths || open.length > 0 ? ['- and more'] : []
  const lines = paths.slice(0, mostPaths).map((path) => `- ${JSON.stringify(path)}`)
  return [...lines, ...missing, ...(await scriptsOf(directory))].join('\n')
}

/** Reads a file, and no other that a link in its place leads to. */
const withoutLink = (path: string) =>
  readFile(path, { encoding: 'utf8', flag: constants.O_RDONLY | constants.O_NOFOLLOW })

async function scriptsOf(directory: string): Promise<readonly string[]> {
  try {
    const { scripts } = JSON.parse(await withoutLink(join(directory, 'package.json')))
    return scripts ? [`scripts of package.json: ${JSON.stringify(scripts).slice(0, 2_000)}`] : []
  } catch {
    return []
  }
}
