import type { AnyModel, ArtooOptions, Check, InstanceLimits, Permissions, Price, Tool } from '@artoo/sdk'
import type { Sandbox } from '@artoo/spec'
import type { ServerConfig } from './servers.js'

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
