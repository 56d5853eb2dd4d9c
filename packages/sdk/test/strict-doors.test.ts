import { replay } from '@artoo/insight'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, fromAiSdk, fromFunction, levelJournal, memoryJournal } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { standardTools } from '@artoo/tools/node'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fixed, straightThrough } from './script.js'

const boom = () => {
  throw new Error('boom')
}
const model = scriptedModel(straightThrough, { repeatLast: true })
const input = z.object({})
const tool = { name: 'look', description: 'looks', input, execute: () => 'seen' }

/** What somebody writes who comes from elsewhere, or mistypes; never seen by a compiler. */
const doors: readonly [what: string, open: (to: never) => unknown, given: unknown, field: string, message: RegExp][] = [
  ['createArtoo', createArtoo, undefined, 'options', /takes an object with named options, not undefined/],
  ['createArtoo', createArtoo, null, 'options', /not null/],
  ['createArtoo', createArtoo, { model, onConfirm: () => true }, 'onConfirm', /did you mean confirm\?/],
  ['createArtoo', createArtoo, { model, maxSteps: 5 }, 'maxSteps', /did you mean limits\.toolTurns\?/],
  ['createArtoo', createArtoo, { model, tool: [] }, 'tool', /did you mean tools\?/],
  ['createArtoo', createArtoo, { model, memmory: {} }, 'memmory', /did you mean memory\?/],
  ['createArtoo', createArtoo, { model, limits: { timeout: 5 } }, 'limits.timeout', /did you mean timeMs\?/],
  ['createArtoo', createArtoo, { model, limits: [] }, 'limits', /not an array/],
  ['createArtoo', createArtoo, { model, tools: { look: tool } }, 'tools', /must be a list of tools/],
  ['createArtoo', createArtoo, { model, tools: [tool] }, 'tools.0', /make it with defineTool/],
  ['createArtoo', createArtoo, { model: 'openai/gpt-5' }, 'model', /must be a model/],
  [
    'createArtoo',
    createArtoo,
    { model: { specificationVersion: 'v1', provider: 'old', modelId: 'm' } },
    'model',
    /v2, v3 or v4 is wanted.*not v1/,
  ],
  ['createArtoo', createArtoo, { model: { brain: model, tools: model } }, 'model', /\{ brain, tool \}/],
  ['createArtoo', createArtoo, { model, limits: { cost: 1 } }, 'prices.scripted', /needs the price of scripted/],
  [
    'createArtoo',
    createArtoo,
    { model, prices: { scripted: { in: 1 } } },
    'prices.scripted.in',
    /did you mean input\?/,
  ],
  ['createArtoo', createArtoo, { model, memory: { consult() {}, write() {} } }, 'memory.flush', /must be a function/],
  [
    'createArtoo',
    createArtoo,
    { model: Object.defineProperty({}, 'id', { get: boom, enumerable: true }) },
    'options',
    /an option could not be read: boom/,
  ],
  ['createArtoo', createArtoo, { model, dreamer: { interval: 5 } }, 'dreamer', /[Uu]nrecognized key: "interval"/],
  ['createArtoo', createArtoo, { model, dreamer: { intervalMs: 0 } }, 'dreamer.intervalMs', />0/],
  ['createArtoo', createArtoo, { model, auditLog: 'audit.jsonl' }, 'auditLog', /expected object/],
  ['createArtoo', createArtoo, { model, auditLog: {} }, 'auditLog.append', /must be a function/],
  [
    'createArtoo',
    createArtoo,
    { model, limits: { background: { calls: 1 } } },
    'limits.background',
    /[Uu]nrecognized key/,
  ],
  ['createArtoo', createArtoo, { model, limits: { background: { tokens: -1 } } }, 'limits.background.tokens', />=0/],
  ['defineTool', defineTool, undefined, 'options', /takes an object/],
  ['defineTool', defineTool, { ...tool, needsApproval: true }, 'needsApproval', /did you mean effect\?/],
  ['defineTool', defineTool, { ...tool, parameters: input }, 'parameters', /did you mean input\?/],
  ['defineTool', defineTool, { ...tool, execute: undefined }, 'execute', /execute/],
  ['standardTools', standardTools, {}, 'root', /needs \{ root \}/],
  ['standardTools', standardTools, undefined, 'root', /needs \{ root \}/],
  ['standardTools', standardTools, { root: '/no/such/folder' }, 'root', /no such file or directory/],
  ['standardTools', standardTools, { root: 'package.json' }, 'root', /is not a directory/],
  ['fromFunction', fromFunction, 'gpt-5', 'answer', /takes a function/],
  ['fromAiSdk', fromAiSdk, null, 'specificationVersion', /not undefined/],
  ['fileJournal', fileJournal, '', 'directory', /path of a directory/],
  ['fileJournal', fileJournal, { dir: '.' }, 'dir', /fileJournal has no option dir/],
  ['levelJournal', levelJournal, undefined, 'store', /takes an abstract-level store/],
  ['levelJournal', levelJournal, './journal', 'store', /not string/],
]

