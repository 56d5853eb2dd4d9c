import { contract } from '@artoo/bus'
import * as z from 'zod'
import { routesFrom, routesTo } from '../../routes.js'

const key = z.string()

const timerRequest = z
  .union([z.object({ key, delayMs: z.number().nonnegative() }), z.object({ key, until: z.number() })])
  .describe(
    'Milliseconds from now, or a time on the wall in milliseconds since the Unix epoch. A second request of the same key replaces the first.',
  )

const timerFired = z.object({ key: z.string() }).describe('The time has passed.')

/** The messages between `actors` and the run's clock. */
export function timerContracts<const Actor extends string>(actors: readonly Actor[]) {
  return {
    TimerRequest: contract(timerRequest, routesFrom(actors, 'timer')),
    TimerFired: contract(timerFired, routesTo('timer', actors)),
  } as const
}

export type TimerContracts<Actor extends string> = ReturnType<typeof timerContracts<Actor>>
