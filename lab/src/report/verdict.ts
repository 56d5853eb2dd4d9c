import type { ControllerResults } from '../controller/study-all.js'
import type { MemoryResults } from '../memory/run-memory-lab.js'
import { type Claim, claimsOn } from './claims.js'

/** What holds in held-out families and settings, and what does not. */
export function verdictOn(controller: ControllerResults, { misses, harms }: MemoryResults): string {
  const claims: readonly Claim[] = [
    ...claimsOn(controller),
    [harms.length === 0, 'memory harms nowhere'],
    [misses.length === 0, 'memory halves repeated failures everywhere'],
  ]
  const holding = claims.flatMap(([holds, claim]) => (holds ? [`  ${claim}`] : []))
  const failing = claims.flatMap(([holds, claim]) => (holds ? [] : [`  NOT: ${claim}`]))
  return ['Held out:', ...failing, ...[...misses, ...harms].map((one) => `  NOT: ${one}`), ...holding].join('\n')
}
