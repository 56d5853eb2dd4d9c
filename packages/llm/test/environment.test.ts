import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'

const openAi = 'https://api.openai.com/v1'

type Variables = Record<string, string | undefined>

interface Settings {
  readonly modelId: string
  readonly apiKey?: string
  readonly baseURL: string
  readonly name: string
  readonly supportsStructuredOutputs?: boolean
  readonly transformRequestBody?: (body: Record<string, unknown>) => Record<string, unknown>
}

/** What the package is asked for, without it: the settings of each model that is made, the brain's first. */
async function settingsFrom(environment: Variables) {
  const made: Settings[] = []
  vi.doMock('@ai-sdk/openai-compatible', () => ({
    createOpenAICompatible: (settings: Settings) => (modelId: string) => {
      made.push({ ...settings, modelId })
      return { specificationVersion: 'v3', provider: `${settings.name}.chat`, modelId, doGenerate() {}, doStream() {} }
    },
  }))
  const { modelsFromEnvironment } = await import('@artoo/llm/environment')
  const models = await modelsFromEnvironment(environment)
  const [brain, tool] = made
  if (!brain || !tool) throw new Error('two models were to be made')
  return { models, brain, tool }
}

async function modelsFrom(environment: Variables) {
  const { modelsFromEnvironment } = await import('@artoo/llm/environment')
  return modelsFromEnvironment(environment)
}

afterEach(() => {
  vi.doUnmock('@ai-sdk/openai-compatible')
  vi.resetModules()
})