describe('a wrong option is refused with its name and the nearest right one by', () => {
  test.each(doors)('%s: %o', (_, open, given, field, message) => {
    let thrown: unknown
    try {
      open(given as never)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ name: 'ArtooError', code: expect.stringMatching(/^invalid_/), field })
    expect((thrown as Error).message).toMatch(message)
  })

  const wrongRuns: readonly [given: unknown, field: string, message: RegExp][] = [
    [null, 'options', /not null/],
    [new AbortController().signal, 'signal', /give \{ signal \}/],
    [{ abortSignal: AbortSignal.abort() }, 'abortSignal', /did you mean signal\?/],
    [{ signal: new AbortController() }, 'signal', /give controller\.signal/],
    [{ limits: { concurrency: 2 } }, 'limits.concurrency', /give it to createArtoo/],
    [{ limits: 5 }, 'limits', /not number/],
    [{ limits: { timeMs: -1 } }, 'limits.timeMs', /./],
    [{ instructions: ['be brief'] }, 'instructions', /expected string/],
    [{ confirm: true }, 'confirm', /must be a function/],
  ]

  test.each(wrongRuns)('run: %o', async (given, field, message) => {
    const artoo = createArtoo({ model, ...fixed() })
    expect(() => artoo.run('Say hello', given as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field, message: expect.stringMatching(message) }),
    )
    await artoo.close()
  })

  const wrongCalls: readonly [string, unknown, string, RegExp][] = [
    ['tasks', { state: 'done' }, 'state', /"waiting"/],
    ['tasks', { status: 'ended' }, 'status', /did you mean state\?/],
    ['tasks', 'ended', 'options', /not string/],
    ['fork', undefined, 'at', /the last event that the fork keeps/],
    ['fork', {}, 'at', /the last event that the fork keeps/],
    ['fork', null, 'options', /not null/],
    ['fork', 'e', 'options', /not string/],
    ['fork', { at: 'e', edits: () => 1 }, 'edits', /did you mean edit\?/],
    ['fork', { at: 'e', deciders: () => [] }, 'deciders', /has no option deciders/],
    ['resume', null, 'options', /not null/],
    ['resume', 'e', 'options', /not string/],
    ['resume', { takeover: true }, 'takeover', /did you mean takeOver\?/],
  ]

  test.each(wrongCalls)('%s: %o', async (name, given, field, message) => {
    const artoo = createArtoo({ model, journal: memoryJournal(), ...fixed() })
    const open = artoo as unknown as Record<string, (...given: unknown[]) => unknown>
    const act = () => (name === 'tasks' ? open[name]?.(given) : open[name]?.('task', given))
    expect(act).toThrow(
      expect.objectContaining({
        name: 'ArtooError',
        code: 'invalid_option',
        field,
        message: expect.stringMatching(message),
      }),
    )
    await artoo.close()
  })

  test('fork and resume with the options where the id belongs', async () => {
    const artoo = createArtoo({ model, journal: memoryJournal(), ...fixed() })
    for (const act of [() => artoo.fork({ at: 'e' } as never, { at: 'e' }), () => artoo.resume({} as never)])
      expect(act).toThrow(expect.objectContaining({ code: 'invalid_task_id', field: 'taskId' }))
    await artoo.close()
  })

  const wrongReplays: readonly [given: readonly unknown[], field: string, message: RegExp][] = [
    [['task', memoryJournal()], 'journal', /the id of the task comes behind it/],
    [['task', memoryJournal(), {}], 'journal', /not string/],
    [[{ profile: 'paper' }, memoryJournal(), 'task'], 'options', /not string/],
    [[memoryJournal(), { profile: 'paper' }], 'taskId', /options come behind it/],
    [[memoryJournal(), { profile: 'paper' }, 'task'], 'options', /not string/],
    [[memoryJournal()], 'taskId', /not undefined/],
    [[], 'journal', /not undefined/],
    [[memoryJournal(), 'task', { profil: 'paper' }], 'profil', /did you mean profile\?/],
    [[memoryJournal(), 'task', { hyperparameter: {} }], 'hyperparameter', /did you mean hyperparameters\?/],
    [[memoryJournal(), 'task', { tools: [] }], 'tools', /has no option tools/],
    [[memoryJournal(), 'task', { profile: 'papr' }], 'profile', /"paper"/],
    [[memoryJournal(), 'task', { memoryProfile: 'papr' }], 'memoryProfile', /give one of paper/],
    [[memoryJournal(), 'task', { depth: 'deep' }], 'depth', /"lean"/],
    [[memoryJournal(), 'task', { hyperparameters: 5 }], 'hyperparameters', /expected object/],
    [[memoryJournal(), 'task', { maxRetries: -1 }], 'maxRetries', />=0/],
    [[memoryJournal(), 'task', { redact: 'key' }], 'redact', /must be a function/],
    [[memoryJournal(), 'task', null], 'options', /not null/],
  ]

  test.each(wrongReplays)('replay: %o', async (given, field, message) => {
    await expect(Reflect.apply(replay, undefined, given)).rejects.toMatchObject({
      name: 'ArtooError',
      code: field === 'taskId' ? 'invalid_task_id' : 'invalid_option',
      field,
      message: expect.stringMatching(message),
    })
  })

  test('a gain of replay that there is not', async () => {
    const journal = memoryJournal()
    const artoo = createArtoo({ model, journal, ...fixed() })
    const run = artoo.run('Say hello')
    await run
    await expect(replay(journal, run.taskId, { hyperparameters: { alhpa: 1 } as object })).rejects.toMatchObject({
      code: 'invalid_hyperparameter',
      field: 'alhpa',
    })
    await artoo.close()
  })

  test.each([undefined, null, 5, '', '  ', {}])('run(%o)', async (text) => {
    const artoo = createArtoo({ model, ...fixed() })
    expect(() => artoo.run(text as never)).toThrow(expect.objectContaining({ code: 'invalid_input', field: 'text' }))
    await artoo.close()
  })
})
