import { createMemory } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test } from 'vitest'
import { encodePart } from '../src/key-encoding.js'
import { filesWith, temporaryDirectory } from './support/stores.js'

const day = 86_400_000
/** Incompressible, so that a compressed block holds it as it is. */
const secret = 'Qz7#Jabber-wocky_9431~Tülgey-Wøod'
const pair = { space: 'tool:shell', entity: 'path:/a' }

test.each([false, true])(
  'compression %s: over generations of files, what was forgotten by subject is in none, nor is its rule',
  async (compression) => {
    const path = await temporaryDirectory()
    const clock = manualClock(1_700_000_000_000)
    const ids = sequentialIds('m')
    const open = () => openMemory({ path, clock, ids, compression, check: 'full' })
    const found = async () =>
      (await Promise.all([secret, encodePart(secret)].map((text) => filesWith(path, text)))).flat()
    const filler = (count: number) =>
      Array.from({ length: count }, (_, index) => `${index} ${'lorem ipsum '.repeat(index % 60)}`)

    let memory = await open()
    for (const content of filler(800)) memory.write({ space: 's', entity: 'bulk', state: 'abandon', content })
    for (let index = 0; index < 6; index++) {
      memory.write({
        ...pair,
        state: 'abandon',
        content: `${secret} ${index}`,
        subject: secret,
        key: `${secret}${index}`,
      })
    }
    await memory.close()

    memory = await open()
    const { promoted } = await memory.dream({
      distill: async ({ entity }) => (entity === pair.entity ? `no ${secret}` : null),
    })
    await memory.feedback(promoted[0] ?? '', { content: `${secret} it is`, agrees: true })
    await memory.forget({ space: 's', entity: 'bulk' })
    for (const content of filler(400)) memory.write({ space: 's', entity: 'more', state: 'abandon', content })
    await memory.close()
    expect(await found()).not.toEqual([])

    clock.advance(60 * day)
    memory = await open()
    expect((await memory.dream()).forgotten).toBeGreaterThan(6)
    expect((await memory.rules(pair.space)).map(({ content }) => content)).toEqual([`no ${secret}`])
    await memory.close()

    memory = await open()
    for (const content of filler(50)) memory.write({ space: 's', entity: 'last', state: 'abandon', content })
    expect(await memory.forget({ subject: secret })).toEqual({ erased: 1, dependents: 1, compacted: true })
    expect(await found()).toEqual([])
    await memory.close()
    expect(await found()).toEqual([])
    memory = await open()
    expect(await memory.verify()).toEqual({ ok: true, megrams: 50, damage: [] })
    await memory.close()
    expect(await found()).toEqual([])
  },
)

test('nothing of it is in an export either', async () => {
  const memory = createMemory({ clock: manualClock(1000), ids: sequentialIds('m') })
  for (let index = 0; index < 6; index++) {
    memory.write({ ...pair, state: 'abandon', content: secret, subject: secret, key: `${secret}${index}` })
  }
  await memory.dream({ distill: async () => `no ${secret}` })
  memory.write({ ...pair, state: 'abandon', content: 'other' })
  await memory.forget({ subject: secret })
  const lines: string[] = []
  for await (const line of memory.export()) lines.push(line)
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain(secret)
  await memory.close()
})
