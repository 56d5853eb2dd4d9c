import { admitted, type Contracts, type Envelope } from '@artoo/bus'
import { errorMessage } from '@artoo/spec'
import type { RunLog } from '../journal/read-run.js'
import { unsupportedJournal } from '../journal/unreadable.js'

interface Reader {
  readonly contracts: Contracts
  readonly redact?: ((text: string) => string) | undefined
}

/**
 * A system reads only what it could have sent.
 *
 * @throws {ArtooError} `unsupported_journal` naming the first line with an event whose type, route or payload its contracts don't have.
 */
export function assertEvents(
  taskId: string,
  { events, lineNumbers }: Pick<RunLog, 'events' | 'lineNumbers'>,
  { contracts, redact }: Reader,
): void {
  for (const [index, event] of events.entries()) {
    if (isNotice(event)) continue
    try {
      admitted(contracts, event)
    } catch (error) {
      // A text that was taken out may have been all that made the payload fit.
      if (redact && isRedactable(contracts, event)) continue
      const why = `an event that this system doesn't have (${errorMessage(error)})`
      throw unsupportedJournal(taskId, lineNumbers[index] ?? 0, why, error)
    }
  }
}

const notices: readonly string[] = ['bus.refused', 'bus.handler_failed']

const isNotice = ({ from, type }: Envelope) => from === 'bus' && notices.includes(type)

/** A system takes such a message, but for texts, which may have been other ones. */
function isRedactable(contracts: Contracts, { from, to, type, payload }: Envelope): boolean {
  const contract = Object.hasOwn(contracts, type) ? contracts[type] : undefined
  if (!contract?.routes.some((route) => route[0] === from && route[1] === to)) return false
  const parsed = contract.payload['~standard'].validate(payload)
  if (parsed instanceof Promise || !parsed.issues) return false
  return parsed.issues.every(({ path = [] }) => typeof valueAt(payload, path) === 'string')
}

type Path = readonly (PropertyKey | { readonly key: PropertyKey })[]

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce((value, step) => Object(value)[typeof step === 'object' ? step.key : step], data)
}
