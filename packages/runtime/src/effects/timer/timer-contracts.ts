import { contract } from '@artoo/bus'
import * as z from 'zod'
import { routesFrom, routesTo } from '../../routes.js'

const timerRequest = z
  .object({ key: z.string(), delayMs: z.number().nonnegative() })
  .describe('Milliseconds from now. A second request of the same key replaces the first.')

const timerFired = z.object({ key: z.string() }).describe('The time has passed.')

/** The messages between `actors` and the run's clock. */
export function timerContracts<const Actor extends string>(actors: readonly Actor[]) {
  return {
    TimerRequest: contract(timerRequest, routesFrom(actors, 'timer')),
    TimerFired: contract(timerFired, routesTo('timer', actors)),
  } as const
}

export type TimerContracts<Actor extends string> = ReturnType<typeof timerContracts<Actor>>
