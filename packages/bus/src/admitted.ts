import { ArtooError, describeIssues } from '@artoo/spec'
import type { Contracts } from './contract.js'
import type { Envelope } from './envelope.js'
import { frozenCopy } from './frozen-copy.js'

/**
 * The payload of a message as the log would hold it: read by its schema, a frozen copy.
 *
 * @throws {ArtooError} `message_forbidden` when no route allows it, `message_invalid` when the payload doesn't fit,
 * `contract_async` for a schema that can't say so at once.
 */
export function admitted(contracts: Contracts, message: Pick<Envelope, 'from' | 'to' | 'type' | 'payload'>): unknown {
  const { from, to, type } = message
  const contract = Object.hasOwn(contracts, type) ? contracts[type] : undefined
  if (!contract) throw new ArtooError('message_forbidden', `there is no message type ${type}`, { field: type })
  if (!contract.routes.some((route) => route[0] === from && route[1] === to)) {
    throw new ArtooError('message_forbidden', `${from} may not send ${type} to ${to}`, { field: type })
  }
  const parsed = contract.payload['~standard'].validate(message.payload)
  if (parsed instanceof Promise) {
    throw new ArtooError('contract_async', `the payload schema of ${type} must validate synchronously`)
  }
  const invalid = (why: string) => new ArtooError('message_invalid', `${type} from ${from}: ${why}`, { field: type })
  if (parsed.issues) throw invalid(describeIssues(parsed.issues))
  try {
    return frozenCopy(parsed.value)
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    throw invalid(error.message)
  }
}
