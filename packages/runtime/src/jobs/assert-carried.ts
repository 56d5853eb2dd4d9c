import { ArtooError } from '@artoo/spec'

/** Options that only the process of a run can have, and those that stand in their place. */
const ofProcess = {
  signal: 'the handle has cancel()',
  context: 'give worker({ context })',
  confirm: 'it waits for answer()',
  confirmAll: 'it waits for answer()',
  clarify: 'it waits for answer()',
  onUnanswered: 'it waits for answer()',
  parent: 'what is submitted is a part of no other run',
} as const

/**
 * Refuses options of a run that can't be carried to another process.
 *
 * @param others More of them, each with what stands in its place.
 * @throws {ArtooError} `unsupported_option`
 */
export function assertCarried(options: object, others: Readonly<Record<string, string>> = {}): void {
  for (const [name, instead] of Object.entries({ ...ofProcess, ...others })) {
    if (Reflect.get(options, name) === undefined) continue
    const message = `submit can't carry ${name} to another process: ${instead}`
    throw new ArtooError('unsupported_option', message, { field: name })
  }
}
