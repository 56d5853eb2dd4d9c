import { scriptedModel } from '@artoo/llm/testing'
import { type ConfirmRequest, createArtoo, defineTool, type Tool } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'

/** What a person is asked when a model makes these calls in one turn; everything is allowed but what `refuses` says. */
async function questionsOn(tool: Tool, inputs: readonly unknown[], refuses: readonly number[] = []) {
  const questions: ConfirmRequest[] = []
  const toolCalls = inputs.map((input) => ({ name: tool.name, input }))
  const plan = planOf(subtask('work', [tool.name]))
  const model = scriptedModel({ ...straightThrough, plan, execution: [{ toolCalls }, answers.execution] })
  const artoo = createArtoo({
    model,
    tools: [tool],
    confirm: (request) => !refuses.includes(questions.push(request)),
  })
  await artoo.run('Work')
  await artoo.close()
  return questions
}

const earlierOf = (questions: readonly ConfirmRequest[]) => questions.map(({ earlier }) => earlier)
const first = { callId: 'call_1_1', allowed: true }

describe('who is asked about a call again is told so', () => {
  const send = defineTool({
    name: 'send',
    description: 'sends',
    input: z.object({
      to: z.string().transform((name) => name.trim().toLowerCase()),
      parts: z.array(z.object({ title: z.string(), text: z.string() })).default([]),
    }),
    execute: () => 'sent',
  })
  const parts = [{ title: 'one', text: 'hello' }]

  test.each<[string, unknown, unknown]>([
    ['its fields come in another order', { to: 'bob', parts }, { parts, to: 'bob' }],
    ['fields within it do', { to: 'bob', parts }, { to: 'bob', parts: [{ text: 'hello', title: 'one' }] }],
    ['it leaves out what is the default', { to: 'bob', parts: [] }, { to: 'bob' }],
    ['the schema takes the difference away', { to: 'bob' }, { to: ' BOB' }],
  ])('when %s', async (_, one, other) => {
    expect(earlierOf(await questionsOn(send, [one, other]))).toEqual([null, first])
  })

  test.each<[string, unknown, unknown]>([
    ['another value', { to: 'bob' }, { to: 'ada' }],
    [
      'another order of a list',
      { to: 'bob', parts: [...parts, ...parts, { title: '', text: '' }] },
      { to: 'bob', parts },
    ],
  ])('and not when it has %s', async (_, one, other) => {
    expect(earlierOf(await questionsOn(send, [one, other]))).toEqual([null, null])
  })

  test('when its schema makes something of it that is no data', async () => {
    const input = z.object({ site: z.string().transform((site) => new URL(site)), force: z.boolean().optional() })
    const close = defineTool({ name: 'close', description: 'closes', input, execute: () => 'closed' })
    const [site, other] = ['https://one.example', 'https://two.example']
    const questions = await questionsOn(close, [
      { site, force: true },
      { site: other, force: true },
      { force: true, site },
    ])
    expect(earlierOf(questions)).toEqual([null, null, first])
  })

  test('and of the yes, although a no came after it', async () => {
    const questions = await questionsOn(send, [{ to: 'bob' }, { to: 'bob' }, { to: 'bob' }], [2])
    expect(earlierOf(questions)).toEqual([null, first])
  })
})

test.each(['task', 'always'] as const)('a yes for more than was offered (%s) covers this call alone', async (allow) => {
  const pay = defineTool({ name: 'pay', description: 'pays', input: z.object({}), execute: () => 'paid' })
  const toolCalls = [{}, {}].map((input) => ({ name: 'pay', input }))
  const plan = planOf(subtask('work', ['pay']))
  const model = scriptedModel({ ...straightThrough, plan, execution: [{ toolCalls }, answers.execution] })
  const earlier: unknown[] = []
  const artoo = createArtoo({
    model,
    tools: [pay],
    confirm: (request) => {
      earlier.push(request.earlier)
      return { allow }
    },
  })
  await artoo.run('Work')
  await artoo.close()
  expect(earlier).toEqual([null, first])
})

