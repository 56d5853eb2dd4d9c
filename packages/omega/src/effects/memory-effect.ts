import type { Port } from '@artoo/bus'
import { type Effect, effect } from '@artoo/runtime'
import { errorMessage } from '@artoo/spec'
import type { OmegaMemory } from '../memory/omega-memory.js'
import type { OmegaContracts } from '../messages/contracts.js'

/** Memory as agents 54 to 56 have it. What can't be read is nothing remembered; what can't be written is told. */
export function memoryEffect(memory: OmegaMemory): Effect {
  return effect({
    actor: 'memory',
    unanswered: 'reissue',
    answers: { RecallRequest: ['Recalled'], Remember: [] },
    bind(port: Port<OmegaContracts, 'memory'>, { signal, mayBegin }) {
      const problem = (error: unknown, causationId: string) =>
        port.publish({ type: 'MemoryProblem', to: 'log', payload: { message: errorMessage(error) } }, { causationId })

      port.receive(async ({ id, ...message }) => {
        if (!(await mayBegin())) return
        if (message.type === 'Remember') {
          const { session } = message.payload
          const { ended } = session
          // Not the run's signal, which aborts now that it is over.
          const kept = ended && memory.remember(session, ended, new AbortController().signal)
          await kept?.catch((error: unknown) => problem(error, id))
          return
        }
        const { problem: text, classification } = message.payload
        const read = async () => ({
          patterns: [...(await memory.recall(text, classification, signal))],
          correlations: (await memory.correlations()).map(({ families: [one, other], rho }) => ({
            families: [one, other] as [string, string],
            rho,
          })),
        })
        const payload = await read().catch((error: unknown) => {
          if (!signal.aborted) problem(error, id)
          return { patterns: [], correlations: [] }
        })
        if (!signal.aborted) port.publish({ type: 'Recalled', to: 'phi', payload }, { causationId: id })
      })
    },
    unsettled: (port: Port<OmegaContracts, 'memory'>, error) =>
      void port.publish({ type: 'MemoryProblem', to: 'log', payload: { message: errorMessage(error) } }),
  })
}
