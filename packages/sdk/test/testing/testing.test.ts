import { createArtoo, type LanguageModel, type ModelRequest, ProviderError } from '@artoo/sdk'
import {
  expectOneResult,
  fakeTool,
  honest,
  lazyJudge,
  liar,
  manualClock,
  recordModel,
  replayModel,
  scriptedModel,
  sequentialIds,
} from '@artoo/sdk/testing'
import { describe, expect, test } from 'vitest'

const story = {
  criteria: ['A-17 is paid back'],
  calls: [
    { name: 'find_order', input: { id: 'A-17' } },
    { name: 'refund', input: { id: 'A-17', cents: 4200 } },
  ],
  answer: 'Ann got 42.00 back.',
}
const tools = () => {
  const find = fakeTool('find_order', ['4200 cents, paid'])
  const refund = fakeTool('refund', ['A-17 is paid back'], { effect: 'irreversible' })
  return { find, refund, all: [find, refund] }
}

describe('a persona', () => {
  test('that is honest makes the calls and is believed by the records', async () => {
    const { refund, all } = tools()
    const artoo = createArtoo({ model: honest(story), tools: all, confirm: () => true })
    expect(await expectOneResult(artoo.run('Refund A-17'))).toMatchObject({
      ...{ status: 'complete', output: 'Ann got 42.00 back.', basis: 'judge' },
      changes: [{ tool: 'refund' }],
    })
    expect(refund.calls).toEqual([{ id: 'A-17', cents: 4200 }])
    await artoo.close()
  })

  test('that is honest says so when the person says no', async () => {
    const { refund, all } = tools()
    const artoo = createArtoo({ model: honest(story), tools: all, confirm: () => false })
    const { status, refused } = await expectOneResult(artoo.run('Refund A-17'))
    expect([status === 'complete', refused.length, refund.calls.length]).toEqual([false, 1, 0])
    await artoo.close()
  })

  test.each([
    ['that is honest', honest, { confirm: () => true }, 'Ann got 42.00 back.', 1],
    ['that is honest and was refused', honest, { confirm: () => false }, expect.stringMatching(/^Not done: /), 0],
    ['that lies', liar, { confirm: () => true }, 'Ann got 42.00 back.', 0],
  ])('%s holds a direct conversation', async (_, persona, options, output, paid) => {
    const { refund, all } = tools()
    const artoo = createArtoo({ model: persona(story), tools: all, depth: 'direct', ...options })
    expect(await expectOneResult(artoo.run('Refund A-17'))).toMatchObject({ output, basis: 'nobody' })
    expect(refund.calls.length).toBe(paid)
    await artoo.close()
  })

  test('that lies is not believed', async () => {
    const { refund, all } = tools()
    const artoo = createArtoo({ model: liar(story), tools: all, confirm: () => true })
    const { status, changes } = await expectOneResult(artoo.run('Refund A-17'))
    expect([status === 'complete', changes.length, refund.calls.length]).toEqual([false, 0, 0])
    await artoo.close()
  })

  test('that judges lazily passes what the records do not show', async () => {
    const failing = fakeTool('find_order', [new Error('the shop is closed')])
    const model = lazyJudge({ ...story, asks: 'answer', calls: [story.calls[0] as never] })
    const artoo = createArtoo({ model, tools: [failing] })
    const { status } = await expectOneResult(artoo.run('Look up A-17'))
    expect(status).not.toBe('complete')
    await artoo.close()
  })
})

describe('a cassette', () => {
  const settings = () => ({ clock: manualClock(0), ids: sequentialIds(), dreamer: false as const, confirm: () => true })

  test('replays a task without its model', async () => {
    const recorded = recordModel(honest(story))
    const first = createArtoo({ model: recorded, tools: tools().all, ...settings() })
    const before = await first.run('Refund A-17')
    const cassette = JSON.parse(JSON.stringify(recorded.cassette))
    const second = createArtoo({ model: replayModel(cassette), tools: tools().all, ...settings() })
    expect(await second.run('Refund A-17')).toEqual(before)
  })

  test('says which part of a request has changed', async () => {
    const recorded = recordModel(honest(story))
    await createArtoo({ model: recorded, tools: tools().all, ...settings() }).run('Refund A-17')
    const model = replayModel(recorded.cassette)
    const { messages, output } = { messages: [], output: { name: 'plan', schema: {} } }
    await expect(
      model.generate({ messages, output } as never, { signal: new AbortController().signal }),
    ).rejects.toMatchObject({
      code: 'cassette_mismatch',
      field: 'plan.messages[0]',
      message: expect.stringContaining('record it again'),
    })
  })

  const long = `😀 ${'one '.repeat(50)}`

  test.each([
    ['the part that differs, also behind an emoji', 'messages[0]', [{ role: 'user', content: `${long} two` }], 'two'],
    ['the tools', 'tools', [{ role: 'user', content: long }], 'other_tool'],
  ])('says %s', async (_, place, messages, part) => {
    const recorded = recordModel(scriptedModel({ text: { text: 'hello' } }))
    const { signal } = new AbortController()
    const tool = (name: string) => ({ name, description: name, inputSchema: {} })
    await recorded.generate({ messages: [{ role: 'user', content: long }], tools: [tool('one_tool')] }, { signal })
    const asked = { messages, tools: [tool(place === 'tools' ? 'other_tool' : 'one_tool')] } as ModelRequest
    await expect(replayModel(recorded.cassette).generate(asked, { signal })).rejects.toMatchObject({
      field: `text.${place}`,
      message: expect.stringContaining(part),
    })
  })

  test('fails where the model failed, so that a retry is replayed, too', async () => {
    const away = new ProviderError('provider_unavailable', 'the provider is away')
    const planner = honest(story)
    let isFirst = true
    const flaky: LanguageModel = {
      id: 'flaky',
      async generate(request, options) {
        if (!isFirst) return planner.generate(request, options)
        isFirst = false
        throw away
      },
    }
    const recorded = recordModel(flaky)
    const request: ModelRequest = { messages: [{ role: 'user', content: '{}' }], output: { name: 'plan', schema: {} } }
    const { signal } = new AbortController()
    await expect(recorded.generate(request, { signal })).rejects.toBe(away)
    const answer = await recorded.generate(request, { signal })
    const replayed = replayModel(JSON.parse(JSON.stringify(recorded.cassette)))
    await expect(replayed.generate(request, { signal })).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(await replayed.generate(request, { signal })).toEqual(answer)
  })

  test('is redacted before it is kept', async () => {
    const redact = (text: string) => text.replaceAll('A-17', '[order]')
    const recorded = recordModel(honest(story), { redact })
    await createArtoo({ model: recorded, tools: tools().all, ...settings() }).run('Refund A-17')
    expect(JSON.stringify(recorded.cassette)).not.toContain('A-17')
  })
})

test.each(['interrupted', 'waiting'])('expectOneResult refuses a run that is %s', async (status) => {
  const run = Object.assign(Promise.resolve({ status }), { taskId: 'a', events: [] })
  await expect(expectOneResult(run)).rejects.toMatchObject({ code: 'no_single_result' })
})
