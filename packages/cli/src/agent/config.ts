import type { AnyModel, ArtooOptions, Check, InstanceLimits, Permissions, Price, Tool } from '@artoo/sdk'
import { ArtooError, assertOptions, isObject, isRecord, type Sandbox } from '@artoo/spec'
import { type ServerConfig, serverNames } from './servers.js'

/** A model, or its name as `provider/id`: `anthropic/claude-sonnet-4-5`. */
export type ModelOrName = string | AnyModel

/** One choice for all roles, or one for each tier; in a list each stands in for those before it while they are down. */
export type ConfiguredModel =
  | ModelOrName
  | readonly [ModelOrName, ...ModelOrName[]]
  | Readonly<Record<'brain' | 'tool', ModelOrName | readonly [ModelOrName, ...ModelOrName[]]>>

/** Allowances of the sandbox to every command. */
export type SandboxRules = Partial<Pick<Sandbox, 'network' | 'read' | 'write'>>

/** The configuration of `artoo`: `artoo.config.ts` of a project, `~/.config/artoo/config.ts` of a person. */
export interface Config {
  /** @defaultValue the one that `ARTOO_MODEL` names */
  readonly model?: ConfiguredModel | undefined
  /** Tools beside the standard ones. */
  readonly tools?: readonly Tool[] | undefined
  /** Whether there are the tools for files and the shell. @defaultValue true */
  readonly standardTools?: boolean | undefined
  /** Checks beside the standard ones. */
  readonly checks?: readonly Check[] | undefined
  /** MCP servers by name; needs `@artoo/mcp`. `${NAME}` in their texts stands for a variable of the environment. */
  readonly mcpServers?: Readonly<Record<string, ServerConfig>> | undefined
  /** Servers of the same file whose annotations are believed: what one of them calls a read runs without a question. @defaultValue none */
  readonly trustServers?: readonly string[] | undefined
  /** Rules of all files hold together; the mode is the one of the nearest that names one. */
  readonly permissions?: Permissions | undefined
  /** Instructions for every task, in plain text. */
  readonly instructions?: string | undefined
  readonly limits?: InstanceLimits | undefined
  /** Per million tokens, by model id as the log shows it: `openai/gpt-5`. */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  readonly depth?: ArtooOptions['depth']
  readonly profile?: ArtooOptions['profile']
  /** Tokens that the model takes in, for the display of what is left. */
  readonly contextWindow?: number | undefined
  /** Confines commands by the system, with `@artoo/sandbox`. @defaultValue true where that is installed and works */
  readonly sandbox?: boolean | SandboxRules | undefined
}

/** Gives the configuration back, with its type known to the editor. */
export const defineConfig = (config: Config): Config => config

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
  for (const [name, server] of Object.entries(config.mcpServers ?? {})) {
    const at = { of: `${path}, server ${name}`, path: `mcpServers.${name}`, code: 'invalid_config' }
    const { command, url } = assertOptions(server, serverNames, at)
    if (isText(command) === isText(url)) throw wrong(path, `mcpServers.${name}`, 'needs a command or a url')
  }
  const stranger = config.trustServers?.find((name) => !Object.hasOwn(config.mcpServers ?? {}, name))
  if (stranger !== undefined) throw wrong(path, 'trustServers', `names ${stranger}, which is no server of this file`)
  return config
}

function wrong(path: string, field: string, problem = 'has a value that it can’t have'): ArtooError {
  return new ArtooError('invalid_config', `${path}: ${field} ${problem}`, { field })
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isSandboxRules(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { network = [], read = [], write = [], ...others } = value
  const isRule = (rule: unknown) => isRecord(rule) && isText(rule.command) && isTexts(rule.hosts)
  const isRight = Array.isArray(network) && network.every(isRule) && isTexts(read) && isTexts(write)
  return isRight && Object.keys(others).length === 0
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}
