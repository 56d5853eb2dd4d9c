import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Provider, providerRange, providers } from './provider.js'
import { manifestOf, templateFolder } from './running-package.js'

/** A file of a new project. */
export interface ProjectFile {
  readonly path: string
  readonly text: string
  /** Whether a project may have one already, which then stays as it is. */
  readonly isCommon: boolean
}

interface Project {
  readonly name: string
  readonly provider: Provider
}

/** Files of the template. npm packs no `.gitignore`, so that one has another name there. */
const templates = [
  { path: 'artoo.config.ts', isCommon: false },
  { path: 'main.ts', isCommon: false },
  { path: 'main.test.ts', isCommon: false },
  { path: 'tools.ts', isCommon: false },
  { path: 'AGENTS.md', isCommon: true },
  { path: 'tsconfig.json', isCommon: true },
  { path: '.gitignore', from: 'gitignore', isCommon: true },
]

export function projectFiles(project: Project): readonly ProjectFile[] {
  const folder = templateFolder()
  const files = templates.map(({ path, from = path, isCommon }) => ({
    path,
    text: adapted(readFileSync(join(folder, from), 'utf8'), project),
    isCommon,
  }))
  return [...files, { path: 'package.json', text: manifestText(project), isCommon: true }]
}

/** The packages that a project needs, each with its range, when it runs and when it is worked on. */
export function packagesOf(provider: Provider) {
  const cli = manifestOf('@artoo/cli')
  const { zod = '^4.2.0' } = manifestOf('@artoo/sdk').dependencies
  const { jiti = '^2.7.0' } = cli.dependencies
  return {
    dependencies: {
      [provider.package]: providerRange,
      '@artoo/cli': cli.version,
      '@artoo/sdk': cli.version,
      jiti,
      zod,
    },
    devDependencies: { '@types/node': '^20.19.0', typescript: '^5.9.0' },
  }
}

function manifestText({ name, provider }: Project): string {
  const run = 'node --import jiti/register'
  const manifest = {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: { start: `${run} main.ts`, test: `${run} --test main.test.ts`, typecheck: 'tsc' },
    ...packagesOf(provider),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** The template names the first provider and a project of its own. */
function adapted(text: string, { name, provider }: Project): string {
  const [written] = providers
  return text
    .replaceAll('my-agent', name)
    .replaceAll(written.key, provider.key)
    .replaceAll(written.model, provider.model)
    .replaceAll(written.name, provider.name)
}

/** A name that npm accepts, from the name of a folder. */
export function projectName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, 100)
  return name === '' || name === 'node_modules' ? 'my-agent' : name
}
