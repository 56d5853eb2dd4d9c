/** Bundles each browser entry from sources, alone and minified, and prints what a user would download. */
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild'

const entries = ['sdk', 'insight', 'roles', 'runtime', 'mkct', 'ggs', 'bus', 'llm', 'tools', 'evals', 'spec']

const optionsFor = (name: string): BuildOptions => ({
  entryPoints: [`packages/${name}/src/index.ts`],
  bundle: true,
  write: false,
  minify: true,
  metafile: true,
  platform: 'neutral',
  conditions: ['@artoo/source'],
  mainFields: ['module', 'main'],
})

/** The code of one entry, and what it imports from outside the bundle. */
export async function bundle(
  name: string,
  format: 'esm' | 'iife' = 'esm',
): Promise<{ readonly code: string; readonly imports: readonly string[] }> {
  const { outputFiles = [], metafile } = await build({ ...optionsFor(name), format, globalName: 'artoo' })
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports.map((item) => item.path))
  return { code: outputFiles.map((file) => file.text).join(''), imports }
}

/** One entry cut where it loads parts of itself later: what a page downloads at once, and what it downloads when it needs that. */
async function parts(name: string): Promise<{ readonly atOnce: readonly string[]; readonly later: readonly string[] }> {
  const split = { format: 'esm', splitting: true, outdir: '/bundle', absWorkingDir: process.cwd() } as const
  const { outputFiles = [], metafile } = await build({ ...optionsFor(name), ...split })
  const first = staticallyImported(metafile as Metafile)
  const isFirst = ({ path }: OutputFile) => [...first].some((output) => path.endsWith(output.replace(/^.*\//, '/')))
  const textsOf = (files: readonly OutputFile[]) => files.map(({ text }) => text)
  return { atOnce: textsOf(outputFiles.filter(isFirst)), later: textsOf(outputFiles.filter((file) => !isFirst(file))) }
}

function staticallyImported({ outputs }: Metafile): ReadonlySet<string> {
  const found = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint?.endsWith('src/index.ts')))
  for (const path of found) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') found.add(imported)
    }
  }
  return found
}

const zipped = (texts: readonly string[]) => texts.reduce((sum, text) => sum + gzipSync(text).length, 0)

export async function sizes() {
  return Promise.all(
    entries.map(async (name) => {
      const { atOnce, later } = await parts(name)
      const bytes = atOnce.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      return { name: `@artoo/${name}`, bytes, gzip: zipped(atOnce), later: zipped(later) }
    }),
  )
}

if (import.meta.filename === process.argv[1]) {
  console.log('| entry | minified, kB | gzip, kB | later, gzip, kB |\n|---|---:|---:|---:|')
  for (const { name, ...numbers } of await sizes()) {
    const columns = [numbers.bytes, numbers.gzip, numbers.later].map((bytes) => (bytes / 1000).toFixed(1))
    console.log(`| \`${name}\` | ${columns.join(' | ')} |`)
  }
}
