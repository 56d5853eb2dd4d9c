import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { memoryJournal } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { defineCheck } from '@artoo/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type ArtooOptions, createArtoo, defineTool, isWaiting } from '../src/index.js'

const weather = defineTool({
  name: 'weather',
  description: 'The temperature in a city.',
  input: z.object({ city: z.string() }),
  effect: 'read',
  execute: ({ city }) => `4 °C in ${city}`,
})

const pay = defineTool({
  name: 'pay',
  description: 'Pays an invoice.',
  input: z.object({ id: z.string() }),
  effect: 'irreversible',
  execute: ({ id }) => `${id} is paid`,
})

const look = { toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }] }
const payment = { toolCalls: [{ name: 'pay', input: { id: 'i-7' } }] }

function direct(turns: readonly ScriptedTurn[], options: Partial<ArtooOptions> = {}) {
  const model = scriptedModel({ text: turns })
  return { model, artoo: createArtoo({ model, tools: [weather, pay], depth: 'direct', dreamer: false, ...options }) }
}

describe('a direct task', () => {
  test('is one conversation: the words, the calls, the answer', async () => {
    const { artoo, model } = direct([look, { text: 'It is 4 °C.' }], { instructions: 'Be brief.' })
    const run = artoo.run('How cold is it in Oslo?')
    const pieces: string[] = []
    const reading = (async () => {
      for await (const piece of run.answer) if (piece.type === 'answer_delta') pieces.push(piece.text)
    })()
    expect(await run).toMatchObject({
      status: 'complete',
      basis: 'nobody',
      reason: 'unjudged',
      output: 'It is 4 °C.',
      summary: 'Nothing was changed. Nobody checked it.',
      usage: { total: { modelCalls: 2 } },
    })
    await reading
    expect(pieces.join('')).toBe('It is 4 °C.')
    const [first, second] = model.requests
    expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(first?.messages[0]?.content).toMatch(/^Be brief\.\n\n/)
    expect(first?.messages[1]?.content).toBe('How cold is it in Oslo?')
    expect(first?.output).toBeUndefined()
    expect(second?.messages.at(-1)).toMatchObject({ role: 'tool', content: '4 °C in Oslo' })
    await artoo.close()
  })

  test('adds no more than 60 tokens to what the host and the user say', async () => {
    const { artoo, model } = direct([{ text: 'Hello.' }])
    await artoo.run('Hello')
    // A token of English has some four characters; three leave room.
    expect(model.requests[0]?.messages[0]?.content.length).toBeLessThan(60 * 3)
    await artoo.close()
  })

  test('writes no lesson, and asks memory for none', async () => {
    const { artoo } = direct([look, { text: 'It is 4 °C.' }])
    const run = artoo.run('How cold is it in Oslo?')
    await run
    expect(run.events.filter(({ from, to }) => [from, to].includes('R5'))).toEqual([])
    await artoo.close()
  })

  test('with a refused call is no more than partial, whatever the model says', async () => {
    const { artoo } = direct([payment, { text: 'All done.' }], { confirm: () => false })
    expect(await artoo.run('Pay invoice i-7.')).toMatchObject({
      status: 'partial',
      output: 'All done.',
      missing: [{ what: 'Pay invoice i-7.', needs: 'permission for the call that was refused' }],
      summary: 'Nothing was changed. “Pay invoice i-7” was not done, because “pay” was refused.',
    })
    await artoo.close()
  })

  test('with a changing call that failed is no more than partial', async () => {
    const broken = defineTool({
      ...{ name: 'pay', description: 'Pays.', input: z.object({ id: z.string() }), effect: 'irreversible' },
      execute: () => Promise.reject(new Error('no line')),
    })
    const { artoo } = direct([payment, { text: 'All done.' }], { confirm: () => true, tools: [broken] })
    expect(await artoo.run('Pay invoice i-7.')).toMatchObject({
      status: 'partial',
      summary: '“pay” failed, and it is not known what it changed. “Pay invoice i-7” was not checked.',
    })
    await artoo.close()
  })

  test('asks before what cannot be undone, and says what it changed', async () => {
    const { artoo } = direct([payment, { text: 'Paid.' }], { confirm: () => true })
    expect(await artoo.run('Pay invoice i-7.')).toMatchObject({
      status: 'complete',
      changes: [{ tool: 'pay', what: 'confirmed' }],
      summary: 'Carried out “pay”. Nobody checked it.',
    })
    await artoo.close()
  })

  test('waits for a person, and goes on in another process', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'artoo-direct-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const journal = fileJournal(directory)
    const first = direct([payment], { journal })
    const waiting = await first.artoo.run('Pay invoice i-7.', { onUnanswered: 'wait' })
    await first.artoo.close()
    if (!isWaiting(waiting)) throw new Error('the task should wait')
    const [request] = waiting.requests
    const second = direct([{ text: 'Paid.' }], { journal })
    const answers = { [request?.id ?? '']: { allow: 'once' as const, by: 'Ann' } }
    expect(await second.artoo.resume(waiting.taskId, { answers })).toMatchObject({
      status: 'complete',
      output: 'Paid.',
    })
    await second.artoo.close()
  })

  test('knows the turns before in a session', async () => {
    const { artoo, model } = direct([look, { text: 'It is 4 °C.' }, { text: '39 °F.' }], { journal: memoryJournal() })
    const session = artoo.session({ id: 'ann' })
    await session.run('How cold is it in Oslo?')
    expect((await session.run('And in Fahrenheit?')).output).toBe('39 °F.')
    expect(
      model.requests
        .at(-1)
        ?.messages.slice(1)
        .map(({ role, content }) => [role, content]),
    ).toEqual([
      ['user', 'How cold is it in Oslo?'],
      ['assistant', 'It is 4 °C.'],
      ['user', 'And in Fahrenheit?'],
    ])
    await artoo.close()
  })

  test('is told in a session which calls an earlier turn made', async () => {
    const { artoo, model } = direct([payment, { text: 'Paid.' }, { text: 'I paid i-7.' }], {
      ...{ journal: memoryJournal(), confirm: () => true },
    })
    const session = artoo.session({ id: 'ann' })
    await session.run('Pay invoice i-7.')
    await session.run('What did you do?')
    expect(model.requests.at(-1)?.messages[2]?.content).toMatch(/^Paid\.\n\n\[Calls of this turn: .*"tool":"pay"/)
    await artoo.close()
  })

  test('is asked again where it gives no text, once', async () => {
    const { artoo, model } = direct([{ text: '' }, { text: 'Hello.' }])
    expect((await artoo.run('Hello')).output).toBe('Hello.')
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('Answer again in words.')
    await artoo.close()
  })

  test('ends as failed where the model gives no text at all', async () => {
    const { artoo } = direct([{ text: '' }, { text: ' ' }])
    expect(await artoo.run('Hello')).toMatchObject({ status: 'failed', output: null })
    await artoo.close()
  })

  test('ends at a limit of model calls with what is known', async () => {
    const { artoo } = direct([look, look, look], { limits: { modelCalls: 2 } })
    expect(await artoo.run('How cold is it in Oslo?')).toMatchObject({ status: 'failed', reason: 'limit_reached' })
    await artoo.close()
  })

  test('gives data of a schema', async () => {
    const json = { status: 'completed', output: { celsius: 4 } }
    const model = scriptedModel({ typed_execution: [look, { json }] })
    const artoo = createArtoo({ model, tools: [weather], depth: 'direct', dreamer: false })
    const result = await artoo.run('How cold is it in Oslo?', { output: z.object({ celsius: z.number() }) })
    expect(result).toMatchObject({ status: 'complete', value: { celsius: 4 } })
    await artoo.close()
  })
})

