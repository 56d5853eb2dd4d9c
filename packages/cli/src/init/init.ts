import { lstat, mkdir, realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { oneLine, someLines } from '@artoo/sdk'
import { errorMessage } from '@artoo/spec'
import { unlessErrno } from '@artoo/spec/node'
import { trustIn } from '../agent/trust.js'
import type { Call, RunCommand } from '../call/call.js'
import { type Install, installPackages, managerIn } from './install-packages.js'
import { type ProjectFile, packagesOf, projectFiles, projectName } from './project-files.js'
import { type Provider, providerFor, providers } from './provider.js'
import { shellWord } from './shell-word.js'

/** Makes a project that runs, in the folder that is named or the current one. Files that are there stay as they are. */
export const init: RunCommand = initWith(installPackages)

/** The command, with its own way to install packages. */
export function initWith(install: Install): RunCommand {
  return async (call) => {
    const [given = '.'] = call.words
    const provider = providerFor(call.flags.model, call.env)
    if (!provider) return refuse(call, 2, `--model takes one of ${known()}, not ${call.flags.model}`)
    const folder = resolve(call.cwd, given)
    try {
      const files = projectFiles({ name: projectName(folder), provider })
      const there = await existing(folder, files)
      const own = there.filter(({ isCommon }) => !isCommon)
      if (own.length > 0) return refuse(call, 1, `${folder} has ${listed(own)} already: nothing was written`)
      return await make({ call, given, folder, provider, files, there, install })
    } catch (error) {
      return refuse(call, 1, errorMessage(error))
    }
  }
}

interface Order {
  readonly call: Call
  /** The folder as it was named. */
  readonly given: string
  readonly folder: string
  readonly provider: Provider
  readonly files: readonly ProjectFile[]
  readonly there: readonly ProjectFile[]
  readonly install: Install
}

async function make({ call, given, folder, provider, files, there, install }: Order): Promise<number> {
  const written = files.filter((file) => !there.includes(file))
  await mkdir(folder, { recursive: true })
  for (const { path, text } of written) await writeFile(join(folder, path), text, { flag: 'wx' })
  say(call, `Written to ${folder}: ${listed(written)}`)
  if (there.length > 0) say(call, `Left as they are: ${listed(there)}`)

  const manager = managerIn(call.env)
  const inFolder = given === '.' ? '' : `cd ${shellWord(given)} && `
  if (there.some(({ path }) => path === 'package.json')) {
    say(
      call,
      `\npackage.json needs "type": "module". Next:\n  ${inFolder}${manager} ${manager === 'npm' ? 'install' : 'add'} ${packageWords(provider)}`,
    )
    say(call, `${keyLine(call, provider)}  ${inFolder}npx artoo "${secondTask}"`)
    return 0
  }
  say(call, `Installing packages by ${manager} …`)
  const problem = await install({ folder, manager, signal: call.signal })
  if (problem !== null) {
    call.stderr.write(`${someLines(problem)}\n`)
    return refuse(call, 1, `the files are there, the packages are not: ${inFolder}${manager} install`)
  }
  await trust(folder)
  const start = manager === 'npm' ? 'npm start --' : `${manager} start`
  say(call, `\nNext:\n${keyLine(call, provider)}  ${inFolder}${start} "${firstTask}"\n  npx artoo "${secondTask}"`)
  return 0
}

/** The person who made the files agrees to them. Where that can't be kept, a question follows later. */
async function trust(folder: string): Promise<void> {
  const root = await realpath(folder)
  await trustIn(join(root, 'artoo.config.ts'), { root, askTrust: async () => true }).catch(() => null)
}

const firstTask = 'How many words are in AGENTS.md?'
const secondTask = 'Add a tool that counts lines, with a test'

async function existing(folder: string, files: readonly ProjectFile[]): Promise<readonly ProjectFile[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const stats = await lstat(join(folder, file.path)).catch(unlessErrno(null, 'ENOENT'))
      return stats ? [file] : []
    }),
  )
  return found.flat()
}

function keyLine({ env }: Call, { key }: Provider): string {
  return env[key] ? '' : `  export ${key}=…\n`
}

function packageWords(provider: Provider): string {
  const { dependencies } = packagesOf(provider)
  return Object.entries(dependencies)
    .map(([name, range]) => `${name}@${range}`)
    .join(' ')
}

const known = () => providers.map(({ name, model }) => `${name}/${model}`).join(', ')
const listed = (files: readonly ProjectFile[]) =>
  files
    .map(({ path }) => path)
    .sort()
    .join(', ')

function say({ stdout }: Call, text: string): void {
  stdout.write(`${someLines(text)}\n`)
}

function refuse({ stderr }: Call, code: 1 | 2, text: string): number {
  stderr.write(`artoo init: ${oneLine(text)}\n`)
  return code
}
