import { ArtooError, assertOptions, isObject, isRecord } from '@artoo/spec'
import type { Config } from './config.js'
import type { ServerConfig } from './servers.js'

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isText = (value: unknown) => typeof value === 'string'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isTextRecord = (value: unknown) => isRecord(value) && Object.values(value).every(isText)

const kinds: Readonly<Record<keyof Config, (value: unknown) => boolean>> = {
  model: (value) => typeof value === 'string' || isObject(value),
  tools: Array.isArray,
  standardTools: isBoolean,
  checks: Array.isArray,
  mcpServers: isRecord,
  trustServers: isTexts,
  permissions: isRecord,
  instructions: isText,
  limits: isRecord,
  prices: isRecord,
  depth: isText,
  profile: isText,
  contextWindow: (value) => typeof value === 'number' && Number.isInteger(value) && value > 0,
  sandbox: (value) => isBoolean(value) || isSandboxRules(value),
}

const aliases: Readonly<Record<string, string>> = {
  servers: 'mcpServers',
  mcp: 'mcpServers',
  trust: 'trustServers',
  mode: 'permissions.mode',
  allow: 'permissions.allow',
  ask: 'permissions.ask',
  deny: 'permissions.deny',
}

/** The value of a file, once it is sure that it is a configuration. @throws {ArtooError} `invalid_config`, naming the field. */
export function configIn(value: unknown, path: string): Config {
  const given = assertOptions(value, Object.keys(kinds), { of: path, aliases, code: 'invalid_config' })
  for (const [field, isRight] of Object.entries(kinds)) {
    if (given[field] !== undefined && !isRight(given[field])) throw wrong(path, field)
  }
  const config: Config = given
  const { mcpServers = {}, trustServers = [] } = config
  for (const [name, server] of Object.entries(mcpServers)) assertServer(name, server, path)
  const stranger = trustServers.find((name) => !Object.hasOwn(mcpServers, name))
  if (stranger !== undefined) throw wrong(path, 'trustServers', `names ${stranger}, which is no server of this file`)
  return config
}

const ofServers: Readonly<Record<keyof ServerConfig, (value: unknown) => boolean>> = {
  type: isText,
  command: isText,
  args: isTexts,
  env: isTextRecord,
  cwd: isText,
  url: isText,
  headers: isTextRecord,
}

function assertServer(name: string, server: unknown, path: string): void {
  const at = { of: `${path}, server ${name}`, path: `mcpServers.${name}`, code: 'invalid_config' }
  const given = assertOptions(server, Object.keys(ofServers), at)
  if (isText(given.command) === isText(given.url)) throw wrong(path, at.path, 'needs a command or a url')
  for (const [field, isRight] of Object.entries(ofServers)) {
    if (given[field] !== undefined && !isRight(given[field])) throw wrong(path, `${at.path}.${field}`)
  }
}

function wrong(path: string, field: string, problem = 'has a value that it can’t have'): ArtooError {
  return new ArtooError('invalid_config', `${path}: ${field} ${problem}`, { field })
}

function isSandboxRules(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { network = [], read = [], write = [], ...others } = value
  const isRule = (rule: unknown) => isRecord(rule) && isText(rule.command) && isTexts(rule.hosts)
  const isRight = Array.isArray(network) && network.every(isRule) && isTexts(read) && isTexts(write)
  return isRight && Object.keys(others).length === 0
}