describe('a check that takes no arguments', () => {
  const isPolite = defineCheck({
    name: 'is_polite',
    description: 'The answer says please',
    arguments: z.object({}),
    run: (_, { output }) => ({ pass: /please/i.test(output), evidence: 'looked for “please”' }),
  })

  test('is run on each direct answer, and stands behind the result', async () => {
    const { artoo } = direct([{ text: 'Sit down, please.' }], { checks: [isPolite] })
    expect(await artoo.run('Greet me.')).toMatchObject({ status: 'complete', basis: 'code', reason: 'accepted' })
    await artoo.close()
  })

  test('that fails sends the work back, with what is wrong', async () => {
    const { artoo, model } = direct([{ text: 'Sit down.' }, { text: 'Please sit down.' }], { checks: [isPolite] })
    expect(await artoo.run('Greet me.')).toMatchObject({ status: 'complete', output: 'Please sit down.' })
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('looked for “please”')
    await artoo.close()
  })

  test('that fails to the last ends the task as partial, without a second plan', async () => {
    const { artoo, model } = direct([{ text: 'Sit.' }, { text: 'Sit!' }, { text: 'Sit!!' }], { checks: [isPolite] })
    expect(await artoo.run('Greet me.')).toMatchObject({
      status: 'partial',
      output: 'Not accepted: Sit!!',
      missing: [{ what: 'The answer says please' }],
    })
    expect(model.requests).toHaveLength(3)
    await artoo.close()
  })
})
