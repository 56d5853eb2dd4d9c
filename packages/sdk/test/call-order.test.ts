import { type ScriptedReply, scriptedModel } from '@artoo/llm/testing'
import { type ConfirmRequest, createArtoo, defineTool } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A tool whose calls take as long as they say, before their effect is known and while they run. */
function slow(name: string, effect: 'read' | 'repeatable' | 'irreversible', log: string[]) {
  return defineTool({
    name,
    description: name,
    input: z.object({ id: z.number(), checkMs: z.number().default(0), runMs: z.number().default(0) }),
    async effect({ checkMs }) {
      await pause(checkMs)
      return effect
    },
    async execute({ id, runMs }) {
      log.push(`${name} ${id} begins`)
      await pause(runMs)
      log.push(`${name} ${id} ends`)
      return ''
    },
  })
}

async function turnOf(...toolCalls: readonly { readonly name: string; readonly input: object }[]) {
  const log: string[] = []
  const tools = [slow('read', 'read', log), slow('write', 'repeatable', log), slow('send', 'irreversible', log)]
  const execution: readonly ScriptedReply[] = [{ toolCalls }, answers.execution]
  const plan = planOf(subtask('work', ['read', 'write', 'send']))
  const artoo = createArtoo({ model: scriptedModel({ ...straightThrough, plan, execution }), tools })
  const questions: ConfirmRequest[] = []
  let open = 0
  await artoo.run('Work', {
    async confirm(request) {
      questions.push(request)
      expect(++open).toBe(1)
      await pause(5)
      open--
      return true
    },
  })
  await artoo.close()
  return { log, questions }
}

describe('the calls of one turn', () => {
  test('that change something are carried out one after the other, in the order of the model', async () => {
    const { log } = await turnOf(
      { name: 'write', input: { id: 1, checkMs: 20, runMs: 10 } },
      { name: 'write', input: { id: 2 } },
      { name: 'send', input: { id: 3, checkMs: 5 } },
      { name: 'write', input: { id: 4 } },
    )
    const order = ['write 1', 'write 2', 'send 3', 'write 4']
    expect(log).toEqual(order.flatMap((call) => [`${call} begins`, `${call} ends`]))
  })

  test('that only read are carried out side by side', async () => {
    const { log } = await turnOf(
      { name: 'read', input: { id: 1, runMs: 20 } },
      { name: 'read', input: { id: 2, runMs: 20 } },
    )
    expect(log.slice(0, 2)).toEqual(['read 1 begins', 'read 2 begins'])
  })

  test('are not held up by one that is no call at all', async () => {
    const { log } = await turnOf({ name: 'write', input: { id: 'one' } }, { name: 'write', input: { id: 2 } })
    expect(log).toEqual(['write 2 begins', 'write 2 ends'])
  })

  test('are asked about one at a time, and the same call again with the answer before', async () => {
    const { questions } = await turnOf(
      { name: 'send', input: { id: 1 } },
      { name: 'send', input: { id: 2 } },
      { name: 'send', input: { id: 1 } },
    )
    expect(questions.map(({ input, earlier }) => [input, earlier])).toEqual([
      [{ id: 1 }, null],
      [{ id: 2 }, null],
      [{ id: 1 }, { callId: 'call_1_1', allowed: true }],
    ])
  })
})

test('parallel subtasks ask one question at a time, too', async () => {
  const log: string[] = []
  const plan = planOf(subtask('one', ['send']), subtask('two', ['send']), subtask('three', ['send']))
  const execution = ({ messages }: { messages: readonly { role: string }[] }): ScriptedReply =>
    messages.some(({ role }) => role === 'tool')
      ? answers.execution
      : { toolCalls: [{ name: 'send', input: { id: 1 } }] }
  const model = scriptedModel({ ...straightThrough, plan, execution }, { repeatLast: true })
  const artoo = createArtoo({ model, tools: [slow('send', 'irreversible', log)] })
  let open = 0
  let most = 0
  await artoo.run('Send', {
    async confirm() {
      most = Math.max(most, ++open)
      await pause(5)
      open--
      return true
    },
  })
  expect([most, log.length]).toEqual([1, 6])
  await artoo.close()
})
