import type { Port } from '@artoo/bus'
import { type Effect, effect, type Redact, redacted } from '@artoo/runtime'
import { type Deadline, errorMessage, within } from '@artoo/spec'
import type { OmegaMemory } from '../memory/omega-memory.js'
import type { OmegaContracts } from '../messages/contracts.js'

/** The longest time that a session waits for its memory. */
const timeoutMs = 5_000

/** Memory as agents 54 to 56 have it. What can't be read is nothing remembered; what can't be written is told. */
export function memoryEffect(memory: OmegaMemory, redact?: Redact): Effect {
  return effect({
    actor: 'memory',
    unanswered: 'reissue',
    answers: { RecallRequest: ['Recalled'], Remember: [] },
    bind(port: Port<OmegaContracts, 'memory'>, { clock, signal, mayBegin }) {
      const problem = (error: unknown, causationId: string) =>
        port.publish({ type: 'MemoryProblem', to: 'log', payload: { message: errorMessage(error) } }, { causationId })

      port.receive(async ({ id, taskId, ...message }) => {
        if (message.type === 'Remember') {
          const session = redact ? redacted(message.payload.session, redact) : message.payload.session
          const { ended } = session
          // The run is over, and with it what `mayBegin` and its signal would allow.
          const kept = ended && memory.remember(session, ended, new AbortController().signal, { id: taskId })
          await kept?.catch((error: unknown) => problem(error, id))
          return
        }
        if (!(await mayBegin())) return
        const { problem: text, classification } = message.payload
        const read = async (deadline: Deadline) => ({
          patterns: [...(await memory.recall(text, classification, deadline.signal))],
          correlations: (await memory.correlations()).map(({ families: [one, other], rho }) => ({
            families: [one, other] as [string, string],
            rho,
          })),
        })
        const limit = { clock, timeoutMs, code: 'memory_timeout' }
        const payload = await within(signal, limit, read).catch((error: unknown) => {
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
