import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A dependency in CommonJS asks for it. */
const require = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"
let made: Promise<string> | undefined

/** The path of `artoo`, bundled from its sources: it starts in a fraction of the time. */
export function bundledProgram(): Promise<string> {
  made ??= bundle()
  return made
}

async function bundle(): Promise<string> {
  // Where it finds the dependencies that are not bundled.
  const folder = join(root, 'node_modules/.cache', `artoo-program-${process.pid}-${Date.now()}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const outdir = join(folder, 'dist')
  await build({
    entryPoints: [join(root, 'packages/cli/src/bin.ts')],
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    conditions: ['@artoo/source'],
    banner: { js: require },
    external: [
      'abstract-level',
      'classic-level',
      'memory-level',
      'simple-git',
      'zod',
      'jiti',
      'koffi',
      '@ai-sdk/*',
      '@anthropic-ai/*',
    ],
    logLevel: 'error',
  })
  // `@artoo/sandbox` starts it from beside its own code.
  copyFileSync(join(root, 'packages/sandbox/keeper.js'), join(folder, 'keeper.js'))
  return join(outdir, 'bin.mjs')
}
