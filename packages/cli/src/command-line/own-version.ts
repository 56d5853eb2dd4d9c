import { createRequire } from 'node:module'

/** The version of this package. */
export function ownVersion(): string {
  const { version }: { readonly version: string } = createRequire(import.meta.url)('@artoo/cli/package.json')
  return version
}
