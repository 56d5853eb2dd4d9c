import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calibrate, createMemory } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test } from 'vitest'

test('a Megram written is read back, also after reopening', async () => {
  const path = await mkdtemp(join(tmpdir(), 'mkct-'))
  const clock = manualClock(1000)
  const memory = await openMemory({ path, clock })
  memory.write({ space: 'tool:shell', entity: 'path:/x', content: 'no', state: 'change_approach' })
  expect(await memory.potentials('tool:shell', 'path:/x')).toEqual({
    attention: 0.85,
    decision: -0.85,
    action: 'avoid',
  })
  await memory.close()
  const again = await openMemory({ path, clock })
  clock.advance(86_400_000)
  const consultation = await again.consult({ pairs: [], spaces: ['tool:shell'] })
  expect(consultation.readings).toHaveLength(2)
  expect(calibrate(consultation).mustNot.filter(({ source }) => source === 'episodes')).toHaveLength(2)
  expect((await again.recent('tool:shell', 'path:/x', 3)).map(({ content }) => content)).toEqual(['no'])
  await again.close()
})

test('memory-level', async () => {
  const memory = createMemory({ ids: sequentialIds('m') })
  for (let i = 0; i < 2500; i++) memory.write({ space: 'a', entity: 'b', content: `${i}`, state: 'success', at: i })
  const receipt = memory.write({ space: 'a', entity: 'b', content: 'x', state: 'success', key: 'k' })
  const second = memory.write({ space: 'a', entity: 'b', content: 'x', state: 'success', key: 'k' })
  expect((await receipt.settled).duplicate).toBe(false)
  expect(await second.settled).toEqual({ id: receipt.id, sequence: 2501, duplicate: true })
  await memory.close()
})
