import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Chat } from '@ai-sdk/react'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, defineTool } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { answersIn, currentParts, isAnswered, toResponse, type UIMessageStreamOptions } from '@artoo/ui'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'The temperature in a city.',
  input: z.object({ city: z.string() }),
  target: ({ city }) => city,
  effect: 'read',
  execute({ city }) {
    if (city === 'Atlantis') throw new Error('no such city, says key-123')
    return { city, degrees: 4 }
  },
})

const pay = defineTool({
  name: 'pay',
  description: 'Pays an invoice.',
  input: z.object({ id: z.string(), iban: z.string() }),
  target: ({ id }) => id,
  effect: ({ id }) => ({ kind: 'irreversible', action: `pay invoice ${id}`, reason: 'the money is gone' }),
  execute: ({ id }) => `${id} is paid`,
})

const call = (name: string, input: object) => ({ toolCalls: [{ name, input }] })
const payment = call('pay', { id: 'i-7', iban: 'secret-iban' })

/** A chat of the AI SDK, whose transport speaks HTTP to a server of artoo. */
async function chatWith(
  turns: readonly ScriptedTurn[],
  options: Partial<ArtooOptions> = {},
  shown?: UIMessageStreamOptions,
) {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-ui-'))
  const model = scriptedModel({ text: turns })
  /** Another for each request, as if each met another server. */
  const instance = () =>
    createArtoo({
      ...{ model, tools: [weather, pay], depth: 'direct', dreamer: false, journal: fileJournal(folder) },
      ...options,
    })
  const artoos: ReturnType<typeof instance>[] = []
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { messages } = (await json(request)) as { messages: UIMessage[] }
    const artoo = instance()
    artoos.push(artoo)
    const answered = answersIn(messages, { by: 'Ann' })
    const run = answered
      ? artoo.resume(answered.taskId, { answers: answered.answers })
      : artoo.run({ messages }, { onUnanswered: 'wait' })
    const { headers, body } = toResponse(run, { ...shown, originalMessages: messages })
    response.writeHead(200, Object.fromEntries(headers))
    Readable.fromWeb(body as NodeStream).pipe(response)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await Promise.all(artoos.map((artoo) => artoo.close()))
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  const chat = new Chat({
    transport: new DefaultChatTransport({ api: `http://127.0.0.1:${port}/` }),
    sendAutomaticallyWhen: isAnswered,
  })
  return { chat, model }
}

const last = (chat: Chat<UIMessage>) => {
  const message = chat.messages.at(-1)
  if (!message) throw new Error('no message')
  return message
}
const textOf = (message: UIMessage) =>
  currentParts(message.parts)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('')
const callsOf = (message: UIMessage) => message.parts.filter((part) => part.type === 'dynamic-tool')
const settled = (chat: Chat<UIMessage>, text: string) =>
  vi.waitFor(() => {
    expect(chat.status).toBe('ready')
    expect(textOf(last(chat))).toContain(text)
  })

