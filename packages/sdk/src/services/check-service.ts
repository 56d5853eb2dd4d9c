import type { Port } from '@artoo/bus'
import type { ArtooContracts, Incoming } from '@artoo/roles'
import { type Check, type CheckVerdict, type Clock, deadlineFor, errorMessage } from '@artoo/spec'

export interface CheckServiceComponents {
  readonly checks: ReadonlyMap<string, Check>
  readonly clock: Clock
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

type Request = Extract<Incoming<'checks'>, { type: 'CheckRequest' }>['payload']

/** Runs the checks that criteria name. A check that throws or runs out of time fails its criterion. */
export function bindCheckService(port: Port<ArtooContracts, 'checks'>, components: CheckServiceComponents): void {
  const { checks, clock, timeoutMs, signal } = components

  async function run({ check, output, toolCalls }: Request): Promise<CheckVerdict> {
    const known = checks.get(check.name)
    if (!known) return { pass: false, evidence: `there is no check ${check.name}` }
    const deadline = deadlineFor(signal, { clock, timeoutMs, code: 'check_timeout' })
    const input = { output, toolCalls, arguments: check.arguments }
    try {
      const { pass, evidence } = await deadline.race(async () => known.run(input, { signal: deadline.signal }))
      return { pass: pass === true, evidence: typeof evidence === 'string' ? evidence : 'the check gave no evidence' }
    } catch (error) {
      return {
        pass: false,
        evidence: `${check.name} failed: ${errorMessage(error)}`,
      }
    } finally {
      deadline.release()
    }
  }

  port.receive(async (message) => {
    const { key, index } = message.payload
    const { pass, evidence } = await run(message.payload)
    if (signal.aborted) return
    const to = message.from
    port.publish({ type: 'CheckResult', to, payload: { key, index, pass, evidence } }, { causationId: message.id })
  })
}
