import type { ModelRequest } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import type { AiSdkModel } from '../src/ai-sdk/ai-sdk-model.js'
import { settingsFor } from '../src/ai-sdk/settings.js'

const model = (specificationVersion: AiSdkModel['specificationVersion']) => ({ specificationVersion }) as AiSdkModel
const output = { name: 'plan', schema: {} }

describe('settings of a request as options of the AI SDK', () => {
  it.each<[string, AiSdkModel['specificationVersion'], string, ModelRequest['settings'], object]>([
    ['nothing', 'v3', 'openai', undefined, {}],
    ['temperature and seed', 'v2', 'openai', { temperature: 0, seed: 7 }, { temperature: 0, seed: 7 }],
    [
      'the effort for OpenAI',
      'v3',
      'openai',
      { reasoningEffort: 'low' },
      { providerOptions: { openai: { reasoningEffort: 'low' } } },
    ],
    [
      'the effort for Anthropic',
      'v3',
      'anthropic',
      { reasoningEffort: 'max' },
      { providerOptions: { anthropic: { effort: 'max' } } },
    ],
    [
      'the effort for Google',
      'v2',
      'google',
      { reasoningEffort: 'low' },
      { providerOptions: { google: { thinkingConfig: { thinkingLevel: 'low' } } } },
    ],
    [
      'the effort for Anthropic in v4',
      'v4',
      'anthropic',
      { reasoningEffort: 'max' },
      { providerOptions: { anthropic: { effort: 'max' } } },
    ],
    ['the effort for other providers of v4', 'v4', 'openai', { reasoningEffort: 'high' }, { reasoning: 'high' }],
    [
      'options as they are',
      'v3',
      'xai',
      { providerOptions: { xai: { a: [1] } } },
      { providerOptions: { xai: { a: [1] } } },
    ],
    [
      'of two the host’s',
      'v3',
      'xai',
      { reasoningEffort: 'low', providerOptions: { xai: { reasoningEffort: 'max' } } },
      { providerOptions: { xai: { reasoningEffort: 'max' } } },
    ],
    [
      'beside other fields of one option',
      'v3',
      'google',
      { reasoningEffort: 'high', providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } },
      { providerOptions: { google: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } } } },
    ],
    [
      'plain for a provider of any name',
      'v3',
      'toString',
      { reasoningEffort: 'low' },
      { providerOptions: { toString: { reasoningEffort: 'low' } } },
    ],
  ])('are %s', (_, version, family, settings, options) => {
    expect(settingsFor(model(version), { settings }, family)).toEqual(options)
  })

  it('stand beside what an output needs', () => {
    const settings = { providerOptions: { openai: { user: 'ann' } } }
    expect(settingsFor(model('v3'), { settings, output }, 'openai').providerOptions).toEqual({
      openai: { strictJsonSchema: false, user: 'ann' },
    })
  })
})
