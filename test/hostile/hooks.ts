import type { ModelCallHooks, ToolCallHooks } from '@artoo/sdk'
import { kinds } from './kinds.js'
import { pause } from './models.js'
import type { Random } from './random.js'
import { hostileText, plainText } from './texts.js'
import { anyValue, returned, throwing, thrown } from './values.js'

/** Longer than any `hookTimeoutMs` of a case, in real time. */
const tooLateMs = 60

/** The ways in which a hook of any kind behaves badly, or well. */
const ways = kinds<readonly [number, (random: Random) => unknown]>('hook', [
  [0.8, () => undefined],
  [0.84, (random) => pause(random.int(0, 3)).then(() => undefined)],
  [0.86, (random) => ({ refuse: hostileText(random) })],
  [0.87, () => new Promise(() => {})],
  [0.88, () => pause(tooLateMs).then(() => ({ refuse: 'too late' }))],
  [0.9, throwing],
  [0.91, (random) => Promise.reject(random.of(thrown))],
  [0.92, returned],
  [0.94, (random) => ({ input: anyValue(random) })],
  [0.96, (random) => ({ output: random.chance(0.2) ? 'x'.repeat(300_000) : hostileText(random) })],
  [0.97, (random) => ({ text: hostileText(random) })],
  [0.98, () => ({ toolCalls: [] })],
  [0.99, (random) => ({ toolCalls: [{ id: hostileText(random), name: 'launch', input: anyValue(random) }] })],
  [1, (random) => ({ messages: [{ role: 'user', content: plainText(random) }] })],
])

export interface HostileHooks {
  readonly onModelCall?: ModelCallHooks
  readonly onToolCall?: ToolCallHooks
}

export function hooksOf(random: Random): HostileHooks {
  let calls = 0
  const hook = () => random.fork(`hook ${calls++}`).weighted(ways) as never
  const around = { before: hook, after: hook }
  return { ...(random.chance(0.7) && { onModelCall: around }), ...(random.chance(0.7) && { onToolCall: around }) }
}