describe('useChat against a server of artoo', () => {
  test('shows a call and the answer, and how the task ended', async () => {
    const { chat } = await chatWith([call('weather', { city: 'Oslo' }), { text: 'It is 4 °C.' }])
    await chat.sendMessage({ text: 'How cold is it in Oslo?' })
    expect(textOf(last(chat))).toBe('It is 4 °C.')
    expect(callsOf(last(chat))).toMatchObject([
      { toolName: 'weather', state: 'output-available', input: {}, output: { status: 'ok', target: 'Oslo' } },
    ])
    expect(last(chat).metadata).toMatchObject({ status: 'complete', basis: 'nobody' })
    expect(chat.error).toBeUndefined()
  })

  test('gives the messages before as the history', async () => {
    const { chat, model } = await chatWith([{ text: 'It is 4 °C.' }, { text: '39 °F.' }])
    await chat.sendMessage({ text: 'How cold is it in Oslo?' })
    await chat.sendMessage({ text: 'And in Fahrenheit?' })
    expect(textOf(last(chat))).toBe('39 °F.')
    expect(model.requests[1]?.messages.slice(1).map(({ content }) => content)).toEqual([
      'How cold is it in Oslo?',
      'It is 4 °C.',
      'And in Fahrenheit?',
    ])
  })

  test('asks before an irreversible call, and goes on with the same message after the yes', async () => {
    const { chat } = await chatWith([payment, { text: 'It is paid.' }])
    await chat.sendMessage({ text: 'Pay i-7' })
    const { id } = last(chat)
    expect(callsOf(last(chat))).toMatchObject([{ toolName: 'pay', state: 'approval-requested', input: {} }])
    expect(last(chat).parts).toContainEqual(
      expect.objectContaining({
        type: 'data-confirmation',
        data: expect.objectContaining({ action: 'pay invoice i-7', reason: 'the money is gone', tool: 'pay' }),
      }),
    )
    expect(last(chat).metadata).toEqual({ status: 'waiting' })
    const [asked] = callsOf(last(chat))
    await chat.addToolApprovalResponse({ id: asked?.approval?.id ?? '', approved: true })
    await settled(chat, 'It is paid.')
    expect(last(chat).id).toBe(id)
    expect(callsOf(last(chat))).toMatchObject([{ state: 'output-available', output: { status: 'ok', target: 'i-7' } }])
    expect(chat.messages).toHaveLength(2)
  })

  test('a no goes to the model with its reason, and the call is not made', async () => {
    const { chat, model } = await chatWith([payment, { text: 'I left it unpaid.' }])
    await chat.sendMessage({ text: 'Pay i-7' })
    const [asked] = callsOf(last(chat))
    await chat.addToolApprovalResponse({ id: asked?.approval?.id ?? '', approved: false, reason: 'too late' })
    await settled(chat, 'I left it unpaid.')
    expect(callsOf(last(chat))).toMatchObject([{ state: 'output-denied' }])
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('too late')
  })

  test('a question is a part of its own, answered by its output', async () => {
    const question = call('ask_user', { question: 'Which Oslo?', choices: ['Norway', 'Minnesota'] })
    const { chat, model } = await chatWith([question, { text: 'It is 4 °C.' }])
    await chat.sendMessage({ text: 'How cold is it in Oslo?' })
    const [asked] = callsOf(last(chat))
    expect(asked).toMatchObject({ toolName: 'ask_user', state: 'input-available', input: { question: 'Which Oslo?' } })
    await chat.addToolOutput({
      tool: 'ask_user' as never,
      toolCallId: asked?.toolCallId ?? '',
      output: 'Norway' as never,
    })
    await settled(chat, 'It is 4 °C.')
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('Norway')
    expect(chat.messages).toHaveLength(2)
  })
})

describe('the page is shown', () => {
  test('inputs and outputs of the tools that are named, and of no other', async () => {
    const turns = [call('weather', { city: 'Oslo' }), payment, { text: 'Done.' }]
    const { chat } = await chatWith(turns, {}, { reveal: ['weather'] })
    await chat.sendMessage({ text: 'Look, then pay i-7' })
    expect(callsOf(last(chat))).toMatchObject([
      { toolName: 'weather', input: { city: 'Oslo' }, output: { city: 'Oslo', degrees: 4 } },
      { toolName: 'pay', input: {} },
    ])
    expect(JSON.stringify(chat.messages)).not.toContain('secret-iban')
  })

  test('of a failed call its code alone', async () => {
    const { chat } = await chatWith([call('weather', { city: 'Atlantis' }), { text: 'There is none.' }])
    await chat.sendMessage({ text: 'How cold is it in Atlantis?' })
    expect(callsOf(last(chat))).toMatchObject([{ state: 'output-error', errorText: 'tool_failed' }])
    expect(JSON.stringify(chat.messages)).not.toContain('key-123')
  })

  test('the summary where a task ends without an answer', async () => {
    const { chat } = await chatWith([{ error: new Error('key-123 is not valid') } as never])
    await chat.sendMessage({ text: 'How cold is it?' })
    expect(last(chat).metadata).toMatchObject({ status: 'failed' })
    expect(textOf(last(chat))).not.toBe('')
    expect(JSON.stringify(chat.messages)).not.toContain('key-123')
  })
})
