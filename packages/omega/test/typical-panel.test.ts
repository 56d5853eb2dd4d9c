import { expect, it } from 'vitest'
import { createOmega } from '../src/omega/create-omega.js'
import type { Classification } from '../src/protocol/classification.js'
import type { LogEntry } from '../src/protocol/log-event.js'
import { type TypicalCall, typicalModel } from './typical-panel.js'

const problem = 'Should a team of five move its nightly batch job from cron to a queue with workers? '.repeat(4)
const known: Classification = {
  ...{ type: 'NORMATIVE', subtype: 'STRATEGIC', characteristics: [], uncertainty: 'HIGH', stakes: 'HIGH' },
  ...{ wellDefined: true, trivial: false },
}

it.each(['quick', 'standard', 'full'] as const)(
  '%s: what agents read is within a twentieth of the estimate',
  async (panel) => {
    const calls: TypicalCall[] = []
    const omega = createOmega({ model: typicalModel(calls), panel, limits: { iterations: 1 } })
    const { first } = omega.estimate(problem, known).least
    const run = omega.deliberate(problem, known)
    await run
    await omega.close()
    const events = run.events.flatMap(({ type, payload }) =>
      type === 'SessionEntry' ? [(payload as LogEntry).event] : [],
    )
    expect(events.some(({ type }) => type === 'spared')).toBe(false)
    const read = calls.reduce((sum, { inputTokens }) => sum + inputTokens, 0)
    // A resolver is counted, and sent only where contradictions are open.
    const resolver = first.byTier.META.inputTokens / 3
    const estimated = first.inputTokens - resolver
    expect(estimated / read).toBeGreaterThan(0.95)
    expect(estimated / read).toBeLessThan(1.05)
    expect(first.modelCalls - calls.length).toBe(panel === 'quick' ? 0 : 1)
  },
)
