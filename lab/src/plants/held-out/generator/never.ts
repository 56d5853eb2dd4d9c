import type { Obstacle } from './obstacle.js'
import type { Site } from './site.js'
import type { Look, Trouble } from './sketch.js'

/** What is named when nothing can do it: no such record, no such tool, a rule that forbids it, criteria that contradict. */
const named = {
  missing: ['wrong_target', 'wrong_target', 'not_yet'],
  other: ['wrong_tool', 'outage'],
  said_no: ['wrong_method', 'wrong_parameter'],
  denied: ['no_access'],
  passing: ['outage'],
  quiet: ['wrong_method', 'wrong_target', 'wrong_tool', 'unknown'],
} as const

export function never({ cause }: Extract<Trouble, { readonly kind: 'never' }>, look: Look, site: Site): Obstacle {
  const share = site.within(look.share, 'share', 'never')
  const likely = named[look.error ?? 'quiet'].map((name) => ({ weight: 1, name }))
  return {
    layer: 'world',
    cause: cause ?? site.weighted(likely, 'named').name,
    look,
    blocks: () => share,
    isForever: true,
  }
}
