import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expectPrinted, finished, must } from './step.js'

const local = resolve('test/release/node_modules/.bin')
const here = resolve('test/release/app')

/**
 * How each package manager is told that our packages, also those that ours depend on, are the tarballs. npm finds out by itself, as all of
 * them are asked for.
 */
const managers = {
  npm: { command: 'npm', args: ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'] },
  pnpm: {
    command: join(local, 'pnpm'),
    args: ['install', '--prefer-offline'],
    files: ({ tarballs, home }) => ({
      'pnpm-workspace.yaml': JSON.stringify({ overrides: tarballs, storeDir: join(home, 'store') }),
    }),
  },
  yarn: {
    command: join(local, 'yarn'),
    args: ['install', '--no-lockfile', '--non-interactive', '--silent'],
    manifest: ({ tarballs }) => ({ resolutions: tarballs }),
  },
}

/** Installs the tarballs into an empty project by every package manager, and there imports, requires and type-checks them. */
export async function checkInstalls(directory, packages, { zod, nodeTypes }) {
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]))
  for (const [name, { command, args, manifest, files }] of Object.entries(managers)) {
    const home = join(directory, name)
    mkdirSync(home)
    cpSync(here, home, { recursive: true })
    const given = { tarballs, home }
    const dependencies = { ...tarballs, zod, '@types/node': nodeTypes }
    const own = { name: 'app', private: true, type: 'module', dependencies, ...manifest?.(given) }
    writeFileSync(join(home, 'package.json'), JSON.stringify(own))
    for (const [file, text] of Object.entries(files?.(given) ?? {})) writeFileSync(join(home, file), text)
    await must(command, args, { cwd: home })
    await checkApp(name, home)
  }
  return `${Object.keys(managers).join(', ')}: import, require and types`
}

async function checkApp(name, home) {
  expectPrinted(`${name}, import`, await must(process.execPath, ['main.mjs'], { cwd: home }), finished)
  const required = await must(process.execPath, ['--no-warnings', 'main.cjs'], { cwd: home })
  expectPrinted(`${name}, require`, required, 'function function')
  for (const { module, moduleResolution, compiler } of typings) {
    const words = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023', '--types', 'node']
    const how = ['--module', module, '--moduleResolution', moduleResolution]
    await must(process.execPath, [resolve(compiler), ...words, ...how, 'main.ts'], { cwd: home })
  }
}

const typings = ['typescript/bin/tsc', 'typescript-native/bin/tsc'].flatMap((path) => [
  { module: 'nodenext', moduleResolution: 'nodenext', compiler: `node_modules/${path}` },
  { module: 'esnext', moduleResolution: 'bundler', compiler: `node_modules/${path}` },
])

/** The folder that npm has filled: for bundlers, which look packages up there. */
export const npmApp = (directory) => join(directory, 'npm')
