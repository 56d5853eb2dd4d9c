import type { Contract, Contracts, Envelope } from '@artoo/bus'
import { describeIssues } from '@artoo/spec'
import type { RunLog } from '../journal/read-run.js'
import type { Redact } from '../journal/redact.js'
import { unsupportedJournal } from '../journal/unreadable.js'

interface Reader {
  readonly contracts: Contracts
  readonly redact?: Redact | undefined
}

/**
 * Compares events with what the system can send: deciders and effects are made for that alone.
 *
 * @throws {ArtooError} `unsupported_journal` naming the first line with an event whose type, route or payload its contracts don't have.
 */
export function assertEvents(
  taskId: string,
  { events, lineNumbers }: Pick<RunLog, 'events' | 'lineNumbers'>,
  { contracts, redact }: Reader,
): void {
  for (const [index, event] of events.entries()) {
    const problem = isNotice(event) ? null : problemOf(event, contracts, redact !== undefined)
    if (problem === null) continue
    throw unsupportedJournal(taskId, lineNumbers[index] ?? 0, `an event that this system doesn't have (${problem})`)
  }
}

const notices: readonly string[] = ['bus.refused', 'bus.handler_failed']

const isNotice = ({ from, type }: Envelope) => from === 'bus' && notices.includes(type)

/** Null for a message that the system can send. */
function problemOf({ from, to, type, payload }: Envelope, contracts: Contracts, isRedacted: boolean): string | null {
  const contract = Object.hasOwn(contracts, type) ? contracts[type] : undefined
  if (!contract) return `there is no message type ${type}`
  if (!contract.routes.some((route) => route[0] === from && route[1] === to)) {
    return `${from} may not send ${type} to ${to}`
  }
  const first = issuesIn(contract, payload)
  if (first.length === 0) return null
  // JSON leaves out what is undefined, which the schema may have taken.
  const issues = issuesIn(contract, withUndefined(payload, first))
  // A text that was taken out may have been all that made the payload fit.
  const isFit = issues.every(({ path }) => isRedacted && typeof valueAt(payload, path) === 'string')
  return isFit ? null : `${type} from ${from}: ${describeIssues(issues)}`
}

type Issue = NonNullable<Awaited<ReturnType<Contract['payload']['~standard']['validate']>>['issues']>[number]

/** A schema that takes its time has sent nothing: the bus refuses it. */
function issuesIn({ payload: schema }: Contract, payload: unknown): readonly Issue[] {
  const parsed = schema['~standard'].validate(payload)
  return (parsed instanceof Promise ? undefined : parsed.issues) ?? []
}

function withUndefined(payload: unknown, issues: readonly Issue[]): unknown {
  const copy = structuredClone(payload)
  for (const { path = [] } of issues) {
    const parent = valueAt(copy, path.slice(0, -1))
    const last = path.at(-1)
    if (last === undefined || typeof parent !== 'object' || parent === null || keyOf(last) in parent) continue
    Object.assign(parent, { [keyOf(last)]: undefined })
  }
  return copy
}

type Path = NonNullable<Issue['path']>

const keyOf = (step: Path[number]) => (typeof step === 'object' ? step.key : step)

function valueAt(data: unknown, path: Path = []): unknown {
  return path.reduce((value: unknown, step) => Object(value)[keyOf(step)], data)
}
