import type { Port } from '@artoo/bus'
import { type Effect, effect } from '@artoo/runtime'
import { errorMessage, within } from '@artoo/spec'
import type { OmegaContracts } from '../messages/contracts.js'
import type { AgentFunction } from './agent.js'

/** Asks agents that are functions of the host: as long as a model would have, and what they give is read like what a model writes. */
export function agentsEffect(functions: Readonly<Record<number, AgentFunction>>): Effect {
  return effect({
    actor: 'agents',
    unanswered: 'reissue',
    answers: { AgentRequest: ['AgentReply', 'AgentFailure'] },
    bind(port: Port<OmegaContracts, 'agents'>, { clock, signal, limits, context, mayBegin }) {
      port.receive(async ({ id: causationId, payload: { key, agent, task } }) => {
        if (!(await mayBegin())) return
        const run = functions[agent]
        const limit = { clock, timeoutMs: limits.modelTimeoutMs, code: 'agent_timeout' }
        try {
          const report = await within(signal, limit, async (deadline) =>
            run?.(task, { signal: deadline.signal, context }),
          )
          if (!signal.aborted)
            port.publish({ type: 'AgentReply', to: 'phi', payload: { key, report } }, { causationId })
        } catch (error) {
          const payload = { key, message: errorMessage(error) }
          if (!signal.aborted) port.publish({ type: 'AgentFailure', to: 'phi', payload }, { causationId })
        }
      })
    },
  })
}
