import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** One script from sources, as for a page or a worker: it loads every entry of `names` and exports what `last` says. */
export async function bundle(names: readonly string[], last: string, format: 'esm' | 'iife'): Promise<string> {
  const contents = [
    ...names.map((name, index) => `import * as entry${index} from '${name}'`),
    `globalThis.loaded = [${names.map((_, index) => `entry${index}`)}]`,
    last,
  ].join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    platform: 'neutral',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['@artoo/source', 'browser'],
    // Imported on demand. In a bundle of one file esbuild would set zod up after the modules that use it (docs/models.md).
    external: ['@ai-sdk/openai-compatible', '@modelcontextprotocol/*/stdio'],
    logLevel: 'silent',
    format,
    globalName: 'artoo',
  })
  return outputFiles.map(({ text }) => text).join('')
}
