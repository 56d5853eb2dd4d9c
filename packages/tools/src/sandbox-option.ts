import { ArtooError, isObject, type Sandbox } from '@artoo/spec'

/**
 * The option `sandbox` as it was given.
 *
 * @throws {ArtooError} `invalid_option` for what is no sandbox, such as the promise of one.
 */
export function assertSandbox(sandbox: unknown, field = 'sandbox'): Sandbox | undefined {
  if (sandbox === undefined) return undefined
  if (isObject(sandbox) && typeof sandbox.confine === 'function' && typeof sandbox.report === 'function') {
    return sandbox as unknown as Sandbox
  }
  const isPromise = isObject(sandbox) && typeof sandbox.then === 'function'
  const message = isPromise
    ? `${field} is a promise: await sandbox() of @artoo/sandbox`
    : `${field} is what sandbox() of @artoo/sandbox resolves to`
  throw new ArtooError('invalid_option', message, { field })
}
