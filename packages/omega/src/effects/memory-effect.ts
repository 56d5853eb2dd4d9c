import type { InputOf, PayloadOf, Port } from '@artoo/bus'
import { type Effect, effect, type Redact, redacted } from '@artoo/runtime'
import { type Deadline, errorMessage, within } from '@artoo/spec'
import type { OmegaMemory } from '../memory/omega-memory.js'
import type { OmegaContracts } from '../messages/contracts.js'
import type { SessionState } from '../protocol/state.js'

/** The longest time that a session waits for its memory. */
const timeoutMs = 5_000

/** Memory as agents 54 to 56 have it. What can't be read is nothing remembered; what can't be written is told. */
export function memoryEffect(memory: OmegaMemory, redact?: Redact): Effect {
  return effect({
    actor: 'memory',
    unanswered: 'reissue',
    answers: { RecallRequest: ['Recalled'], Remember: [] },
    bind(port: Port<OmegaContracts, 'memory'>, { clock, signal, mayBegin }) {
      type Recall = PayloadOf<OmegaContracts, 'RecallRequest'>
      type Recalled = InputOf<OmegaContracts, 'Recalled'>

      const read = async ({ problem, classification }: Recall, { signal }: Deadline): Promise<Recalled> => ({
        patterns: [...(await memory.recall(problem, classification, signal))],
        correlations: (await memory.correlations()).map(({ families: [one, other], rho }) => ({
          families: [one, other],
          rho,
        })),
      })

      async function recall(request: Recall, causationId: string): Promise<void> {
        const answer = (payload: Recalled) => port.publish({ type: 'Recalled', to: 'phi', payload }, { causationId })
        const limit = { clock, timeoutMs, code: 'memory_timeout' }
        try {
          const recalled = await within(signal, limit, (deadline) => read(request, deadline))
          if (!signal.aborted) answer(recalled)
        } catch (error) {
          if (signal.aborted) return
          port.publish(problem(error), { causationId })
          answer({ patterns: [], correlations: [] })
        }
      }

      async function remember(given: SessionState, taskId: string): Promise<void> {
        const session = redact ? redacted(given, redact) : given
        // The run is over, and with it what `mayBegin` and its signal would allow.
        if (session.ended) await memory.remember(session, session.ended, new AbortController().signal, { id: taskId })
      }

      port.receive(async ({ id, taskId, ...message }) => {
        if (message.type === 'Remember') {
          const kept = remember(message.payload.session, taskId)
          await kept.catch((error: unknown) => port.publish(problem(error), { causationId: id }))
        } else if (await mayBegin()) await recall(message.payload, id)
      })
    },
    unsettled: (port: Port<OmegaContracts, 'memory'>, error) => void port.publish(problem(error)),
  })
}

const problem = (error: unknown) =>
  ({ type: 'MemoryProblem', to: 'log', payload: { message: errorMessage(error) } }) as const
