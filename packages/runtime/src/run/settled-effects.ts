import type { Clock } from '@artoo/spec'
import type { Effect } from '../scope/effect.js'
import { patiently } from '../time/patiently.js'
import type { OpenPort } from './run-input.js'

export interface BoundEffect {
  readonly effect: Effect
  readonly port: OpenPort
}

/** Waits for the effects of a run that has ended, and for its children; not for those effects that report what is unsettled. */
export async function settledEffects(
  effects: readonly BoundEffect[],
  children: ReadonlySet<Promise<unknown>>,
  clock: Clock,
): Promise<void> {
  const plain = effects.filter(({ effect }) => !effect.unsettled)
  await patiently(clock, () => Promise.all(plain.map(({ port }) => port.idle()))).catch(() => undefined)
  await Promise.all(children)
}

/** Waits for the effects that report what is unsettled, such as a memory that still writes. */
export async function settledLast(effects: readonly BoundEffect[], clock: Clock): Promise<void> {
  for (const bound of effects) if (bound.effect.unsettled) await settle(bound, clock)
}

/** Waits for an effect. Work that doesn't settle is abandoned; an error in `unsettled` has no receiver any more. */
function settle({ effect, port }: BoundEffect, clock: Clock): Promise<void> {
  return patiently(clock, () => port.idle())
    .catch(async (error: unknown) => effect.unsettled?.(port as never, error))
    .catch(() => undefined)
}
