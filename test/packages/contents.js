import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const published =
  /^(package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES|(bin|keeper)\.js|template\/[^/]+|dist\/.+\.(js|d\.ts))$/
/** A new project gets a test of its own. */
const forTests = /^(?!template\/).*((^|\/)tests?\/|\.test\.)/

/** What is wrong with the files of an installed package and with what its manifest promises. */
export function checkContents(directory, { folder, name }) {
  const home = join(directory, 'node_modules', name)
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(home.length + 1), entry.name))
  const read = (file) => readFileSync(join(home, file), 'utf8')
  return [
    ...checkFiles(files),
    ...checkLicence(files, read),
    ...files.filter((file) => file.endsWith('.d.ts')).flatMap((file) => checkSource(file, folder)),
    ...checkManifest(JSON.parse(read('package.json'))),
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

/** Declarations stay in dist when their source has gone. */
function checkSource(file, folder) {
  const source = file.replace(/^dist\//, 'src/').replace(/\.d\.ts$/, '.ts')
  return existsSync(join(folder, source)) ? [] : [`${file} has no ${source}: remove dist and build again`]
}

/** The gate of Law 1 reads shell commands with the one, and the other confines them: only the versions that the attacks were run with. */
const exact = ['unbash', '@anthropic-ai/sandbox-runtime']

function checkManifest(manifest) {
  const problems = []
  for (const [dependency, range] of Object.entries(manifest.dependencies ?? {})) {
    if (exact.includes(dependency)) continue
    if (dependency.startsWith('@artoo/') ? range === manifest.version : /^\^\d+\.\d+\.\d+$/.test(range)) continue
    const wanted = dependency.startsWith('@artoo/') ? manifest.version : 'a caret range, so that apps share their copy'
    problems.push(`package.json: ${dependency} is ${range}: ask for ${wanted}`)
  }
  return problems
}
