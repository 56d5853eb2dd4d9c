import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from './run.js'

const compiler = resolve('node_modules/typescript-native/bin/tsc')

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
  rootDir: 'blocks',
}

/**
 * A program for Node, and an app for the browser with a server beside it. Declarations are checked in the first, where the JavaScript is emitted, too:
 * under the resolution of the second they have compiled as sources.
 */
const modes = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], outDir: 'out', skipLibCheck: false },
  bundler: {
    ...{ module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ noEmit: true, skipLibCheck: true },
  },
}

/** Checks ts blocks in the app's folder in every mode. Afterwards the JavaScript of each is there, see `scriptOf`. */
export async function typeCheck(directory, packages, blocks) {
  mkdirSync(join(directory, 'blocks'))
  for (const block of blocks) writeFileSync(join(directory, sourceOf(block)), moduleOf(block))
  const found = new Map()
  for (const mode of Object.keys(modes)) {
    for (const message of await messagesOf(directory, packages, mode)) {
      found.set(message, [...(found.get(message) ?? []), mode])
    }
  }
  return [...found].map(
    ([message, among]) => `${inMarkdown(message, blocks)}\n  (under moduleResolution ${among.join(' and ')})`,
  )
}

async function messagesOf(directory, packages, mode) {
  const config = { compilerOptions: { ...compilerOptions, ...modes[mode] }, include: ['blocks'] }
  const project = join(directory, `tsconfig.${mode}.json`)
  writeFileSync(project, JSON.stringify(config))
  const words = [compiler, '--project', project, '--pretty', 'false', '--checkers', '1']
  const { ok, output } = await run(process.execPath, words, { cwd: directory })
  if (ok) return []
  // The lines of a message below its first are indented.
  const messages = output.trim().split(/\n(?! )/)
  // JavaScript declares no types of parameters.
  const untyped = /^blocks\/\S+\.mts\(\d+,\d+\): error TS70\d\d: /
  return messages.filter(
    (message) => !untyped.test(message) && isOurs(/^(.+)\(\d+,\d+\): /.exec(message)?.[1] ?? '', packages),
  )
}

/** The JavaScript of a block that was checked. */
export const scriptOf = (directory, block) => join(directory, 'out', `${nameOf(block)}.js`)

const nameOf = ({ file, line }) => `${file.replace(/\.md$/, '').replaceAll('/', '-')}.${line}`

/** A block that is a file of its own has that name, so that the others import it. */
const sourceOf = (block) => `blocks/${block.name ? `${block.name}.mts` : `${nameOf(block)}.ts`}`

/** The block as a module in which every line has the number that it has in the Markdown file. */
function moduleOf({ code, line }) {
  const declarations = Object.entries(standIns)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .map(([, declaration]) => declaration)
  return `${declarations.join('')}${'\n'.repeat(line - 1)}${code}\nexport {}\n`
}

/** Our declarations and those of what they need must be sound; what else a document installs or a program needs need not be. */
function isOurs(path, packages) {
  const name = /^node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return (
    !name ||
    packages.some((item) => name === item.name || (!item.manifest.bin && name in (item.manifest.dependencies ?? {})))
  )
}

/** A message of the compiler, with the place in the Markdown file. */
function inMarkdown(message, blocks) {
  const block = blocks.find((candidate) => message.startsWith(`${sourceOf(candidate)}(`))
  return block ? message.replace(sourceOf(block), block.file) : message
}
