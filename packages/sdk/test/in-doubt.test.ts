import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { fileJournal } from '@artoo/runtime/node'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type ArtooOptions, createArtoo, defineTool } from '../src/index.js'

/** A task whose payment is under way when its process stops. */
async function cutOff(began: Partial<ArtooOptions> = { confirm: () => true }) {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-doubt-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const journal = fileJournal(directory)
  let begun = () => {}
  const isPaying = new Promise<void>((resolve) => {
    begun = resolve
  })
  const pay = defineTool({
    name: 'pay',
    description: 'Pays an invoice.',
    input: z.object({}),
    target: () => 'i-7',
    effect: 'irreversible',
    execute: (_, { signal }) => {
      begun()
      return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  const another = (options: Partial<ArtooOptions>) => {
    const model = scriptedModel({ text: [{ toolCalls: [{ name: 'pay', input: {} }] }, { text: 'Not paid.' }] })
    return createArtoo({ model, tools: [pay], journal, depth: 'direct', dreamer: false, ...options })
  }
  const first = another(began)
  const run = first.run('Pay.')
  await isPaying
  await first.close()
  return {
    taskId: run.taskId,
    resumed: async (options: Partial<ArtooOptions>) => {
      const model = scriptedModel({ text: [{ text: 'Not paid.' }] })
      const artoo = another({ model, ...options })
      const handle = artoo.resume(run.taskId)
      const result = await handle
      await artoo.close()
      return { result, heard: model.requests[0]?.messages.at(-1)?.content }
    },
  }
}

const mayBeDone = 'It was under way when its process ended, so it may have been carried out already.'

test.each<[string, Partial<ArtooOptions>]>([
  ['nobody can be asked', {}],
  ['a person says no', { confirm: () => false }],
])('a payment that a crash cut off is never said not to have been made, where %s', async (_, options) => {
  const { resumed } = await cutOff()
  const { result, heard } = await resumed(options)
  expect(result).toMatchObject({
    status: 'partial',
    changes: [{ tool: 'pay', what: 'failed' }],
    refused: [],
    summary: expect.stringContaining('“pay i-7” failed, and it is not known what it changed. “Pay” was not checked.'),
  })
  expect(heard).toContain(mayBeDone)
})

test('a payment that a rule had allowed is not said not to have been made either', async () => {
  const allowed = { permissions: { allow: ['pay: i-7'] } }
  const { resumed } = await cutOff(allowed)
  const { result } = await resumed(allowed)
  expect(result).toMatchObject({ status: 'partial', changes: [{ tool: 'pay', what: 'failed' }], refused: [] })
})

test('a person who carried it out by hand settles the doubt', async () => {
  const { resumed } = await cutOff()
  const { result } = await resumed({ confirm: () => ({ allow: false, done: true, note: 'paid at the desk' }) })
  expect(result).toMatchObject({ status: 'complete', changes: [{ tool: 'pay', what: 'by_hand' }] })
})
