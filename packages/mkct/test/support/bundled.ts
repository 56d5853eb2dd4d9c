import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const bundles = new Map<string, Promise<string>>()
const outfiles = new Set<string>()

function removeAll(): void {
  for (const outfile of outfiles) rmSync(outfile, { force: true })
}

/** The path of a script bundled with the sources that it imports: it starts in a fraction of the time. */
export function bundled(script: URL): Promise<string> {
  const known = bundles.get(script.href)
  if (known) return known
  // Scripts of one name are those of several folders.
  const place = createHash('sha256').update(script.href).digest('hex').slice(0, 12)
  const name = `artoo-${process.env.VITEST_POOL_ID ?? process.pid}-${place}.mjs`
  // Where it finds the dependencies that are not bundled.
  const outfile = fileURLToPath(new URL(`../../../../node_modules/.cache/${name}`, import.meta.url))
  const bundle = build({
    entryPoints: [fileURLToPath(script)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@artoo/source'],
    // Bundled, these lack their require, and the classes of zod come after what is made of them.
    external: ['abstract-level', 'classic-level', 'memory-level', 'pg', 'simple-git', 'zod'],
    logLevel: 'error',
  }).then(() => outfile)
  if (outfiles.size === 0) process.once('exit', removeAll)
  outfiles.add(outfile)
  bundles.set(script.href, bundle)
  return bundle
}
