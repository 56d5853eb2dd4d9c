import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/** What examples may use without declaring it, because it is the reader's. */
const standIns = {
  yourModel: `declare const yourModel: import('@artoo/spec').LanguageModel; `,
  inWords: `declare function inWords(question: string): Promise<string>; `,
  askTheUser: `declare function askTheUser(question: string): Promise<boolean>; `,
}

const compilerOptions = {
  target: 'es2022',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
}

/** A program for Node, and an app for the browser with a server beside it. */
const modes = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], outDir: 'out' },
  bundler: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], noEmit: true },
}

/** The mode in which declarations are checked, too: under the other one they have compiled as sources. */
const strictest = 'nodenext'

/** Checks ts blocks in the app's folder in every mode. Afterwards the JavaScript of each is there, see `scriptOf`. */
export function typeCheck(directory, packages, blocks) {
  mkdirSync(join(directory, 'blocks'))
  for (const block of blocks) writeFileSync(join(directory, 'blocks', `${nameOf(block)}.ts`), moduleOf(block))
  const found = new Map()
  for (const mode of Object.keys(modes)) {
    for (const message of messagesOf(directory, packages, mode)) {
      found.set(message, [...(found.get(message) ?? []), mode])
    }
  }
  return [...found].map(
    ([message, among]) => `${inMarkdown(message, blocks)}\n  (under moduleResolution ${among.join(' and ')})`,
  )
}

function messagesOf(directory, packages, mode) {
  const config = { compilerOptions: { ...compilerOptions, ...modes[mode] }, include: ['blocks'] }
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, directory)
  const host = { ...ts.createCompilerHost(options), getCurrentDirectory: () => directory }
  const program = ts.createProgram({ rootNames: fileNames, options, host })
  const diagnostics = [
    ...errors,
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program
      .getSourceFiles()
      .map((file) => [file, relative(directory, file.fileName)])
      .filter(([, path]) => path.startsWith('blocks') || (mode === strictest && isOurs(path, packages)))
      .flatMap(([file]) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    ...(options.noEmit ? [] : program.emit().diagnostics),
  ]
  return ts
    .sortAndDeduplicateDiagnostics(diagnostics)
    .map((diagnostic) => ts.formatDiagnostic(diagnostic, { ...host, getNewLine: () => '\n' }).trimEnd())
}

/** The JavaScript of a block that was checked. */
export const scriptOf = (directory, block) => join(directory, 'out', `${nameOf(block)}.js`)

const nameOf = ({ file, line }) => `${file.replace(/\.md$/, '').replaceAll('/', '-')}.${line}`

/** The block as a module in which every line has the number that it has in the Markdown file. */
function moduleOf({ code, line }) {
  const declarations = Object.entries(standIns)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .map(([, declaration]) => declaration)
  return `${declarations.join('')}${'\n'.repeat(line - 1)}${code}\nexport {}\n`
}

/** Our declarations and those of what we depend on must be sound; what else a document installs need not be. */
function isOurs(path, packages) {
  const name = /^node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return !name || packages.some((item) => name === item.name || name in (item.manifest.dependencies ?? {}))
}

/** A message of the compiler, with the place in the Markdown file. */
function inMarkdown(message, blocks) {
  const block = blocks.find((candidate) => message.startsWith(`blocks/${nameOf(candidate)}.ts(`))
  return block ? message.replace(`blocks/${nameOf(block)}.ts`, block.file) : message
}
