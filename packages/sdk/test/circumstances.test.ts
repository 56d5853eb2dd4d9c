import { scriptedModel } from '@artoo/llm/testing'
import { type ConfirmRequest, createArtoo, defineTool, type PersonContext, type ToolContext } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, fixed, freshPlans, planOf, straightThrough, subtask } from './script.js'

const user = { name: 'Ada', tenant: 7 }

describe('a run has its own', () => {
  test('context, which tools, confirm and clarify get with the id of the task, and no model sees', async () => {
    const seen: Record<string, Pick<PersonContext, 'taskId' | 'context'>> = {}
    const note = (who: string, { taskId, context }: Pick<ToolContext, 'taskId' | 'context'>) => {
      seen[who] = { taskId, context }
    }
    const pay = defineTool({
      name: 'pay',
      description: 'pays',
      input: z.object({}),
      effect: (_, context) => {
        note('effect', context)
        return 'irreversible'
      },
      execute(_, context) {
        note('execute', context)
        return 'paid'
      },
    })
    const model = scriptedModel({
      ...straightThrough,
      task_spec: [{ json: { intent: 'pay', questions: ['Whom?'] } }, answers.taskSpec],
      plan: planOf(subtask('pay', ['pay'])),
      execution: [{ toolCalls: [{ name: 'pay', input: {} }] }, answers.execution],
    })
    const artoo = createArtoo({ model, tools: [pay], ...fixed() })
    const run = artoo.run('Pay', {
      context: user,
      confirm: (_, context) => {
        note('confirm', context)
        expect(context.callId).toBe('call_1_1')
        return true
      },
      clarify: (_, context) => {
        note('clarify', context)
        return 'the baker'
      },
    })
    expect((await run).directive).toBe('accept')
    const expected = { taskId: run.taskId, context: user }
    expect(seen).toEqual({ clarify: expected, effect: expected, confirm: expected, execute: expected })
    expect(JSON.stringify(model.requests)).not.toContain('Ada')
    await artoo.close()
  })

  test('instructions, told after the instance’s to the planner, the executor and the last validator', async () => {
    const model = scriptedModel(straightThrough, { repeatLast: true })
    const artoo = createArtoo({ model, instructions: 'Answer in French.', ...fixed() })
    await artoo.run('Say hello', { instructions: 'Never mention prices.' })
    const told = model.requests.map(({ output, messages }) => [
      output?.name,
      /<application>\nAnswer in French\.\n\nNever mention prices\.\n<\/application>$/.test(messages[0]?.content ?? ''),
    ])
    expect(Object.fromEntries(told)).toEqual({
      task_spec: false,
      plan: true,
      execution: true,
      verdicts: false,
      verification: true,
    })
    await artoo.run('Say hello')
    expect(model.requests.at(-1)?.messages[0]?.content).toMatch(/<application>\nAnswer in French\.\n<\/application>$/)
    await artoo.close()
  })

  test('limits, which hold for it alone', async () => {
    const script = { ...straightThrough, plan: freshPlans(), verdicts: answers.fail }
    const artoo = createArtoo({
      model: scriptedModel(script, { repeatLast: true }),
      limits: { retries: 1 },
      ...fixed(),
    })
    const strict = artoo.run('Say hello', { limits: { replans: 0, retries: 0 } })
    const lenient = artoo.run('Say hello')
    const attempts = (run: typeof strict) => run.events.filter((event) => event.type === 'ExecutionResult').length
    expect([(await strict).replans, attempts(strict)]).toEqual([0, 1])
    expect([(await lenient).replans, attempts(lenient)]).toEqual([3, 8])
    await artoo.close()
  })

  test('confirm, over the instance’s', async () => {
    const asked: string[] = []
    const by = (name: string) => (request: ConfirmRequest) => {
      asked.push(`${name}: ${request.tool}`)
      return true
    }
    const model = scriptedModel(
      {
        ...straightThrough,
        plan: planOf(subtask('pay', ['pay'])),
        execution: ({ messages }) =>
          messages.some(({ role }) => role === 'tool')
            ? answers.execution
            : { toolCalls: [{ name: 'pay', input: {} }] },
      },
      { repeatLast: true },
    )
    const pay = defineTool({ name: 'pay', description: 'pays', input: z.object({}), execute: () => 'paid' })
    const artoo = createArtoo({ model, tools: [pay], confirm: by('instance'), ...fixed() })
    await artoo.run('Pay')
    await artoo.run('Pay again', { confirm: by('run') })
    expect(asked).toEqual(['instance: pay', 'run: pay'])
    await artoo.close()
  })
})
