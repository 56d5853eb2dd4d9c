import type { Port } from '@artoo/bus'
import type { Consultation, Memory, NewMegram, Query } from '@artoo/mkct'
import { type Effect, effect } from '@artoo/runtime'
import { ArtooError, type Clock, errorCode, errorMessage, unheard, within } from '@artoo/spec'
import type { ArtooContracts, Outgoing } from '../messages/contracts.js'
import { relatedLessons, signsOf } from './related-intents.js'

export interface SharedMemoryComponents {
  readonly memory: Memory
  readonly clock: Clock
  /** Ends the wait for a reading. */
  readonly signal: AbortSignal
  /** Returns the part of an experience that may be stored. @defaultValue all of it */
  readonly redact?: ((megram: NewMegram) => NewMegram) | undefined
}

/** The longest time that planning waits for a reading. */
const timeoutMs = 5_000

export interface MemoryEffectOptions extends Pick<SharedMemoryComponents, 'memory' | 'redact'> {}

/** R5 as an effect of the roles' system. Lessons are still written when the task has ended. */
export function memoryEffect(options: MemoryEffectOptions): Effect {
  return effect({
    actor: 'R5',
    unanswered: 'reissue',
    // The log doesn't show that a Megram was stored: it is written again, under the same key.
    answers: { MemoryQuery: ['MemoryReading'], Megram: [] },
    bind: (port: Port<ArtooContracts, 'R5'>, { clock, signal }) =>
      bindSharedMemory(port, { ...options, clock, signal }),
    unsettled(port, error) {
      const payload = { code: 'memory_timeout', message: errorMessage(error) }
      port.publish({ type: 'MemoryFailure', to: 'log', payload })
    },
  })
}

/**
 * R5: puts a memory on the bus. It answers the planner's queries and takes the controller's Megrams without making it
 * wait. Trouble with the memory never stops a task: planning goes on without experience, a lost write is logged.
 */
export function bindSharedMemory(port: Port<ArtooContracts, 'R5'>, components: SharedMemoryComponents): void {
  const { memory, clock, signal, redact } = components
  const limit = { clock, timeoutMs, code: 'memory_timeout' }

  /** Reads the lessons of the query, then those of similar intents. */
  async function consult(query: Query, signal: AbortSignal): Promise<Consultation> {
    const ask = async (one: Query) => consulted(await memory.consult(one, { signal }))
    const { readings, rules } = await ask(query)
    const spaces = [...new Set(query.pairs.map(({ space }) => space))]
    const entitiesOf = (space: string) => query.pairs.flatMap((pair) => (pair.space === space ? pair.entity : []))
    const related = await Promise.all(spaces.map((space) => relatedLessons(ask, space, entitiesOf(space))))
    return {
      readings: [...readings, ...related.flatMap((lessons) => lessons.readings)],
      rules: [...rules, ...related.flatMap((lessons) => lessons.rules)],
    }
  }

  /** Writes a Megram and resolves to its id. A host's own memory may throw, reject, or return an invalid receipt. */
  async function written(megram: NewMegram): Promise<string> {
    const receipt = memory.write(megram)
    unheard(receipt)
    const settled: { readonly id?: unknown } | undefined = await receipt.settled
    return typeof settled?.id === 'string' ? settled.id : receipt.id
  }

  /** Stores a lesson under a key, so that it counts once however often a task is resumed. */
  async function keep(given: NewMegram, key: string): Promise<void> {
    const megram = { ...(redact ? redact(given) : given), key }
    const id = await written(megram)
    await Promise.all(signsOf(megram, id).map((sign, index) => written({ ...sign, key: `${key}/${index}` })))
  }

  port.receive(async (message) => {
    const options = { causationId: message.id }
    switch (message.type) {
      case 'MemoryQuery': {
        const { payload } = message
        try {
          const consultation = await within(signal, limit, (deadline) => consult(payload, deadline.signal))
          if (!signal.aborted) port.publish(reading(consultation), options)
        } catch (error) {
          if (!signal.aborted) port.publish(reading(nothing, errorMessage(error)), options)
        }
        return
      }
      case 'Megram':
        try {
          await keep({ ...message.payload, origin: `${message.from}/${message.taskId}` }, message.id)
        } catch (error) {
          const code = errorCode(error) ?? 'memory_failed'
          port.publish({ type: 'MemoryFailure', to: 'log', payload: { code, message: errorMessage(error) } }, options)
        }
    }
  })
}

const nothing: Consultation = { readings: [], rules: [] }
const reading = (consultation: Consultation, error: string | null = null): Outgoing<'R5'> => ({
  type: 'MemoryReading',
  to: 'R2',
  payload: { consultation, error },
})

/** Checks the type of a consultation: a host's own memory may return any value. */
function consulted(value: Consultation): Consultation {
  if (Array.isArray(value?.readings) && Array.isArray(value.rules)) return value
  throw new ArtooError('invalid_consultation', 'the memory answered with something that is no consultation')
}
