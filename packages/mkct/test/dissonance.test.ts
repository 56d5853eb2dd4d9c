import { createMemory, type Memory } from '@artoo/mkct'
import { ArtooError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test } from 'vitest'

const everything = { pairs: [], spaces: ['tool:shell'] }

const contradicted = { space: 'tool:shell', entity: 'path:/a' }

/** A rule and newer episodes against it, so that consulting records a dissonance. */
async function contradict(memory: Memory, key?: string): Promise<string> {
  const { id } = memory.write({ ...contradicted, state: 'accept', content: 'rule', level: 'C' })
  memory.write({ ...contradicted, state: 'abandon', content: 'no' })
  memory.write({ ...contradicted, state: 'abandon', content: 'no', ...(key !== undefined && { key }) })
  await memory.flush()
  return id
}

test.each([
  ['the rule has so long an id that no dissonance can name it', ['r'.repeat(8190), 'a', 'b', 'c'], 'invalid_megram'],
  ['ids are used up', ['r', 'a', 'b'], 'no_ids'],
])('consulting works when %s; onProblem is told', async (_, ids, code) => {
  const problems: unknown[] = []
  const next = () => {
    const id = ids.shift()
    if (id === undefined) throw new ArtooError('no_ids', 'none left')
    return id
  }
  const memory = createMemory({ ids: next, onProblem: (error) => problems.push(error) })
  await contradict(memory)
  const { rules } = await memory.consult(everything)
  expect(rules).toMatchObject([{ suppressed: true }])
  await memory.flush()
  expect(problems).toMatchObject([{ code }])
  await memory.close()
})

test("no key of a host's stands in a dissonance's way", async () => {
  const memory = createMemory({ ids: sequentialIds('m') })
  const id = await contradict(memory, 'dissonance:m-1:3')
  await memory.consult(everything)
  await memory.flush()
  expect(await memory.recent('memory:dissonance', `rule:${id}`, 9)).toMatchObject([{ sources: ['m-3'] }])
  expect(memory.queue.failed).toBe(0)
  await memory.close()
})

test('after an import into a memory that numbers otherwise no dissonance is recorded again, and each new one is', async () => {
  const clock = manualClock(1_700_000_000_000)
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  memory.write({ space: 'o', entity: 'o', state: 'success', content: 'o', subject: 'bob' })
  const id = await contradict(memory)
  await memory.forget({ subject: 'bob' })
  await memory.consult(everything)
  const lines: string[] = []
  await memory.flush()
  for await (const line of memory.export()) lines.push(line)
  const other = createMemory({ clock, ids: sequentialIds('n') })
  await other.import(lines)
  const recorded = async () => {
    await other.consult(everything)
    await other.flush()
    return (await other.recent('memory:dissonance', `rule:${id}`, 9)).map(({ sources }) => sources)
  }
  expect(await recorded()).toEqual([['m-4']])
  other.write({ ...contradicted, state: 'change_approach', content: 'no' })
  expect(await recorded()).toEqual([['n-1'], ['m-4']])
  expect(await recorded()).toHaveLength(2)
  await Promise.all([memory.close(), other.close()])
})