describe('models from the environment', () => {
  const shared = { ARTOO_MODEL: 'gpt-5', OPENAI_API_KEY: 'sk-shared' }
  const local = { OPENAI_BASE_URL: 'http://localhost:11434/v1' }

  // Model, key and address of the brain, then of the tool tier.
  it.each([
    ['the shared variables', shared, ['gpt-5', 'sk-shared', openAi], ['gpt-5', 'sk-shared', openAi]],
    [
      'a model of each tier',
      { ...shared, BRAIN_MODEL: 'big', TOOL_MODEL: 'small' },
      ['big', 'sk-shared', openAi],
      ['small', 'sk-shared', openAi],
    ],
    [
      'a model of one tier',
      { ...shared, TOOL_MODEL: 'small' },
      ['gpt-5', 'sk-shared', openAi],
      ['small', 'sk-shared', openAi],
    ],
    [
      'models of both tiers without a shared one',
      { BRAIN_MODEL: 'big', TOOL_MODEL: 'small', OPENAI_API_KEY: 'sk' },
      ['big', 'sk', openAi],
      ['small', 'sk', openAi],
    ],
    [
      'a key of one tier',
      { ...shared, BRAIN_API_KEY: 'sk-brain' },
      ['gpt-5', 'sk-brain', openAi],
      ['gpt-5', 'sk-shared', openAi],
    ],
    [
      'keys of both tiers',
      { ARTOO_MODEL: 'm', BRAIN_API_KEY: 'b', TOOL_API_KEY: 't' },
      ['m', 'b', openAi],
      ['m', 't', openAi],
    ],
    [
      'an address of one tier, which is not sent the shared key',
      { ...shared, TOOL_BASE_URL: 'http://tool.test/v1' },
      ['gpt-5', 'sk-shared', openAi],
      ['gpt-5', undefined, 'http://tool.test/v1'],
    ],
    [
      'an address and a key of one tier over the shared ones',
      { ...shared, ...local, BRAIN_BASE_URL: 'http://brain.test', BRAIN_API_KEY: 'sk-brain' },
      ['gpt-5', 'sk-brain', 'http://brain.test'],
      ['gpt-5', 'sk-shared', local.OPENAI_BASE_URL],
    ],
    [
      'a server that wants no key',
      { ARTOO_MODEL: 'm', ...local },
      ['m', undefined, local.OPENAI_BASE_URL],
      ['m', undefined, local.OPENAI_BASE_URL],
    ],
    [
      'empty variables, which count as unset',
      { ...shared, BRAIN_MODEL: '', BRAIN_API_KEY: ' ', BRAIN_BASE_URL: '\t' },
      ['gpt-5', 'sk-shared', openAi],
      ['gpt-5', 'sk-shared', openAi],
    ],
    ['white space around', { ARTOO_MODEL: ' m\n', OPENAI_API_KEY: 'sk ' }, ['m', 'sk', openAi], ['m', 'sk', openAi]],
    [
      'OpenAI in other letters',
      { ...shared, OPENAI_BASE_URL: 'HTTPS://API.OpenAI.com:443/v1' },
      ['gpt-5', 'sk-shared', openAi],
      ['gpt-5', 'sk-shared', openAi],
    ],
    [
      'a slash at the end',
      { ...shared, OPENAI_BASE_URL: `${openAi}/` },
      ['gpt-5', 'sk-shared', openAi],
      ['gpt-5', 'sk-shared', openAi],
    ],
  ])('are made from %s', async (_, environment, brain, tool) => {
    const settings = await settingsFrom(environment)
    const read = ({ modelId, apiKey, baseURL }: Settings) => [modelId, apiKey, baseURL]
    expect([read(settings.brain), read(settings.tool)]).toEqual([brain, tool])
  })

  it('are named after the server', async () => {
    const { models } = await settingsFrom({ ...shared, TOOL_BASE_URL: 'https://api.acme.test/v1' })
    expect([models.brain.id, models.tool.id]).toEqual(['openai/gpt-5', 'api-acme-test/gpt-5'])
  })

  it('use what only OpenAI is known to understand for OpenAI only', async () => {
    const { brain, tool } = await settingsFrom({ ...shared, TOOL_BASE_URL: 'http://localhost/v1' })
    expect([brain.supportsStructuredOutputs, tool.supportsStructuredOutputs]).toEqual([true, undefined])
    expect(brain.transformRequestBody?.({ model: 'm', max_tokens: 7 })).toEqual({
      model: 'm',
      max_completion_tokens: 7,
    })
    expect(brain.transformRequestBody?.({ model: 'm' })).toEqual({ model: 'm' })
    expect(tool.transformRequestBody).toBeUndefined()
  })

  it.each([
    ['a model', {}, 'missing_environment', 'ARTOO_MODEL', 'brain tier: set ARTOO_MODEL (or BRAIN_MODEL)'],
    [
      'a model for the tools',
      { BRAIN_MODEL: 'big', OPENAI_API_KEY: 'sk' },
      'missing_environment',
      'ARTOO_MODEL',
      '(or TOOL_MODEL)',
    ],
    ['a model that is not empty', { ARTOO_MODEL: ' ' }, 'missing_environment', 'ARTOO_MODEL', 'set ARTOO_MODEL'],
    ['a key', { ARTOO_MODEL: 'm' }, 'missing_environment', 'OPENAI_API_KEY', 'set OPENAI_API_KEY (or BRAIN_API_KEY)'],
    [
      'a key for the tools',
      { ARTOO_MODEL: 'm', BRAIN_API_KEY: 'b' },
      'missing_environment',
      'OPENAI_API_KEY',
      '(or TOOL_API_KEY)',
    ],
    [
      'an address',
      { ...shared, OPENAI_BASE_URL: 'localhost:1' },
      'invalid_environment',
      'OPENAI_BASE_URL',
      'OPENAI_BASE_URL is no http address',
    ],
    [
      'an address of a tier',
      { ...shared, TOOL_BASE_URL: 'ftp://a' },
      'invalid_environment',
      'TOOL_BASE_URL',
      'TOOL_BASE_URL is no http address',
    ],
    [
      'an address that can be read',
      { ...shared, BRAIN_BASE_URL: 'http://' },
      'invalid_environment',
      'BRAIN_BASE_URL',
      'BRAIN_BASE_URL is no http address',
    ],
    [
      'no key where an address belongs, and do not repeat it',
      { ...shared, OPENAI_BASE_URL: 'sk-secret' },
      'invalid_environment',
      'OPENAI_BASE_URL',
      'OPENAI_BASE_URL is no http address',
    ],
  ])('want %s', async (_, environment, code, field, message) => {
    const error = modelsFrom(environment)
    await expect(error).rejects.toMatchObject({ code, field, message: expect.stringContaining(message) })
  })

  it('say which package is missing', async () => {
    vi.doMock('@ai-sdk/openai-compatible', () => {
      throw new Error('Cannot find package')
    })
    await expect(modelsFrom(shared)).rejects.toMatchObject({
      code: 'missing_package',
      field: '@ai-sdk/openai-compatible',
      message: expect.stringContaining('npm install @ai-sdk/openai-compatible'),
    })
  })

  it('complain of what is missing before they look for the package', async () => {
    vi.doMock('@ai-sdk/openai-compatible', () => {
      throw new Error('Cannot find package')
    })
    await expect(modelsFrom({})).rejects.toMatchObject({ code: 'missing_environment' })
  })

  it('speak to the server with the real package', async () => {
    const requests: {
      readonly url: string | undefined
      readonly headers: IncomingHttpHeaders
      readonly body: string
    }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      requests.push({ url: request.url, headers: request.headers, body })
      const choice = { index: 0, delta: { role: 'assistant', content: 'There are 3.' }, finish_reason: 'stop' }
      const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`data: ${JSON.stringify({ id: 'r1', model: 'm', choices: [choice], usage })}\n\ndata: [DONE]\n\n`)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const url = `http://127.0.0.1:${port}/v1`
      const { tool } = await modelsFrom({ ...shared, TOOL_MODEL: 'small', TOOL_API_KEY: 'sk-tool', TOOL_BASE_URL: url })
      const request = { messages: [{ role: 'user', content: 'how many?' }], maxOutputTokens: 50 } as const
      await expect(tool.generate(request, new AbortController())).resolves.toMatchObject({
        text: 'There are 3.',
        finishReason: 'stop',
        responseId: 'r1',
        usage: { inputTokens: 9, outputTokens: 4 },
      })
      expect(requests).toMatchObject([{ url: '/v1/chat/completions', headers: { authorization: 'Bearer sk-tool' } }])
      expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ model: 'small', max_tokens: 50, stream: true })
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    }
  })
})

describe('whether the environment names a model', () => {
  it.each([
    [{}, false],
    [{ OPENAI_API_KEY: 'sk' }, false],
    [{ ARTOO_MODEL: 'm' }, true],
    [{ BRAIN_MODEL: 'm' }, true],
    [{ TOOL_MODEL: 'm' }, true],
    [{ TOOL_MODEL: ' ' }, false],
  ] as [Variables, boolean][])('is told of %j: %s', async (environment, expected) => {
    const { hasModelsInEnvironment } = await import('@artoo/llm/environment')
    expect(hasModelsInEnvironment(environment)).toBe(expected)
  })
})
