import { ArtooError, errorMessage } from '@artoo/spec'
import { isErrno } from '@artoo/spec/node'

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

/** Whether an import failed since that package is not installed: one that is there and broken says so by itself. */
export function isMissing(error: unknown, name: string): boolean {
  if (!isErrno(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) return false
  const [sought = ''] = errorMessage(error).split(' imported from ')
  return new RegExp(`['"]${name}(?:/[^'"]*)?['"]`).test(sought)
}
