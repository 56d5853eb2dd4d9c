import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

const published = /^(package\.json|README\.md|LICENSE|dist\/.+\.(js|d\.ts)(\.map)?|src\/.+\.ts)$/
const forTests = /(^|\/)tests?\/|\.test\./

/** What is wrong with the files of an installed package and with what its manifest promises. */
export function checkContents(directory, { folder, name }, repository) {
  const home = join(directory, 'node_modules', name)
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(home.length + 1), entry.name))
  const read = (file) => readFileSync(join(home, file), 'utf8')
  return [
    ...checkFiles(files),
    ...checkLicence(files, read),
    ...files.filter((file) => /^dist\/.+\.(js|d\.ts)$/.test(file)).flatMap((file) => checkMap(file, files, read)),
    ...checkManifest(JSON.parse(read('package.json')), { ...repository, directory: folder }),
  ].map((problem) => `${folder}: ${problem}`)
}

function checkFiles(files) {
  return [
    ...files
      .filter((file) => !published.test(file) || forTests.test(file))
      .map((file) => `the tarball holds ${file}: leave it out with "files" in package.json`),
    ...(files.includes('README.md') ? [] : ['the tarball holds no README.md: write one']),
  ]
}

function checkLicence(files, read) {
  if (files.includes('LICENSE') && read('LICENSE') === readFileSync('LICENSE', 'utf8')) return []
  return ['LICENSE is not the one of the root: copy it']
}

/** A map must be there, named by its file, and lead to sources of the tarball. */
function checkMap(file, files, read) {
  const map = `${file}.map`
  if (
    !files.includes(map) ||
    !read(file)
      .trimEnd()
      .endsWith(`//# sourceMappingURL=${posix.basename(map)}`)
  ) {
    return [`${file} has no source map: set sourcemap in tsup.config.ts, declarationMap in tsconfig.json, build again`]
  }
  return JSON.parse(read(map))
    .sources.filter((source) => !files.includes(posix.join(dirname(file), source)))
    .map((source) => `${map} leads to ${source}, which the tarball lacks: remove dist and build again`)
}

/** The gate of Law 1 reads shell commands with it: only the version that the attack tables were run with. */
const exact = ['unbash']

function checkManifest(manifest, repository) {
  const problems = []
  for (const [key, value] of Object.entries(repository)) {
    if (manifest.repository?.[key] !== value) problems.push(`package.json: repository.${key} must be ${value}`)
  }
  for (const [dependency, range] of Object.entries(manifest.dependencies ?? {})) {
    if (exact.includes(dependency)) continue
    if (dependency.startsWith('@artoo/') ? range === manifest.version : /^\^\d+\.\d+\.\d+$/.test(range)) continue
    const wanted = dependency.startsWith('@artoo/') ? manifest.version : 'a caret range, so that apps share their copy'
    problems.push(`package.json: ${dependency} is ${range}: ask for ${wanted}`)
  }
  return problems
}
