import { isPlainData } from '@artoo/spec'

/** Fields of a `package.json` that say what the package is to others. */
const aboutItself: ReadonlySet<string> = new Set([
  ...['version', 'description', 'keywords', 'homepage', 'bugs', 'license', 'author', 'contributors', 'funding'],
  ...['repository', 'main', 'module', 'types', 'typings', 'exports', 'bin', 'files', 'sideEffects'],
])
const dependencies: ReadonlySet<string> = new Set([
  ...['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies', 'peerDependenciesMeta'],
])

/** A range of versions in the registry. What comes from a path, an address or under another name is code of its author's choice. */
const range = /^[\d.*xX<>=~^| v-][\w.*<>=~^| +-]*$/

/**
 * The part of a `package.json` that decides what its commands do: scripts, configuration of runners, workspaces, overrides. A
 * dependency by a range of versions is left out, since it is added without changing any of that.
 */
export function packageDigest(content: Uint8Array): Uint8Array | string {
  let read: unknown
  try {
    read = JSON.parse(new TextDecoder().decode(content))
  } catch {
    return content
  }
  if (!isPlainData(read) || typeof read !== 'object' || read === null || Array.isArray(read)) return content
  const entries = Object.entries(read).flatMap(([name, value]) => {
    const counts = dependencies.has(name) ? notByRange(value) : value
    return aboutItself.has(name) || (Array.isArray(counts) && counts.length === 0) ? [] : [[name, counts]]
  })
  return JSON.stringify(entries.sort(([one], [other]) => (`${one}` < `${other}` ? -1 : 1)))
}

function notByRange(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value).filter(([, version]) => typeof version !== 'string' || !range.test(version))
}
