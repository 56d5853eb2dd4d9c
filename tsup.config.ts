import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly '@artoo/source': string }>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** One build per package; its entries are the sources that its `exports` and `bin` name. Declarations come from `tsc -b`. */
export default defineConfig(
  readdirSync('packages').map((name) => {
    const root = `packages/${name}`
    const { exports, bin, dependencies, peerDependencies } = JSON.parse(
      readFileSync(`${root}/package.json`, 'utf8'),
    ) as Manifest
    const libraries = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [] : [`${root}/${target['@artoo/source']}`],
    )
    const programs = Object.values(bin ?? {}).map(
      (path) => `${root}/${path.replace('dist', 'src').replace(/js$/, 'ts')}`,
    )
    return {
      name,
      entry: [...libraries, ...programs],
      outDir: `${root}/dist`,
      tsconfig: `${root}/tsconfig.json`,
      format: 'esm' as const,
      target: 'es2022',
      // A program runs on Node, and carries what its dependencies don't name.
      platform: bin ? ('node' as const) : ('neutral' as const),
      clean: ['!**/*.d.ts'],
      external: [
        /^node:/,
        ...Object.keys({ ...dependencies, ...peerDependencies }).map((dependency) => new RegExp(`^${dependency}(/|$)`)),
      ],
      silent: true,
    }
  }),
)
