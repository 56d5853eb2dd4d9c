import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  type AgentToolOptions,
  type ArtooOptions,
  agentTool,
  type ConfirmRequest,
  createArtoo,
  defineTool,
} from '../src/index.js'

const pay = defineTool({
  ...{ name: 'pay', description: 'Pays an invoice.', input: z.object({ id: z.string() }), effect: 'irreversible' },
  execute: ({ id }) => `${id} is paid`,
})
const payment = { toolCalls: [{ name: 'pay', input: { id: 'i-7' } }] }
const call = { toolCalls: [{ name: 'clerk', input: { task: 'Pay invoice i-7.' } }] }

function clerk(text: readonly ScriptedTurn[], options: Partial<AgentToolOptions> = {}) {
  const model = scriptedModel({ text })
  const about = { name: 'clerk', description: 'Pays invoices.', instructions: 'You are a clerk.' }
  return { model, tool: agentTool({ ...about, model, tools: [pay], depth: 'direct', ...options }) }
}

function boss(tool: ReturnType<typeof agentTool>, text: readonly ScriptedTurn[], options: Partial<ArtooOptions> = {}) {
  const model = scriptedModel({ text })
  return { model, artoo: createArtoo({ model, tools: [tool], depth: 'direct', dreamer: false, ...options }) }
}

describe('an agent behind a tool', () => {
  test('does a task of its own, and its answer is the result of the call', async () => {
    const { tool, model: own } = clerk([payment, { text: 'i-7 is paid.' }])
    const asked: ConfirmRequest[] = []
    const confirm = (request: ConfirmRequest) => asked.push(request) > 0
    const { artoo, model } = boss(tool, [call, { text: 'Done.' }], { confirm })
    const run = artoo.run('See to the invoices.')
    expect(await run).toMatchObject({ status: 'complete', output: 'Done.' })
    expect(own.requests[0]?.messages[0]?.content).toMatch(/^You are a clerk\./)
    expect(own.requests[0]?.messages[1]?.content).toBe('Pay invoice i-7.')
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'i-7 is paid.' })
    expect(asked).toMatchObject([{ tool: 'pay', task: 'See to the invoices.', subtask: 'Pay invoice i-7.' }])
    expect(run.events.some(({ type }) => type === 'ChildEvent')).toBe(true)
    await artoo.close()
  })

  test('asks nobody where nobody can be asked, and tells what it left undone', async () => {
    const { tool } = clerk([payment, { text: 'I may not pay.' }])
    const { artoo, model } = boss(tool, [call, { text: 'Not done.' }])
    await artoo.run('See to the invoices.')
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/^I may not pay\.\n\n\[Not complete: .*refused/)
    await artoo.close()
  })

  test('asks people of its own where it has some', async () => {
    const { tool } = clerk([payment, { text: 'i-7 is paid.' }], { confirm: () => true })
    const { artoo, model } = boss(tool, [call, { text: 'Done.' }], { confirm: () => false })
    await artoo.run('See to the invoices.')
    expect(model.requests[1]?.messages.at(-1)?.content).toBe('i-7 is paid.')
    await artoo.close()
  })

  test('puts its questions to whoever answers the caller’s', async () => {
    const question = { toolCalls: [{ name: 'ask_user', input: { question: 'Which one?' } }] }
    const { tool, model: own } = clerk([question, { text: 'i-8, then.' }])
    const { artoo } = boss(tool, [call, { text: 'Done.' }], { clarify: () => 'i-8' })
    await artoo.run('See to the invoices.')
    expect(own.requests[1]?.messages.at(-1)?.content).toContain('"answer": "i-8"')
    await artoo.close()
  })

  test('is not offered questions where nobody answers the caller’s', async () => {
    const { tool, model: own } = clerk([{ text: 'Which one?' }])
    const { artoo } = boss(tool, [call, { text: 'Done.' }])
    await artoo.run('See to the invoices.')
    expect(own.requests[0]?.tools?.map(({ name }) => name)).toEqual(['pay'])
    await artoo.close()
  })

  test('spends the budget of its caller', async () => {
    const { tool } = clerk([payment, payment, payment, { text: 'Paid.' }])
    const { artoo } = boss(tool, [call, { text: 'Done.' }], { confirm: () => true, limits: { modelCalls: 3 } })
    expect(await artoo.run('See to the invoices.')).toMatchObject({ reason: 'limit_reached' })
    await artoo.close()
  })

  test('without any output is a call that failed', async () => {
    const { tool } = clerk([{ text: '' }, { text: '' }])
    const { artoo, model } = boss(tool, [call, { text: 'It did not work.' }])
    await artoo.run('See to the invoices.')
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/^\[error: agent_failed\]/)
    await artoo.close()
  })

  test('is carried out in no mode that only reads', async () => {
    const { tool, model: own } = clerk([{ text: 'Paid.' }])
    const { artoo } = boss(tool, [call, { text: 'A plan.' }], { permissions: { mode: 'plan' } })
    await artoo.run('See to the invoices.')
    expect(own.requests).toEqual([])
    await artoo.close()
  })

  test('with a wrong option is refused when it is made', () => {
    expect(() => clerk([], { limits: { modelCalls: -1 } })).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    expect(() => clerk([], { journal: 1 } as never)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
  })
})
