import { lstatSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

const endings = ['ts', 'js', 'mjs', 'json'] as const

/** The configuration of the person: `$XDG_CONFIG_HOME/artoo/config.*`, by default below `~/.config`. Null if there is no such file. */
export function userConfig(env: Environment): string | null {
  const { XDG_CONFIG_HOME: own = '' } = env
  // The XDG base directory specification has relative paths ignored.
  const folder = isAbsolute(own) ? own : join(homeIn(env), '.config')
  return fileIn(join(folder, 'artoo'), 'config')
}

/** The nearest `artoo.config.*` and the nearest `.mcp.json` of the folder and those above it. Each is null if there is no such file. */
export function projectFiles(folder: string, env: Environment) {
  const { folders } = project(folder, env)
  const nearest = (find: (folder: string) => string | null) => folders.map(find).find((path) => path !== null) ?? null
  return {
    config: nearest((one) => fileIn(one, 'artoo.config')),
    servers: nearest((one) => [join(one, '.mcp.json')].find(isFile) ?? null),
  }
}

/**
 * The folders of the project that a folder belongs to, the nearest first: up to one with a `.git`, or below the home of the person, whose files no
 * project brings along. `isBounded` tells whether a `.git` ended it.
 */
export function project(folder: string, env: Environment) {
  const home = homeIn(env)
  const folders: string[] = []
  for (let one = folder; one !== home; one = dirname(one)) {
    folders.push(one)
    if (exists(join(one, '.git'))) return { folders, isBounded: true }
    if (one === dirname(one)) break
  }
  return { folders, isBounded: false }
}

function homeIn({ HOME: home = '' }: Environment): string {
  return isAbsolute(home) ? home : homedir()
}

function fileIn(folder: string, name: string): string | null {
  return endings.map((ending) => join(folder, `${name}.${ending}`)).find(isFile) ?? null
}

/** Whether there is a file, or a link to one, that can be looked at. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
