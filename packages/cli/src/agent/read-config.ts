import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { oneLine } from '@artoo/llm'
import { ArtooError, errorMessage } from '@artoo/spec'
import { configIn } from './checked-config.js'
import { type Config, defineConfig } from './config.js'

/** Modules that a configuration in TypeScript gets from this program, wherever it lies. */
export const ownModules: readonly string[] = ['@artoo/cli', '@artoo/sdk', '@artoo/sdk/node']

/**
 * Reads a configuration. Its code is run.
 *
 * @throws {ArtooError} `config_failed`, `invalid_config`.
 */
export async function readConfig(path: string): Promise<Config> {
  const value = await valueIn(path).catch((cause: unknown) => {
    const message = `${path} could not be read: ${oneLine(errorMessage(cause), 500)}`
    throw new ArtooError('config_failed', message, { field: path, cause })
  })
  return configIn(value, path)
}

/** Reads the servers of a `.mcp.json`. Other fields of it are left to other programs. */
export async function readServers(path: string): Promise<Config> {
  const value = await valueIn(path).catch((cause: unknown) => {
    throw new ArtooError('config_failed', `${path} is no JSON: ${oneLine(errorMessage(cause), 500)}`, { field: path })
  })
  const isRecord = typeof value === 'object' && value !== null && 'mcpServers' in value
  return configIn({ mcpServers: isRecord ? value.mcpServers : {} }, path)
}

async function valueIn(path: string): Promise<unknown> {
  const ending = extname(path)
  if (ending === '.json') return JSON.parse(await readFile(path, 'utf8'))
  const loaded: unknown = ending === '.ts' ? await loadTypeScript(path) : await import(freshUrl(path))
  const { default: value }: { readonly default?: unknown } = Object(loaded)
  if (value === undefined) throw new Error('it has no default export')
  return value
}

/** An address under which the module system has not kept what the file was before. */
function freshUrl(path: string): string {
  const url = pathToFileURL(path)
  url.search = `at=${performance.now()}`
  return url.href
}

async function loadTypeScript(path: string): Promise<unknown> {
  const [{ createJiti }, sdk, node] = await Promise.all([
    import('jiti'),
    import('@artoo/sdk'),
    import('@artoo/sdk/node'),
  ])
  const jiti = createJiti(path, {
    // A repository may bring a cache along, with other code than the files that a person said yes to.
    fsCache: false,
    virtualModules: { '@artoo/cli': { defineConfig }, '@artoo/sdk': sdk, '@artoo/sdk/node': node },
  })
  const before = new Set(Object.keys(jiti.cache))
  try {
    return await jiti.import(path)
  } finally {
    for (const file of Object.keys(jiti.cache)) if (!before.has(file)) delete jiti.cache[file]
  }
}
