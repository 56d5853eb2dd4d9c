import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Parts of a package.json that are read here. */
export interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** The package.json of a package that this one depends on, or of this one. */
export function manifestOf(name: string): Manifest {
  const { version = '', dependencies = {} }: Partial<Manifest> = JSON.parse(readFileSync(pathOf(name), 'utf8'))
  return { version, dependencies }
}

/** The folder of this package. */
export const packageFolder = (): string => dirname(pathOf('@artoo/cli'))

/** The folder of the files that a new project gets. */
export const templateFolder = (): string => join(packageFolder(), 'template')

const pathOf = (name: string) => require.resolve(`${name}/package.json`)
