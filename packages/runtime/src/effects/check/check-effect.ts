import type { Port } from '@artoo/bus'
import { type Check, type CheckVerdict, deadlineFor, errorMessage } from '@artoo/spec'
import { byName } from '../../by-name.js'
import type { Incoming } from '../../decider.js'
import { type Effect, effect } from '../../effect.js'
import type { CheckContracts } from './check-contracts.js'

export interface CheckEffectOptions {
  readonly checks: readonly Check[]
}

type Contracts = CheckContracts<string>
type Request = Extract<Incoming<Contracts, 'checks'>, { type: 'CheckRequest' }>['payload']

/**
 * Runs the checks that criteria name. A check that throws or runs out of time fails its criterion.
 *
 * @throws {ArtooError} `duplicate_name` for two checks of one name.
 */
export function checkEffect(options: CheckEffectOptions): Effect {
  const checks = byName('checks', options.checks)
  return effect({
    actor: 'checks',
    unanswered: 'reissue',
    bind(port: Port<Contracts, 'checks'>, { clock, signal, limits, mayBegin }) {
      async function run({ check, output, toolCalls }: Request): Promise<CheckVerdict> {
        const known = checks.get(check.name)
        if (!known) return { pass: false, evidence: `there is no check ${check.name}` }
        const deadline = deadlineFor(signal, { clock, timeoutMs: limits.toolTimeoutMs, code: 'check_timeout' })
        const input = { output, toolCalls, arguments: check.arguments }
        try {
          const { pass, evidence } = await deadline.race(async () => known.run(input, { signal: deadline.signal }))
          return {
            pass: pass === true,
            evidence: typeof evidence === 'string' ? evidence : 'the check gave no evidence',
          }
        } catch (error) {
          return { pass: false, evidence: `${check.name} failed: ${errorMessage(error)}` }
        } finally {
          deadline.release()
        }
      }

      port.receive(async (message) => {
        if (!(await mayBegin())) return
        const { key, index } = message.payload
        const { pass, evidence } = await run(message.payload)
        if (signal.aborted) return
        const payload = { key, index, pass, evidence }
        port.publish({ type: 'CheckResult', to: message.from, payload }, { causationId: message.id })
      })
    },
  })
}
