import { errorMessage } from '@artoo/spec'
import { isErrno } from '@artoo/spec/node'

/** Whether an import failed since that package is not installed: one that is there and broken says so by itself. */
export function isMissing(error: unknown, name: string): boolean {
  return isErrno(error, 'ERR_MODULE_NOT_FOUND') && errorMessage(error).includes(`'${name}'`)
}
