import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'

const folder = 'test/release/reports'

/** A declaration that is longer than this is inferred from schemas, such as all messages of a system. It stands in the report as its hash. */
const longest = 6000

/** `npm run release:api`: writes what the packages export, to be read in the diff of a change. */
export async function writeReports() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [file, text] of await publicTypes()) writeFileSync(join(folder, file), text)
}

/** @throws {Error} naming the entries whose public types are not those of the reports. */
export async function checkReports() {
  const types = await publicTypes()
  const read = (file) => (readdirSync(folder).includes(file) ? readFileSync(join(folder, file), 'utf8') : undefined)
  const files = new Set([...types.keys(), ...readdirSync(folder)])
  const changed = [...files].filter((file) => types.get(file) !== read(file))
  if (changed.length === 0) return `${types.size} entries as in ${folder}`
  throw new Error(
    `public types changed: ${changed.join(', ')}. Say what changes for users (npx changeset), then run npm run release:api`,
  )
}

/** The report of each entry of each package, from the declarations that `npm run build` wrote. */
async function publicTypes() {
  const directory = mkdtempSync(join(tmpdir(), 'artoo-api-'))
  const reports = new Map()
  for (const name of readdirSync('packages')) {
    const { exports } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
    for (const { types } of Object.values(exports)) {
      if (types)
        reports.set(`${name}-${basename(types, '.d.ts')}.api.md`, reportOf(resolve('packages', name), types, directory))
    }
  }
  rmSync(directory, { recursive: true })
  return reports
}

function reportOf(projectFolder, types, directory) {
  const quiet = { default: { logLevel: 'none' } }
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder,
      mainEntryPointFilePath: join(projectFolder, types),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            lib: ['es2023', 'dom'],
            module: 'esnext',
            moduleResolution: 'bundler',
            types: ['node'],
            skipLibCheck: true,
            strict: true,
          },
          files: [join(projectFolder, types)],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: directory,
        reportTempFolder: directory,
        reportFileName: 'report',
        includeForgottenExports: true,
      },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: quiet,
        tsdocMessageReporting: quiet,
      },
    },
  })
  const { errorCount } = Extractor.invoke(config, { localBuild: true, messageCallback: handleUnlessError })
  if (errorCount > 0) throw new Error(`${types} of ${projectFolder} can't be read: see above`)
  return readFileSync(config.reportFilePath, 'utf8').split('\n\n').map(shortened).join('\n\n')
}

function handleUnlessError(message) {
  message.handled = message.logLevel !== 'error'
}

function shortened(declaration) {
  if (declaration.length <= longest) return declaration
  const [comment, head] = declaration.split('\n')
  const hash = createHash('sha256').update(declaration).digest('hex').slice(0, 16)
  return `${comment}\n${head} … ${declaration.length} characters, SHA-256 ${hash}`
}

if (process.argv[1] === import.meta.filename) await writeReports()
