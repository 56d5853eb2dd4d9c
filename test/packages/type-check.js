import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.js'

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

/** Checks ts blocks in the app's folder in every mode. Afterwards the JavaScript of each is there, see `scriptOf`. */
export async function typeCheck(directory, packages, blocks) {
  mkdirSync(join(directory, 'blocks'))
  for (const block of blocks) writeFileSync(join(directory, 'blocks', `${nameOf(block)}.ts`), moduleOf(block))
  const found = new Map()
  const check = async (mode) => {
    const config = { compilerOptions: { ...compilerOptions, ...modes[mode] }, include: ['blocks'] }
    writeFileSync(join(directory, `tsconfig.${mode}.json`), JSON.stringify(config))
    const tsc = join(directory, 'node_modules/typescript/bin/tsc')
    const args = [tsc, '--pretty', 'false', '-p', `tsconfig.${mode}.json`]
    const { ok, output } = await run(process.execPath, args, { cwd: directory })
    // A message goes on in the lines that are indented.
    const messages = ok ? [] : output.split(/\n(?=\S)/).filter((message) => isOurs(message, packages))
    for (const message of messages) found.set(message, [...(found.get(message) ?? []), mode])
  }
  await Promise.all(Object.keys(modes).map(check))
  return [...found].map(
    ([message, among]) => `${inMarkdown(message, blocks)}\n  (under moduleResolution ${among.join(' and ')})`,
  )
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
function isOurs(message, packages) {
  const name = /^node_modules\/((@[^/]+\/)?[^/]+)/.exec(message)?.[1]
  return !name || packages.some((item) => name === item.name || name in (item.manifest.dependencies ?? {}))
}

/** A message of the compiler, with the place in the Markdown file. */
function inMarkdown(message, blocks) {
  const block = blocks.find((candidate) => message.startsWith(`blocks/${nameOf(candidate)}.ts(`))
  return block ? message.replace(`blocks/${nameOf(block)}.ts`, block.file) : message
}
