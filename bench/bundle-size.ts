/** Bundles each browser entry from sources, alone and minified, and prints what a user would download. */
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const entries = ['sdk', 'roles', 'runtime', 'mkct', 'ggs', 'bus', 'llm', 'tools', 'spec']

/** The code of one entry, and what it imports from outside the bundle. */
export async function bundle(
  name: string,
  format: 'esm' | 'iife' = 'esm',
): Promise<{ readonly code: string; readonly imports: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [`packages/${name}/src/index.ts`],
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    platform: 'neutral',
    format,
    globalName: 'artoo',
    conditions: ['@artoo/source'],
    mainFields: ['module', 'main'],
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map((item) => item.path))
  return { code: outputFiles.map((file) => file.text).join(''), imports }
}

export async function sizes() {
  return Promise.all(
    entries.map(async (name) => {
      const { code } = await bundle(name)
      return { name: `@artoo/${name}`, bytes: Buffer.byteLength(code), gzip: gzipSync(code).length }
    }),
  )
}

if (import.meta.filename === process.argv[1]) {
  console.log('| entry | minified, kB | gzip, kB |\n|---|---:|---:|')
  for (const { name, bytes, gzip } of await sizes()) {
    console.log(`| \`${name}\` | ${(bytes / 1000).toFixed(1)} | ${(gzip / 1000).toFixed(1)} |`)
  }
}
