import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { fileJournal } from '@artoo/runtime/node'
import { defineTool } from '@artoo/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type ArtooOptions, createArtoo, isWaiting } from '../src/index.js'

const pay = defineTool({
  ...{ name: 'pay', description: 'Pays.', input: z.object({ id: z.string() }), effect: 'irreversible' },
  execute: ({ id }) => `${id} is paid`,
})

function direct(text: Parameters<typeof scriptedModel>[0]['text'], options: Partial<ArtooOptions> = {}) {
  const model = scriptedModel({ text })
  return { model, artoo: createArtoo({ model, tools: [pay], depth: 'direct', dreamer: false, ...options }) }
}

describe('settings', () => {
  test('of a run stand over those of a tier, and these over those of the instance', async () => {
    const settings = {
      ...{ temperature: 0.1, seed: 1, reasoningEffort: 'low' },
      brain: { temperature: 0.2, reasoningEffort: 'high' },
      tool: { temperature: 0.9 },
    }
    const { artoo, model } = direct([{ text: 'one' }, { text: 'two' }], { settings })
    await artoo.run('one')
    await artoo.run('two', { settings: { temperature: 0.3, brain: { seed: 2 } } })
    expect(model.requests.map(({ settings: asked }) => asked)).toEqual([
      { temperature: 0.2, seed: 1, reasoningEffort: 'high' },
      { temperature: 0.3, seed: 2, reasoningEffort: 'high' },
    ])
    await artoo.close()
  })

  test('join the options of one provider', async () => {
    const { artoo, model } = direct([{ text: 'one' }], {
      settings: { providerOptions: { openai: { user: 'ann', store: true } } },
    })
    await artoo.run('one', { settings: { providerOptions: { openai: { store: false }, xai: { a: 1 } } } })
    expect(model.requests[0]?.settings?.providerOptions).toEqual({
      openai: { user: 'ann', store: false },
      xai: { a: 1 },
    })
    await artoo.close()
  })

  test('lower the output tokens of a call, and never raise what limits grant', async () => {
    const { artoo, model } = direct([{ text: 'one' }, { text: 'two' }], {
      ...{ settings: { maxOutputTokens: 100 }, limits: { maxOutputTokens: 500 } },
    })
    await artoo.run('one')
    await artoo.run('two', { settings: { maxOutputTokens: 1_000 } })
    expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([100, 500])
    expect(model.requests[0]).not.toHaveProperty('settings')
    await artoo.close()
  })

  test('are those that were checked, whatever becomes of the host’s object', async () => {
    const settings = { temperature: 0.1 }
    const { artoo, model } = direct([{ text: 'one' }])
    const run = artoo.run('one', { settings })
    settings.temperature = 2
    await run
    expect(model.requests[0]?.settings).toEqual({ temperature: 0.1 })
    await artoo.close()
  })

  test('that nobody gave are not in a request', async () => {
    const { artoo, model } = direct([{ text: 'one' }])
    await artoo.run('one')
    expect(model.requests[0]).not.toHaveProperty('settings')
    await artoo.close()
  })

  test('of a run hold in the process that resumes it, but for options of a provider’s own, which no journal keeps', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'artoo-settings-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const journal = fileJournal(directory)
    const first = direct([{ toolCalls: [{ name: 'pay', input: { id: 'i-7' } }] }], { journal })
    const settings = { temperature: 0.3, providerOptions: { openai: { apiKey: 'a secret' } } }
    const waiting = await first.artoo.run('Pay i-7.', { settings, onUnanswered: 'wait' })
    await first.artoo.close()
    if (!isWaiting(waiting)) throw new Error('the task should wait')
    for (const name of await readdir(directory)) {
      expect(await readFile(join(directory, name), 'utf8').catch(() => '')).not.toContain('a secret')
    }
    const second = direct([{ text: 'Paid.' }], { journal, settings: { seed: 4 } })
    await second.artoo.resume(waiting.taskId, { answers: { [waiting.requests[0]?.id ?? '']: true } })
    expect(second.model.requests[0]?.settings).toEqual({ temperature: 0.3, seed: 4 })
    await second.artoo.close()
  })

  test.each([
    [{ settings: { temperature: '0.2' } }, 'settings.temperature'],
    [{ settings: { maxOutputTokens: 0 } }, 'settings.maxOutputTokens'],
    [{ settings: { brain: { topK: 3 } } }, 'settings.brain'],
    [{ temperature: 0.2 }, 'temperature'],
  ])('that can’t be right are refused: %j', (given, field) => {
    expect(() => direct([{ text: 'one' }], given as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field }),
    )
  })

  test('at the wrong place are refused with the right one', () => {
    expect(() => direct([{ text: 'one' }], { temperature: 0.2 } as never)).toThrow(/settings\.temperature/)
  })
})
