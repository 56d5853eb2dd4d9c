import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, it } from 'vitest'
import { createOmegaMemory, roster } from '../../src/index.js'
import { happened, plain, turns, usually, world } from '../world.js'

const [problem, again] = ['Why does the pump slow down at night?', 'The pump slows down at night: why?']
const day = 86_400_000
const verifiers = roster.agentsOf('VERIFICATION').map(({ id }) => id)

it('what one deliberation gave up repels in the next of its kind, where the prompt tells it, until it has faded', async () => {
  const clock = manualClock(Date.parse('2026-01-01T00:00:00.000Z'))
  const mkct = createMemory({ clock, ids: sequentialIds('m') })
  const memory = createOmegaMemory({ store: new MemoryLevel(), memory: mkct })
  // 5 holds something of its own that nobody verifies, and 44 is never content: in the end the approach is given up.
  const claims = [{ statement: 'The pump is a heart', confidence: 0.9, critical: true }]
  const { omega, model } = world({
    ...{ memory, clock, panel: 'model' },
    speech: {
      agent_5: [{ json: { ...usually(5, []), claims } }, { json: usually(5, []) }],
      ...Object.fromEntries(verifiers.map((id) => [`agent_${id}`, { json: usually(id, ['c1', 'c2']) }])),
      agent_44: { json: { ...usually(44, []), native: 'STEELMAN_DEFEATED' } },
    },
  })
  async function firstBatch(question: string) {
    const asked = model.requests.length
    const run = omega.deliberate(question, plain)
    await run
    await turns()
    const prompt = model.requests
      .slice(asked)
      .find(({ output }) => output?.name === 'agent_2')
      ?.messages.at(-1)
    return { prompt: String(prompt?.content), agents: happened(run, 'planned')[0]?.batches[0]?.agents }
  }

  const first = await firstBatch(problem)
  expect(first.agents).toContain(5)
  expect(first.prompt).not.toContain('Earlier sessions')
  expect(await mkct.potentials('intent:why-does-the-pump-slow-down-at-night', 'agent:5')).toMatchObject({
    action: 'avoid',
  })

  const second = await firstBatch(again)
  expect(second.agents).not.toContain(5)
  expect(second.agents).toHaveLength(first.agents?.length ?? 0)
  expect(second.prompt).toMatch(/Earlier sessions of this kind:\n- "PARTIAL .*Given up: .*“The pump is a heart”/)
  expect(await memory.verify()).toEqual([])

  await clock.advance(90 * day)
  expect((await firstBatch(problem)).agents).toContain(5)
  await omega.close()
  await mkct.close()
})
