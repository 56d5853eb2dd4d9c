import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { oneLine } from '@artoo/llm'
import { isInside } from '@artoo/spec/node'
import type { Config } from './config.js'
import { projectFiles, userConfig } from './find-config.js'
import { readConfig, readServers } from './read-config.js'
import { type AskTrust, type TrustAnswer, trustIn } from './trust.js'

/** A configuration with the file that it comes from. */
export interface Source {
  /** Real path. */
  readonly path: string
  readonly config: Config
}

export interface Places {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Real path of the folder that tools work in. */
  readonly root: string
}

interface Reading extends Places {
  readonly cwd: string
  /** The file that the person names. */
  readonly named: string | undefined
  readonly askTrust: AskTrust | null
  readonly signal?: AbortSignal | undefined
}

/** The configurations that count, weakest first, and sentences on those that don't. */
export async function configurations({ env, root, cwd, named, askTrust, signal }: Reading) {
  const sources: Source[] = []
  const notes: string[] = []
  async function add(path: string, read: (path: string) => Promise<Config>): Promise<void> {
    signal?.throwIfAborted()
    sources.push({ path, config: await read(path) })
  }

  const own = named === undefined ? null : realPath(resolve(cwd, named))
  const asked = askedFiles({ env, root }).filter(({ path }) => path !== own)
  const user = userConfig(env)
  if (user !== null && !isInside(root, realpathSync(user))) await add(realpathSync(user), readConfig)
  for (const { path, read } of asked) {
    signal?.throwIfAborted()
    const { answer, reached } = await trustIn(path, { root, askTrust })
    if (answer === 'kept' || answer === 'agreed') await add(path, read)
    else notes.push(ignored(path, answer, reached.unclear.length === 0))
  }
  if (own !== null) await add(own, readConfig)
  return { sources, notes }
}

export interface AskedFile {
  /** Real path. */
  readonly path: string
  readonly read: (path: string) => Promise<Config>
}

/** The files that count only with the yes of a person, weakest first: they may have come with a repository, or by a tool. */
export function askedFiles({ env, root }: Places): readonly AskedFile[] {
  const user = userConfig(env)
  const { config, servers } = projectFiles(root, env)
  const asked = new Map<string, AskedFile['read']>()
  if (user !== null && isInside(root, realpathSync(user))) asked.set(realpathSync(user), readConfig)
  if (servers !== null) asked.set(realpathSync(servers), readServers)
  if (config !== null) asked.set(realpathSync(config), readConfig)
  return [...asked].map(([path, read]) => ({ path, read }))
}

function ignored(path: string, answer: TrustAnswer, canBeKept: boolean): string {
  const shown = oneLine(path, 300)
  if (answer === 'refused') return `${shown} is ignored, as you said.`
  if (answer === 'changed') return `${shown} is ignored: it changed, or what it reaches, while you were asked.`
  const remedy = canBeKept
    ? 'say yes to it by `artoo trust`, or run `artoo` once in a terminal'
    : 'what it reaches can’t be told beforehand, so name it by `--config`, or run `artoo` in a terminal'
  return `${shown} is ignored until you agree to it: ${remedy}.`
}

/** A file that is not there is left to the error of reading it. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
