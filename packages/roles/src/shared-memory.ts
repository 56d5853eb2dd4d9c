import type { Port } from '@artoo/bus'
import type { Memory, Query } from '@artoo/mkct'
import { ArtooError } from '@artoo/spec'
import type { ArtooContracts, Outgoing } from './messages/contracts.js'

/**
 * R5: puts a memory on the bus. It answers the planner's queries and takes the controller's Megrams without making it
 * wait. Trouble with the memory never stops a task: planning goes on without experience, a lost write is logged.
 */
export function bindSharedMemory(memory: Memory, port: Port<ArtooContracts, 'R5'>, signal: AbortSignal): void {
  async function read(query: Query): Promise<Outgoing<'R5'>> {
    try {
      const consultation = await memory.consult(query, { signal })
      return { type: 'MemoryReading', to: 'R2', payload: { consultation, error: null } }
    } catch (error) {
      const consultation = { readings: [], rules: [] }
      return { type: 'MemoryReading', to: 'R2', payload: { consultation, error: describe(error).message } }
    }
  }

  port.receive(async (message) => {
    const options = { causationId: message.id }
    switch (message.type) {
      case 'MemoryQuery': {
        const reading = await read(message.payload)
        if (!signal.aborted) port.publish(reading, options)
        return
      }
      case 'Megram':
        try {
          await memory.write(message.payload).settled
        } catch (error) {
          if (!signal.aborted) port.publish({ type: 'MemoryFailure', to: 'log', payload: describe(error) }, options)
        }
    }
  })
}

function describe(error: unknown): { readonly code: string; readonly message: string } {
  const message = error instanceof Error ? error.message : String(error)
  return { code: ArtooError.isInstance(error) ? error.code : 'memory_failed', message }
}
