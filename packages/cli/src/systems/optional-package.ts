import { ArtooError, errorMessage } from '@artoo/spec'

/** The packages that a command needs beside `@artoo/cli`, and the command as it is typed. */
interface Needed {
  readonly packages: readonly [string, ...string[]]
  readonly command: string
}

/**
 * Loads a package that isn't installed with `@artoo/cli`.
 *
 * @throws {ArtooError} `missing_package` with the lines that install it.
 */
export async function optionalPackage<T>({ packages, command }: Needed, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (!packages.some((name) => isMissing(cause, name))) throw cause
    const once = ['@artoo/cli', ...packages].map((name) => `-p ${name}`).join(' ')
    const ways = `npm install ${packages.join(' ')}\nor run it once without installing:\n  npx ${once} ${command}`
    throw new ArtooError('missing_package', `${command} needs ${packages.join(' and ')}:\n  ${ways}`, { cause })
  }
}

/** Whether an import failed since this package is not there, and not one that it imports itself. */
function isMissing(error: unknown, name: string): boolean {
  const { code }: { readonly code?: unknown } = Object(error)
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
  return (
    isNotFound && new RegExp(`['"]${name}(?:/[^'"]*)?['"]`).test(errorMessage(error).split(' imported from ')[0] ?? '')
  )
}
