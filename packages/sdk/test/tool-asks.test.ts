import { scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, defineTool, memoryJournal, readEvents } from '@artoo/sdk'
import { manualClock } from '@artoo/spec/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

const deploy = defineTool({
  name: 'deploy',
  description: 'deploys the page',
  input: z.object({ page: z.string() }),
  effect: 'repeatable',
  async execute({ page }, { ask }) {
    const [branch, note] = await ask([
      { question: `Which branch of ${page}?`, choices: ['main', 'next'] },
      { question: 'A note for the log?' },
    ])
    return `deployed ${branch} (${note})`
  },
})

const call = (page: string) => ({ toolCalls: [{ name: 'deploy', input: { page } }] })

/** A task that deploys some pages, one after the other. */
function task(options: Partial<ArtooOptions>, pages = ['home']) {
  const model = scriptedModel({ text: [...pages.map(call), { text: 'done' }] })
  return createArtoo({ model, tools: [deploy], depth: 'direct', dreamer: false, ...options })
}

const outputsOf = (events: readonly { readonly type: string; readonly payload: unknown }[]) =>
  events.flatMap(({ type, payload }) =>
    type === 'ToolResult' ? [(payload as { readonly output: string }).output] : [],
  )

test('a tool asks the people of the run in the middle of its call; the log has questions and answers', async () => {
  const asked: unknown[] = []
  const artoo = task({
    clarify(requests) {
      asked.push(...requests.map(({ from, question, choices }) => ({ from, question, choices })))
      return Object.fromEntries(requests.map(({ id, choices }) => [id, choices ? 'next' : 'at last']))
    },
  })
  const run = artoo.run('Deploy it')
  await run
  expect(asked).toEqual([
    { from: 'deploy', question: 'Which branch of home?', choices: ['main', 'next'] },
    { from: 'deploy', question: 'A note for the log?', choices: undefined },
  ])
  expect(outputsOf(run.events)).toEqual(['deployed next (at last)'])
  expect(run.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ToolRequest', 'ClarificationRequest', 'ClarificationAnswer', 'ToolResult']),
  )
  await artoo.close()
})

test.each([
  ['there is nobody', {}],
  ['nobody knows', { clarify: () => ({}) as never }],
  ['the person fails', { clarify: () => Promise.reject(new Error('no')) }],
] as const)('where %s a tool gets null and goes on', async (_, options) => {
  const artoo = task(options)
  const run = artoo.run('Deploy it')
  expect((await run).status).toBe('complete')
  expect(outputsOf(run.events)).toEqual(['deployed null (null)'])
  await artoo.close()
})

test('a run that may wait for a person does not wait in the middle of a call', async () => {
  const artoo = task({ journal: { ...memoryJournal(), durable: true } })
  const run = artoo.run('Deploy it', { onUnanswered: 'wait' })
  expect((await run).status).toBe('complete')
  expect(outputsOf(run.events)).toEqual(['deployed null (null)'])
  await artoo.close()
})

test('the same question of another call is asked again', async () => {
  let count = 0
  const artoo = task({ clarify: (requests) => Object.fromEntries(requests.map(({ id }) => [id, `${++count}`])) }, [
    'home',
    'home',
  ])
  const run = artoo.run('Deploy it twice')
  await run
  expect(outputsOf(run.events)).toEqual(['deployed 1 (2)', 'deployed 3 (4)'])
  await artoo.close()
})

test('the time that a person takes is no time of the tool', async () => {
  const clock = manualClock(1_000)
  const journal = memoryJournal()
  const artoo = task({
    ...{ clock, journal, limits: { toolTimeoutMs: 5_000, timeMs: 20_000 } },
    async clarify(requests) {
      clock.advance(60_000)
      return Object.fromEntries(requests.map(({ id }) => [id, 'main']))
    },
  })
  const run = artoo.run('Deploy it')
  expect((await run).status).toBe('complete')
  expect(outputsOf(await readEvents(journal, run.taskId))).toEqual(['deployed main (main)'])
  await artoo.close()
})