describe('a no', () => {
  const notes = (files: Map<string, string>) =>
    defineTool({
      name: 'save',
      description: 'saves',
      input: z.object({ title: z.string(), text: z.string() }),
      target: ({ title }) => title,
      effect: ({ title, text }) => {
        const before = files.get(title) ?? ''
        const change = { bytesBefore: before.length, bytesAfter: text.length, diff: `-${before} +${text}` }
        return { kind: 'irreversible', action: `overwrite ${title}`, reason: 'it would be lost', change }
      },
      execute: ({ title, text }) => {
        files.set(title, text)
        return 'saved'
      },
    })
  const shell = defineTool({
    name: 'shell',
    description: 'runs',
    input: z.object({ command: z.string() }),
    target: ({ command }) => command,
    effect: ({ command }) => ({
      kind: 'irreversible',
      action: `run \`${command}\``,
      reason: 'it may change something',
    }),
    execute: () => 'ran',
  })
  const runs = (...commands: readonly string[]) => commands.map((command) => ({ command }))

  test('stands for the task: the same call is not asked about again, however many blanks it has', async () => {
    const calls = runs('rm a', 'rm a', 'rm  a', ' rm\ta ', 'rm b', 'rm a')
    const questions = await questionsOn(shell, calls, [1, 2])
    expect(questions.map(({ action }) => action)).toEqual(['run `rm a`', 'run `rm b`'])
  })

  test('is for that call: other lines, other blanks in a text of several lines and other fields are other calls', async () => {
    const calls = runs('rm a', 'rm a\nrm b', 'rm a\nrm  b', 'rm A')
    expect(await questionsOn(shell, calls, [1, 2, 3, 4])).toHaveLength(4)
  })

  test('ends when what the call names has changed, and then once', async () => {
    const files = new Map([['a', 'one']])
    const mine = { title: 'a', text: 'mine' }
    const calls = [mine, { title: 'a', text: 'two' }, mine, { title: 'a', text: 'three' }, mine]
    const questions = await questionsOn(notes(files), calls, [1, 3])
    expect(questions.map(({ change }) => change?.diff)).toEqual([
      '-one +mine',
      '-one +two',
      '-two +mine',
      '-two +three',
    ])
    expect(questions.map(({ earlier }) => earlier)).toEqual([null, null, { callId: 'call_1_1', allowed: false }, null])
  })

  test('after a yes stands, too, and the model is told who said what', async () => {
    let asked = 0
    const toolCalls = runs('pay', 'pay', 'pay').map((input) => ({ name: 'shell', input }))
    const plan = planOf(subtask('work', ['shell']))
    const model = scriptedModel({ ...straightThrough, plan, execution: [{ toolCalls }, answers.execution] })
    const artoo = createArtoo({
      model,
      tools: [shell],
      confirm: () => (++asked === 1 ? true : { allow: false, note: 'once is enough' }),
    })
    await artoo.run('Work')
    await artoo.close()
    expect(asked).toBe(2)
    const told = JSON.stringify(model.requests.map(({ messages }) => messages))
    expect(told).toContain(
      'a person said no (once is enough) when call_1_2 asked about this very call; that stands for this task',
    )
  })

  test.each([
    ['nobody answered', () => Promise.reject(new Error('away'))],
    ['no answer that could be read was given', () => 'yes' as never],
  ])('is what a silent or unreadable answer counts as: %s', async (words, confirm) => {
    let asked = 0
    const toolCalls = runs('rm a', 'rm a', 'rm a').map((input) => ({ name: 'shell', input }))
    const plan = planOf(subtask('work', ['shell']))
    const model = scriptedModel({ ...straightThrough, plan, execution: [{ toolCalls }, answers.execution] })
    const artoo = createArtoo({
      model,
      tools: [shell],
      confirm: () => {
        asked++
        return confirm()
      },
    })
    await artoo.run('Work')
    await artoo.close()
    expect(asked).toBe(1)
    expect(JSON.stringify(model.requests.map(({ messages }) => messages))).toContain(words)
  })
})

describe('what a call would do', () => {
  test('is found out again when it had to wait for others: they may have changed it', async () => {
    const notes = new Map([['old', 'o']])
    const save = defineTool({
      name: 'save',
      description: 'saves',
      input: z.object({ title: z.string(), text: z.string() }),
      effect: ({ title, text }) => {
        const before = notes.get(title)
        if (before === undefined) return 'repeatable'
        const change = { bytesBefore: before.length, bytesAfter: text.length, diff: `-${before} +${text}` }
        return { kind: 'irreversible', action: `overwrite ${title}`, reason: 'it would be lost', change }
      },
      execute: ({ title, text }) => {
        notes.set(title, text)
        return 'saved'
      },
    })
    const calls = ['new', 'new', 'old', 'old'].map((title, index) => ({ title, text: `${index}` }))
    const questions = await questionsOn(save, calls)
    expect(questions.map(({ change }) => change?.diff)).toEqual(['-0 +1', '-o +2', '-2 +3'])
  })

  test('is found out once when there is nothing to wait for', async () => {
    let times = 0
    const effect = () => {
      times++
      return 'irreversible' as const
    }
    const input = z.object({})
    await questionsOn(defineTool({ name: 'go', description: 'goes', input, effect, execute: () => '' }), [{}])
    expect(times).toBe(1)
  })
})
