import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '@artoo/agent-loop'
import { createAgentLoop } from '@artoo/agent-loop/node'
import { createArtoo } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'
import { expect, it, onTestFinished } from 'vitest'
import { offlineModel } from '../examples/offline/offline-model.js'

const check = { check: 'file', path: 'b.txt', contains: 'two' } as const
const plan: Plan = {
  goal: 'b.txt says two',
  background_intent: 'to count on',
  deliverables: ['b.txt'],
  definition_of_done: 'b.txt says two',
  base_case: check,
  atoms: { count: { description: 'write two into b.txt', success_criteria: check, writes: ['b.txt'] } },
}

it('a loop takes a whole task for a worker: its events stand in the log of the loop, its tokens in its state', async () => {
  const home = mkdtempSync(join(tmpdir(), 'artoo-task-in-loop-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const workspace = join(home, 'work')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'a.txt'), 'one\n')
  const loop = createAgentLoop({
    ...{ workspace, state: join(home, 'loop.json') },
    async worker({ directory, run: parent, signal }) {
      const artoo = createArtoo({ model: offlineModel(), tools: standardTools({ root: directory }), dreamer: false })
      const { directive, output } = await artoo.run('How many lines are in a.txt?', { parent, signal })
      await artoo.close()
      writeFileSync(join(directory, 'b.txt'), `two: ${output}\n`)
      return { success: directive === 'accept', summary: output ?? '' }
    },
  })
  await loop.align(plan)
  const run = loop.start()
  const types = new Set<string>()
  for await (const event of run) types.add(event.type)
  const { status, state } = await run
  expect([status, state.control.halt_detail]).toEqual(['completed', expect.any(String)])
  expect(state.bindings.count?.summary).toBe('a.txt has 1 lines.')
  expect(types).toContain('ChildEvent')
  expect(state.control.tokens_used).toBeGreaterThan(0)
  await loop.close()
})
