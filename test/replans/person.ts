import type { Clock, Confirm } from '@artoo/sdk'
import type { Random } from '../hostile/random.js'
import { meaningOf } from './deeds.js'
import type { Happening } from './world.js'

/** How long a person may take, and how long too long is. */
export const patienceMs = 400
const tooLongMs = 600

/** Somebody of whom nobody knows what he will say; what he allows in time stands in `happened` before it can be made use of. */
export function personOf(random: Random, clock: Clock, happened: Happening[]): Confirm {
  const yes = random.pick([0.3, 0.6, 0.9])
  let questions = 0
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.schedule(ms, resolve))
  return async ({ tool, input }, { callId }) => {
    const own = random.fork(`question ${questions++}`)
    happened.push({ kind: 'asked', callId })
    const manner = own.pick([
      'at once',
      'at once',
      'at once',
      'named',
      'slowly',
      'too late',
      'throws',
      'oddly',
    ] as const)
    const allow = own.chance(yes)
    if (manner === 'throws') throw new Error('the dialog broke')
    if (manner === 'oddly') return 'yes' as never
    if (manner === 'slowly') await pause(own.int(1, patienceMs / 2))
    if (manner === 'too late') await pause(tooLongMs)
    if (allow && manner !== 'too late') happened.push({ kind: 'yes', callId, meaning: meaningOf(tool, input) })
    // A yes for the task covers no call of which no repeat was offered.
    return manner === 'named' ? { allow: allow && own.pick(['once', 'task'] as const), by: 'Ada' } : allow
  }
}
