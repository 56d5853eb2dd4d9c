import type { PayloadOf, Port } from '@artoo/bus'
import { type Effect, effect, type Redact, redacted } from '@artoo/runtime'
import { errorMessage, within } from '@artoo/spec'
import type { OmegaMemory } from '../lessons/omega-memory.js'
import type { OmegaContracts } from '../messages/contracts.js'

/** The longest time that a session waits for its memory. */
const timeoutMs = 5_000

/** A memory that can't be read recalls nothing; one that can't be written is reported. The session goes on in both cases. */
export function memoryEffect(memory: OmegaMemory, redact?: Redact): Effect {
  return effect({
    actor: 'memory',
    unanswered: 'reissue',
    answers: { RecallRequest: ['Recalled'], Remember: [] },
    bind(port: Port<OmegaContracts, 'memory'>, { clock, signal, mayBegin }) {
      async function recall(
        { problem }: PayloadOf<OmegaContracts, 'RecallRequest'>,
        causationId: string,
      ): Promise<void> {
        const answer = (payload: PayloadOf<OmegaContracts, 'Recalled'>) =>
          port.publish({ type: 'Recalled', to: 'phi', payload }, { causationId })
        const limit = { clock, timeoutMs, code: 'memory_timeout' }
        try {
          const { lessons, repelled } = await within(signal, limit, (deadline) =>
            memory.recall(problem, deadline.signal),
          )
          if (!signal.aborted) answer({ lessons: [...lessons], repelled: [...repelled] })
        } catch (error) {
          if (signal.aborted) return
          port.publish(problemOf(error), { causationId })
          answer({ lessons: [], repelled: [] })
        }
      }

      async function remember({ lesson }: PayloadOf<OmegaContracts, 'Remember'>, id: string): Promise<void> {
        const kept = redact ? redacted(lesson, redact) : lesson
        // The run is over, and with it what `mayBegin` and its signal would allow.
        await memory.remember({ ...kept, id }, new AbortController().signal)
      }

      port.receive(async ({ id, taskId, ...message }) => {
        if (message.type === 'Remember') {
          const kept = remember(message.payload, taskId)
          await kept.catch((error: unknown) => port.publish(problemOf(error), { causationId: id }))
        } else if (await mayBegin()) await recall(message.payload, id)
      })
    },
    unsettled: (port: Port<OmegaContracts, 'memory'>, error) => void port.publish(problemOf(error)),
  })
}

const problemOf = (error: unknown) =>
  ({ type: 'MemoryProblem', to: 'log', payload: { message: errorMessage(error) } }) as const
