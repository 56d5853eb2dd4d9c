import type { Port } from '@artoo/bus'
import { type Check, type CheckVerdict, errorMessage, type FailureClass, within } from '@artoo/spec'
import { argumentsReview, redactingCut } from '@artoo/tools'
import { byName } from '../../by-name.js'
import type { Incoming } from '../../scope/decider.js'
import { type Effect, effect } from '../../scope/effect.js'
import type { CheckContracts } from './check-contracts.js'

export interface CheckEffectOptions {
  readonly checks: readonly Check[]
}

type Contracts = CheckContracts<string>
type Request = Extract<Incoming<Contracts, 'checks'>, { type: 'CheckRequest' }>['payload']

/**
 * Runs the checks that criteria name. A check that throws or runs out of time fails its criterion as `environmental`. A
 * check that doesn't exist, or whose arguments don't fit, is an error of the plan and fails as `logical`.
 *
 * @throws {ArtooError} `duplicate_name` for two checks of one name, `invalid_check` for an `argumentsSchema` that can't
 * be read.
 */
export function checkEffect(options: CheckEffectOptions): Effect {
  const checks = byName('checks', options.checks)
  const reviews = new Map([...checks].map(([name, check]) => [name, argumentsReview(check)]))
  return effect({
    actor: 'checks',
    unanswered: 'reissue',
    bind(port: Port<Contracts, 'checks'>, scope) {
      const { clock, signal, limits, mayBegin } = scope
      const cut = carefully((text) => {
        scope.vault?.look({ text, tool: 'checks', target: null })
        return redactingCut(scope.redact)(text)
      })
      const failed = (failureClass: FailureClass, evidence: string) => ({
        ...{ pass: false, evidence: cut(evidence), failureClass },
        ran: false as const,
      })

      async function run({ check, output, toolCalls }: Request): Promise<CheckVerdict & { readonly ran?: false }> {
        const known = checks.get(check.name)
        if (!known) return failed('logical', `there is no check ${check.name}`)
        const misfit = reviews.get(check.name)?.(check.arguments) ?? null
        if (misfit !== null) return failed('logical', `the arguments of ${check.name} don't fit: ${misfit}`)
        const limit = { clock, timeoutMs: limits.toolTimeoutMs, code: 'check_timeout' }
        const input = { output, toolCalls, arguments: check.arguments }
        try {
          return verdictOf(
            cut,
            await within(signal, limit, async (deadline) => known.run(input, { signal: deadline.signal })),
          )
        } catch (error) {
          return failed('environmental', `${check.name} failed: ${errorMessage(error)}`)
        }
      }

      port.receive(async (message) => {
        if (!(await mayBegin())) return
        const { key, index } = message.payload
        const verdict = await run(message.payload)
        if (signal.aborted) return
        const payload = { key, index, ...verdict }
        port.publish({ type: 'CheckResult', to: message.from, payload }, { causationId: message.id })
      })
    },
  })
}

type Cut = (text: string) => string

/** Cuts a text. When that fails, the error's message takes the place: no part of the text is kept. */
const carefully =
  (cut: Cut): Cut =>
  (text) => {
    try {
      return cut(text)
    } catch (error) {
      return errorMessage(error)
    }
  }

const failureClasses: readonly unknown[] = ['logical', 'environmental']

/** The verdict of a host's check with fields of other types replaced: types don't hold at run time. */
function verdictOf(cut: Cut, { pass, evidence, failureClass }: CheckVerdict): CheckVerdict {
  return {
    pass: pass === true,
    evidence: typeof evidence === 'string' ? cut(evidence) : 'the check gave no evidence',
    ...(pass !== true && failureClasses.includes(failureClass) && { failureClass }),
  }
}
