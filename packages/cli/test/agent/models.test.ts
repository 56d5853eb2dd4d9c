import { fromFunction } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { chosenModels } from '../../src/agent/models.js'

const keys = { ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g', OPENAI_API_KEY: 'o' }
const own = fromFunction(async () => 'text', { id: 'own' })

describe('the models', () => {
  test.each([
    ['openai/gpt-5', 'openai.responses/gpt-5'],
    ['anthropic/claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
    ['google/gemini-2.5-pro', 'google/gemini-2.5-pro'],
  ])('of the name %s are those of its provider', async (name, id) => {
    const { brain, tool } = await chosenModels(name, keys, undefined)
    expect(id.startsWith(brain[0].id.split('/')[0] ?? '')).toBe(true)
    expect(brain[0].id.split('/').at(-1)).toBe(id.split('/').at(-1))
    expect(tool[0]).toBe(brain[0])
  })

  test.each([
    ['openai/gpt-5', 'OPENAI_API_KEY'],
    ['anthropic/claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
    ['google/gemini-2.5-pro', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ['gpt-5', 'OPENAI_API_KEY'],
  ])('of the name %s need %s', async (name, variable) => {
    const choosing = chosenModels(name, { ANTHROPIC_API_KEY: ' ' }, undefined)
    await expect(choosing).rejects.toMatchObject({ code: 'missing_environment', field: variable })
    await expect(choosing).rejects.toThrow(`set ${variable}`)
  })

  test('of another name are those of the server that OPENAI_BASE_URL names', async () => {
    const env = { OPENAI_BASE_URL: 'http://localhost:11434/v1' }
    expect((await chosenModels('org/small', env, undefined)).brain[0].id).toBe('localhost/org/small')
    await expect(chosenModels('org/small', keys, undefined)).rejects.toMatchObject({ code: 'unknown_provider' })
  })

  test('come from the flag before the environment, and from that before the configuration', async () => {
    const env = { ...keys, ARTOO_MODEL: 'anthropic/one' }
    expect((await chosenModels('google/two', env, own)).brain[0].id).toMatch(/two$/)
    expect((await chosenModels(undefined, env, own)).brain[0].id).toMatch(/one$/)
    expect((await chosenModels(undefined, keys, own)).brain[0].id).toBe('own')
    await expect(chosenModels(undefined, keys, undefined)).rejects.toMatchObject({ code: 'missing_model' })
  })

  test('of the environment may be two, of one server', async () => {
    const env = { OPENAI_BASE_URL: 'http://localhost:1/v1', BRAIN_MODEL: 'openai/large', ARTOO_MODEL: 'small' }
    const { brain, tool } = await chosenModels(undefined, env, undefined)
    expect([brain[0].id, tool[0].id]).toEqual(['localhost/openai/large', 'localhost/small'])
  })

  test('of a configuration are one, a list, or one of each for each tier, by name or as they are', async () => {
    const idsOf = async (model: Parameters<typeof chosenModels>[2]) => {
      const { brain, tool } = await chosenModels(undefined, keys, model)
      return [brain, tool].map((chain) => chain.map(({ id }) => id))
    }
    const [claude] = (await idsOf('anthropic/claude'))[0] ?? []
    expect(await idsOf([own, 'anthropic/claude'])).toEqual([
      ['own', claude],
      ['own', claude],
    ])
    expect(await idsOf({ brain: 'anthropic/claude', tool: [own] })).toEqual([[claude], ['own']])
    await expect(idsOf([] as never)).rejects.toMatchObject({ code: 'invalid_config', field: 'model' })
  })
})
