import { expect, it } from 'vitest'
import type { AgentTask } from '../../src/messages/agent-task.js'
import { createOmega } from '../../src/omega/create-omega.js'
import type { DeliberateOptions } from '../../src/omega/options.js'
import type { LogEntry, SessionEvent } from '../../src/protocol/log-event.js'
import { roster } from '../../src/roster/roster.js'
import { contentOf } from '../panels/reports.js'

type Says = (task: AgentTask) => Record<string, unknown>

const simple = {
  ...{ type: 'EMPIRICAL', subtype: 'CAUSAL', characteristics: [], uncertainty: 'LOW', stakes: 'LOW' },
  wellDefined: true,
} as const satisfies DeliberateOptions

/** What happens in the session of a panel whose agents have nothing to say but what is given. */
async function happened(says: Readonly<Record<number, Says>>, own: DeliberateOptions = {}) {
  const agents = roster.cards
    .filter(({ id }) => id <= 52)
    .map(({ id, verdicts }) => {
      const native = Object.keys(verdicts)[0]
      const nothing = { verdict: 'It is so.', ...(native && { native }), confidence: 0.9, content: contentOf(id) }
      const synthesis = id === 51 ? { native: 'SYNTHESIS_PARTIAL', synthesis: { answer: 'Yes.', restsOn: [] } } : {}
      return [id, (task: AgentTask) => ({ ...nothing, ...synthesis, ...says[id]?.(task) })] as const
    })
  const omega = createOmega({ agents: Object.fromEntries(agents) })
  const run = omega.deliberate('Is it so?', { ...simple, ...own })
  await run
  await omega.close()
  const events = run.events.flatMap((event) =>
    event.type === 'SessionEntry' ? [(event.payload as LogEntry).event] : [],
  )
  const of = <T extends SessionEvent['type']>(type: T) =>
    events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
  return { events, of }
}

const claims = (...confidences: number[]) => ({
  claims: confidences.map((confidence, index) => ({ statement: `It is ${index}`, confidence, critical: true })),
})

it('an iteration that a recovery cuts short is over, and has its record', async () => {
  const weaken: Says = (task) => ({
    references: task.claims.map(({ id }) => ({ type: 'QUALIFIES', claim: id, relationship: 'hardly', factor: 0.1 })),
  })
  const { events, of } = await happened({ 1: () => claims(0.9), 40: weaken })
  expect(of('recovery')[0]).toMatchObject({ kind: 'restore_confidence' })
  const cut = events.filter(({ type }) => ['recovery', 'iteration_ended', 'planned'].includes(type)).slice(1, 4)
  expect(cut).toMatchObject([{ type: 'recovery' }, { type: 'iteration_ended', iteration: 1 }, { iteration: 2 }])
})

it('nobody is asked about contradictions once they are settled, whatever else is urgent', async () => {
  const pairs = [2, 4, 6, 8].map((one) => ({ a: `c${one}`, b: `c${one + 1}` }))
  const contradictions = pairs.map((pair) => ({ ...pair, severity: 'FATAL', why: 'they differ' }))
  const { of } = await happened({
    1: () => claims(0.1, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9),
    2: () => ({ claims: [{ statement: 'It is otherwise', confidence: 0.9 }] }),
    22: () => ({ contradictions }),
    50: (task) => ({
      resolutions: task.contradictions.map(({ id }) => ({ contradiction: id, holds: 'neither', why: 'it is clear' })),
    }),
  })
  expect(
    of('recovery')
      .map(({ kind }) => kind)
      .slice(0, 2),
  ).toEqual(['resolve_contradictions', 'restore_confidence'])
  expect(of('escalated')).toMatchObject([{ from: 'peer', to: 'tier' }])
})

it('a problem is made clear first, however unsure those are who do it', async () => {
  const { of } = await happened(
    { 1: () => claims(0.1), 47: () => ({ clarified: 'Is it really so?' }) },
    { wellDefined: false },
  )
  expect(of('recovery')[0]).not.toMatchObject({ kind: 'restore_confidence' })
  expect(of('planned')[0]).toMatchObject({ batches: [{ agents: [1, 3, 47] }, { agents: [4] }, { agents: [48, 52] }] })
  expect(
    of('launched')
      .slice(0, 3)
      .map(({ agents }) => agents),
  ).toEqual([[1, 3, 47], [4], [48, 52]])
  expect(of('clarified')).toMatchObject([{ statement: 'Is it really so?' }])
})

it('confidence is restored after all explorers were heard, not only the first of them', async () => {
  const { of } = await happened({ 1: () => claims(0.1) }, { uncertainty: 'HIGH' })
  const explored = of('planned')[0]?.batches.filter(({ phase }) => phase === 'EXPLORATION') ?? []
  expect(explored.length).toBeGreaterThan(1)
  expect(
    of('launched')
      .slice(0, explored.length)
      .map(({ agents }) => agents),
  ).toEqual(explored.map(({ agents }) => agents))
  expect(of('recovery')[0]).toMatchObject({ kind: 'restore_confidence' })
})
