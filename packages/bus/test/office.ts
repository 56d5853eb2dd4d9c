import { type Bus, contract, createBus, type EnvelopeOf, type Notice } from '@artoo/bus'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { z } from 'zod'

/** A boss who orders, a clerk who answers, an archive that only receives. */
export const contracts = {
  Order: contract(z.object({ item: z.string(), count: z.number().default(1) }), [
    ['boss', 'clerk'],
    ['boss', 'archive'],
  ]),
  Receipt: contract(z.object({ item: z.string() }), [
    ['clerk', 'boss'],
    ['clerk', 'archive'],
  ]),
  Anything: contract(z.unknown(), [['boss', 'clerk']]),
} as const

export type OfficeEntry = EnvelopeOf<typeof contracts> | Notice

export interface Office {
  readonly bus: Bus<typeof contracts>
  readonly logged: OfficeEntry[]
}

export function office(log?: (entry: OfficeEntry) => void): Office {
  const logged: OfficeEntry[] = []
  const record = (entry: OfficeEntry) => {
    log?.(entry)
    logged.push(entry)
  }
  return { bus: createBus({ contracts, clock: manualClock(5_000), ids: sequentialIds(), log: record }), logged }
}

/** What has been published is delivered in a microtask: a turn of the event loop is after it. */
export const delivered = () => new Promise<void>((resolve) => setImmediate(resolve))

export const scope = { taskId: 'task' } as const

export const order = (item: string) => ({ type: 'Order', to: 'clerk', payload: { item } }) as const
