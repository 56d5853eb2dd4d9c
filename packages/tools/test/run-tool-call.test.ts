import { getEventListeners } from 'node:events'
import { ArtooError, type Tool, type ToolContext } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import { type Confirm, defineTool, runToolCall, type ToolCallOptions, type ToolDefinition } from '@artoo/tools'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { onBehalf } from './workspace.js'

const input = z.object({ path: z.string() })
type Definition = ToolDefinition<typeof input>

const toolWith = (parts: Partial<Definition>): Tool =>
  defineTool({
    name: 'touch',
    description: 'Touches.',
    input,
    target: ({ path }) => path,
    effect: 'repeatable',
    execute: () => 'done',
    ...parts,
  })

const danger = { kind: 'irreversible', action: 'overwrite a', reason: 'it exists' } as const
const never = () => new Promise<never>(() => {})

function setting() {
  const clock = manualClock()
  const controller = new AbortController()
  const options = { ...onBehalf, signal: controller.signal, timeoutMs: 1000, clock }
  const leftovers = () => ({ timers: clock.pending, listeners: getEventListeners(controller.signal, 'abort').length })
  return { clock, controller, options, leftovers }
}

const nothing = { timers: 0, listeners: 0 }
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('runToolCall', () => {
  it('gives the result, the target and no code', async () => {
    const { options, leftovers } = setting()
    const outcome = await runToolCall(toolWith({}), { path: 'a' }, options)
    expect(outcome).toEqual({
      status: 'ok',
      output: 'done',
      fullOutput: null,
      target: 'a',
      effect: 'repeatable',
      code: null,
      confirmed: false,
      change: null,
    })
    expect(leftovers()).toEqual(nothing)
  })

  it.each([
    ['an object', { lines: 3 }, '{"lines":3}'],
    ['a number', 7, '7'],
    ['null', null, 'null'],
    ['nothing', undefined, ''],
  ])('shows %s as JSON', async (_case, result, output) => {
    const tool = toolWith({ execute: () => result })
    expect(await runToolCall(tool, { path: 'a' }, setting().options)).toMatchObject({ status: 'ok', output })
  })

  it.each([
    ['a Map', () => new Map([['a', 1]]), /^touch was executed, but its result holds a Map; return Object\.fromEntries/],
    ['a promise among others', () => ({ all: [1, Promise.reject(new Error('lost'))] }), /a promise at all\.1; return/],
  ])('calls it an error when the result is %s', async (_case, execute, output) => {
    expect(await runToolCall(toolWith({ execute }), { path: 'a' }, setting().options)).toEqual({
      status: 'error',
      code: 'invalid_result',
      effect: 'repeatable',
      confirmed: false,
      change: null,
      target: 'a',
      output: expect.stringMatching(output),
      fullOutput: null,
    })
  })

  it('cuts a long result to 4 KB', async () => {
    const tool = toolWith({ execute: () => 'é'.repeat(10_000) })
    const { output } = await runToolCall(tool, { path: 'a' }, setting().options)
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(4096)
    expect(output).toMatch(/bytes left out/)
  })

  it.each<[string, Partial<Definition>, string]>([
    ['a result', { execute: () => 'é'.repeat(10_000) }, 'é'.repeat(10_000)],
    ['plain data', { execute: () => Array.from({ length: 9_000 }, () => 7) }, `[${'7,'.repeat(8_999)}7]`],
    ['what it throws', { execute: () => Promise.reject(new Error('x'.repeat(9_000))) }, 'x'.repeat(9_000)],
  ])('keeps all of %s beside what was cut', async (_case, parts, fullOutput) => {
    const outcome = await runToolCall(toolWith(parts), { path: 'a' }, setting().options)
    expect(outcome).toMatchObject({ fullOutput, output: expect.stringContaining('bytes left out') })
  })

  it('keeps 1 MiB of it at the most, and says what is missing', async () => {
    const tool = toolWith({ execute: () => `begin${'é'.repeat(2 ** 21)}end` })
    const { fullOutput } = await runToolCall(tool, { path: 'a' }, setting().options)
    expect(Buffer.byteLength(fullOutput ?? '')).toBeLessThanOrEqual(2 ** 20)
    expect(fullOutput).toMatch(/^beginé+\n\[… 31\d{5} bytes left out …\]\né+end$/)
  })

  it('does not run on invalid input', async () => {
    const execute = vi.fn()
    const outcome = await runToolCall(toolWith({ execute }), { path: 1 }, setting().options)
    expect(outcome).toMatchObject({ status: 'error', code: 'invalid_input', target: null })
    expect(outcome.output).toContain('path')
    expect(execute).not.toHaveBeenCalled()
  })

  it.each([
    ['an Error', new Error('disk full'), 'tool_failed', 'disk full'],
    ['an ArtooError', new ArtooError('path_not_found', 'no such file'), 'path_not_found', 'no such file'],
    ['a string', 'oops', 'tool_failed', 'oops'],
  ])('turns %s thrown by the tool into an outcome', async (_case, thrown, code, output) => {
    const fail = () => {
      throw thrown
    }
    const { options, leftovers } = setting()
    for (const parts of [{ execute: fail }, { effect: fail }, { target: fail }]) {
      expect(await runToolCall(toolWith(parts), { path: 'a' }, options)).toMatchObject({
        status: 'error',
        code,
        output,
      })
    }
    expect(leftovers()).toEqual(nothing)
  })

  const throwing = (): never => {
    throw new Error('a trap')
  }
  const trap = (property: string) => Object.defineProperty({}, property, { get: throwing, enumerable: true })
  const trapped = new Proxy({}, { get: throwing, has: throwing, getPrototypeOf: throwing, ownKeys: throwing })
  const impostor = Object.defineProperty(new ArtooError('x', 'an impostor'), 'code', { get: throwing })

  let asked = 0
  const fickle = Object.defineProperty(new ArtooError('x', 'fickle'), 'code', {
    get: () => (asked++ % 2 ? trapped : 'x'),
  })
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }

  it.each<[string, unknown]>([
    ['a tool whose every property throws', trapped],
    ['no tool', null],
    ['a name that throws', { ...toolWith({}), name: trapped, effect: () => 'irreversible' }],
    ['a target that is no text', { ...toolWith({}), target: () => 5 }],
    ['an effect whose kind throws', { ...toolWith({}), effect: () => trap('kind') }],
    ['an effect that traps', { ...toolWith({}), effect: () => trapped }],
    ['no function effect', { ...toolWith({}), effect: undefined }],
    ['a result whose field throws', toolWith({ execute: () => trap('field') })],
    ['a result whose toJSON throws', toolWith({ execute: () => ({ toJSON: throwing }) })],
    ['a result whose then throws', toolWith({ execute: () => trap('then') })],
    ['a result whose constructor throws', toolWith({ execute: () => Object.create(trap('constructor')) })],
    ['a trap for a result', toolWith({ execute: () => trapped })],
    ['a trap for an error', toolWith({ execute: () => Promise.reject(trapped) })],
    ['an error whose message throws', toolWith({ execute: () => Promise.reject(trap('message')) })],
    ['an error whose code throws', toolWith({ execute: () => Promise.reject(impostor) })],
    ['an error whose code changes', toolWith({ execute: () => Promise.reject(fickle) })],
    ['a revoked proxy for an error', toolWith({ execute: () => Promise.reject(revoked()) })],
    ['a revoked proxy for a result', toolWith({ execute: revoked })],
    ['nothing for an error', toolWith({ execute: () => Promise.reject(undefined) })],
    ['an error of 16 MB', toolWith({ execute: () => Promise.reject('é'.repeat(2 ** 24)) })],
  ])('resolves to an error given %s', async (_case, tool) => {
    const { options, leftovers } = setting()
    expect(await runToolCall(tool as Tool, { path: 'a' }, options)).toMatchObject({ status: 'error' })
    expect(leftovers()).toEqual(nothing)
  })

  it.each<[string, unknown]>([
    ['no options', undefined],
    ['options without a signal', { ...onBehalf, timeoutMs: 1 }],
    ['options that trap', trapped],
  ])('resolves to an error given %s', async (_case, options) => {
    const given = options as ReturnType<typeof setting>['options']
    expect(await runToolCall(toolWith({}), { path: 'a' }, given)).toMatchObject({
      status: 'error',
      code: 'tool_failed',
    })
  })

  it('accepts a hand-written tool that throws synchronously', async () => {
    const tool: Tool = {
      ...toolWith({}),
      execute() {
        throw new Error('at once')
      },
    }
    expect(await runToolCall(tool, { path: 'a' }, setting().options)).toMatchObject({ output: 'at once' })
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a time limit of %s', async (timeoutMs) => {
    const outcome = await runToolCall(toolWith({}), { path: 'a' }, { ...setting().options, timeoutMs })
    expect(outcome).toMatchObject({ status: 'error', code: 'invalid_value' })
  })
})

describe('time and abort', () => {
  const hanging: [string, Partial<Definition>][] = [
    ['execute', { execute: never }],
    ['effect', { effect: never }],
  ]

  it.each(hanging)('abandons %s that hangs when the time is up', async (_case, parts) => {
    const { clock, options, leftovers } = setting()
    const call = runToolCall(toolWith(parts), { path: 'a' }, options)
    await settle()
    clock.advance(999)
    await settle()
    expect(leftovers()).toEqual({ timers: 1, listeners: 1 })
    clock.advance(1)
    expect(await call).toMatchObject({ status: 'error', code: 'tool_timeout', output: 'no result within 1000 ms' })
    expect(leftovers()).toEqual(nothing)
  })

  it.each(hanging)('abandons %s that hangs when the caller aborts', async (_case, parts) => {
    const { controller, options, leftovers } = setting()
    const call = runToolCall(toolWith(parts), { path: 'a' }, options)
    await settle()
    controller.abort()
    expect(await call).toMatchObject({ status: 'error', code: 'aborted' })
    expect(leftovers()).toEqual(nothing)
  })

  it('does not run when already aborted', async () => {
    const { controller, options, leftovers } = setting()
    const execute = vi.fn()
    controller.abort()
    expect(await runToolCall(toolWith({ execute }), { path: 'a' }, options)).toMatchObject({ code: 'aborted' })
    expect(execute).not.toHaveBeenCalled()
    expect(leftovers()).toEqual(nothing)
  })

  it('tells the tool about the end of its time through its signal', async () => {
    const { clock, options } = setting()
    let seen: AbortSignal | undefined
    const tool = toolWith({
      execute: (_input, { signal }) => {
        seen = signal
        return never()
      },
    })
    const call = runToolCall(tool, { path: 'a' }, options)
    await settle()
    expect(seen?.aborted).toBe(false)
    clock.advance(1000)
    await call
    expect(seen?.reason).toMatchObject({ code: 'tool_timeout' })
  })

  it('ignores a failure that comes after the end', async () => {
    const { clock, options } = setting()
    let fail = (_error: Error) => {}
    const late = new Promise<never>((_resolve, reject) => {
      fail = reject
    })
    const call = runToolCall(toolWith({ execute: () => late }), { path: 'a' }, options)
    await settle()
    clock.advance(1000)
    const outcome = await call
    fail(new Error('too late'))
    await settle()
    expect(outcome.code).toBe('tool_timeout')
  })
})

describe('Law 1', () => {
  it.each<[string, Confirm | undefined, string]>([
    ['there is nobody to ask', undefined, 'confirm function'],
    ['the host says no', () => false, 'not allowed'],
    ['confirm throws', () => Promise.reject(new Error('dialog closed')), 'dialog closed'],
  ])('refuses when %s', async (_case, confirm, words) => {
    const execute = vi.fn()
    const { options, leftovers } = setting()
    const tool = toolWith({ effect: () => danger, execute })
    const outcome = await runToolCall(tool, { path: 'a' }, { ...options, confirm })
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused', target: 'a' })
    expect(outcome.output).toMatch(/^\[LAW1\] refused: touch would overwrite a \(it exists\)/)
    expect(outcome.output).toContain(words)
    expect(execute).not.toHaveBeenCalled()
    expect(leftovers()).toEqual(nothing)
  })

  it('runs a confirmed call and tells the tool so', async () => {
    const confirm = vi.fn<Confirm>(() => true)
    const tool = toolWith({ effect: () => danger, execute: (_input, { confirmed }) => ({ confirmed }) })
    const outcome = await runToolCall(tool, { path: 'a' }, { ...setting().options, confirm })
    expect(outcome).toMatchObject({ status: 'ok', output: '{"confirmed":true}' })
    expect(confirm.mock.calls.map(([request]) => request)).toEqual([
      {
        tool: 'touch',
        target: 'a',
        input: { path: 'a' },
        action: 'overwrite a',
        reason: 'it exists',
        change: null,
      },
    ])
  })

  it.each(['read', 'repeatable'] as const)('asks nobody about a call whose effect is %s', async (effect) => {
    const confirm = vi.fn<Confirm>(() => true)
    const tool = toolWith({ effect, execute: (_input, { confirmed }) => ({ confirmed }) })
    const outcome = await runToolCall(tool, { path: 'a' }, { ...setting().options, confirm })
    expect(outcome.output).toBe('{"confirmed":false}')
    expect(confirm).not.toHaveBeenCalled()
  })

  it('shows the host what would become of a text', async () => {
    const confirm = vi.fn<Confirm>(() => false)
    const change = { bytesBefore: 3, bytesAfter: 4, diff: '-old\n+newer\n' }
    await runToolCall(
      toolWith({ effect: () => ({ ...danger, change }) }),
      { path: 'a' },
      { ...setting().options, confirm },
    )
    expect(confirm.mock.calls[0]?.[0].change).toEqual(change)
  })

  it.each<[string, Partial<Definition>]>([
    ['a tool that is silent about its effect', { effect: undefined }],
    ['a bare irreversible', { effect: 'irreversible' }],
    ['a function that says irreversible', { effect: async () => 'irreversible' as const }],
  ])('asks about %s', async (_case, parts) => {
    const execute = vi.fn()
    const outcome = await runToolCall(toolWith({ ...parts, execute }), { path: 'a' }, setting().options)
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(outcome.output).toMatch(/^\[LAW1\] refused: touch would call touch on a \(the tool /)
    expect(execute).not.toHaveBeenCalled()
  })

  it.each([
    ['null', null],
    ['nothing', undefined],
    ['false', false],
    ['an unknown kind', 'safe'],
    ['a kind in capitals', 'READ'],
    ['an object without a kind', { action: 'overwrite a', reason: 'it exists' }],
    ['an object with an unknown kind', { kind: 'none' }],
    ['a list of kinds', ['read']],
    ['an action that is no text', { ...danger, action: 7 }],
    ['a change that is none', { ...danger, change: { diff: 'x' } }],
  ])('takes %s for no effect: the call fails', async (_case, effect) => {
    const execute = vi.fn()
    const confirm = vi.fn<Confirm>(() => true)
    const defined = toolWith({ effect: () => effect as unknown as 'read', execute })
    const handWritten = { ...toolWith({ execute }), effect: async () => effect } as unknown as Tool
    for (const tool of [defined, handWritten]) {
      expect(await runToolCall(tool, { path: 'a' }, { ...setting().options, confirm })).toMatchObject({
        status: 'error',
        code: 'invalid_effect',
        output: expect.stringContaining('it must be read, outbound, repeatable, irreversible or'),
      })
    }
    expect(execute).not.toHaveBeenCalled()
    expect(confirm).not.toHaveBeenCalled()
  })

  it('counts what was judged, though the effect changes from one look to the next', async () => {
    let looks = 0
    const wavering = {
      get kind() {
        return looks++ === 0 ? 'irreversible' : 'read'
      },
    }
    const tool = { ...toolWith({}), effect: async () => wavering } as unknown as Tool
    expect(await runToolCall(tool, { path: 'a' }, setting().options)).toMatchObject({ code: 'law1_refused' })
  })

  it('gives a person all the time they want, until the caller aborts', async () => {
    const { clock, controller, options, leftovers } = setting()
    const tool = toolWith({ effect: () => danger })
    const call = runToolCall(tool, { path: 'a' }, { ...options, confirm: never })
    await settle()
    clock.advance(1_000_000)
    await settle()
    expect(leftovers()).toEqual({ timers: 0, listeners: 1 })
    controller.abort()
    expect(await call).toMatchObject({ status: 'error', code: 'aborted' })
    expect(leftovers()).toEqual(nothing)
  })

  it('lets a tool refuse while it executes', async () => {
    const tool = toolWith({ execute: () => Promise.reject(new ArtooError('law1_refused', 'the file appeared')) })
    expect(await runToolCall(tool, { path: 'a' }, setting().options)).toMatchObject({
      status: 'refused',
      output: '[LAW1] refused: the file appeared.',
    })
  })
})

describe('a host', () => {
  it.each([
    ['repeatable', false],
    ['irreversible', true],
  ])('is told what a %s call changed, and whether it was allowed', async (kind, confirmed) => {
    const change = { bytesBefore: 1, bytesAfter: 2, diff: '+b' }
    const effect = () => ({ kind, action: 'touch a', reason: 'it matters', change }) as never
    const allowed = await runToolCall(
      toolWith({ effect }),
      { path: 'a' },
      { ...setting().options, confirm: () => true },
    )
    expect(allowed).toMatchObject({ status: 'ok', confirmed, change })
    const execute = () => Promise.reject(new Error('no'))
    const options = { ...setting().options, confirm: () => true }
    const failed = await runToolCall(toolWith({ effect, execute }), { path: 'a' }, options)
    expect(failed).toMatchObject({ status: 'error', confirmed, change: null })
  })

  it('tells effect, confirm and execute for whom the call is made, and nobody else', async () => {
    const context = { tenant: 'acme' }
    const effect = vi.fn((_input: unknown, _context: unknown) => danger)
    const confirm = vi.fn<Confirm>(() => true)
    const execute = vi.fn((_input: unknown, _context: unknown) => 'done')
    const run = { taskId: 'task-7' }
    const options = { ...setting().options, taskId: 'task-7', runOf: () => run, context, confirm }
    const outcome = await runToolCall(toolWith({ effect, execute }), { path: 'a' }, options)
    expect(JSON.stringify(outcome)).not.toContain('acme')
    const theirs = { signal: expect.any(AbortSignal), taskId: 'task-7', context }
    expect(effect.mock.calls).toEqual([[{ path: 'a' }, theirs]])
    expect(confirm.mock.calls).toEqual([[expect.anything(), theirs]])
    expect(execute.mock.calls).toEqual([[{ path: 'a' }, expect.objectContaining({ ...theirs, run, confirmed: true })]])
    const handed = [effect, confirm, execute].map(({ mock }) => (mock.calls as unknown[][])[0]?.[1])
    expect(handed.map((each) => (each as { context: unknown }).context === context)).toEqual([true, true, true])
  })

  it('may block a call, in words: it is refused before anybody is asked', async () => {
    const execute = vi.fn()
    const confirm = vi.fn(() => true)
    const blockOn: ToolCallOptions['blockOn'] = ({ target }) => (target === 'a' ? 'a is not there' : null)
    const options = { ...setting().options, confirm, blockOn }
    expect(await runToolCall(toolWith({ execute }), { path: 'a' }, options)).toMatchObject({
      status: 'refused',
      code: 'blocked_target',
      target: 'a',
      output: 'a is not there',
    })
    expect(confirm).not.toHaveBeenCalled()
    expect(execute).not.toHaveBeenCalled()
    expect(await runToolCall(toolWith({}), { path: 'b' }, options)).toMatchObject({ status: 'ok' })
  })

  it('may let executions wait their turn, which checks and confirm do not', async () => {
    const order: string[] = []
    const inTurn = async <Result>(execute: () => Promise<Result>) => {
      order.push('turn')
      return execute()
    }
    const confirm: Confirm = () => {
      order.push('confirm')
      return true
    }
    const tool = toolWith({ effect: () => danger, execute: () => void order.push('execute') })
    await runToolCall(tool, { path: 'a' }, { ...setting().options, confirm, inTurn })
    expect(order).toEqual(['confirm', 'turn', 'execute'])
  })
})

it('a result that comes after the time is up leaves no rejected promise behind that would end the process', async () => {
  const lost: unknown[] = []
  const listen = (reason: unknown) => lost.push(reason)
  process.on('unhandledRejection', listen)
  let finish: (result: unknown) => void = () => {}
  const late = new Promise<unknown>((resolve) => {
    finish = resolve
  })
  const tool = defineTool({ name: 'late', description: '-', input: z.object({}), effect: 'read', execute: () => late })
  const clock = manualClock()
  const { signal } = new AbortController()
  const outcome = runToolCall(tool, {}, { ...onBehalf, signal, clock, timeoutMs: 100 })
  await new Promise((resolve) => setImmediate(resolve))
  clock.advance(100)
  expect(await outcome).toMatchObject({ code: 'tool_timeout' })
  finish({ inside: [Promise.reject(new Error('lost'))] })
  await new Promise((resolve) => setTimeout(resolve, 5))
  process.off('unhandledRejection', listen)
  expect(lost).toEqual([])
})

describe('what a tool knows of its call', () => {
  const contextIn = async (given: Partial<ToolCallOptions>) => {
    const execute = vi.fn((_input: unknown, _context: ToolContext) => 'done')
    await runToolCall(toolWith({ execute }), { path: 'a' }, { ...setting().options, ...given })
    return execute.mock.calls[0]?.[1] as ToolContext
  }

  it('is what the caller says', async () => {
    const idempotencyKeyOf = vi.fn((input: unknown) => JSON.stringify(input))
    const context = await contextIn({ callId: 'call_1_1', attempt: 2, fence: 3, idempotencyKeyOf })
    expect(idempotencyKeyOf).not.toHaveBeenCalled()
    const idempotencyKey = '{"path":"a"}'
    expect(context).toMatchObject({ callId: 'call_1_1', attempt: 2, fence: 3, idempotencyKey })
  })

  it('has its key in a copy, in an object made from it, and for each call its own', async () => {
    const idempotencyKeyOf = (input: unknown) => JSON.stringify(input)
    const context = await contextIn({ idempotencyKeyOf })
    const other = await contextIn({ idempotencyKeyOf: () => 'other' })
    for (const one of [{ ...context }, Object.create(context) as ToolContext, new Proxy(context, {})]) {
      expect(one.idempotencyKey).toBe('{"path":"a"}')
    }
    expect(other.idempotencyKey).toBe('other')
  })

  it('is made up where the caller is silent, anew for each call', async () => {
    const [one, other] = [await contextIn({}), await contextIn({})]
    expect(one).toMatchObject({ callId: expect.stringMatching(/^\w{32}$/), attempt: 1, fence: 1 })
    expect(one?.idempotencyKey).toContain(one?.callId)
    expect(new Set([one?.callId, one?.idempotencyKey, other?.callId, other?.idempotencyKey]).size).toBe(4)
  })

  it('is made up for a host that calls execute by itself', async () => {
    const execute = vi.fn((_input: unknown, _context: ToolContext) => 'done')
    const given = { signal: new AbortController().signal, confirmed: true, taskId: 'task', context: null }
    await toolWith({ execute }).execute({ path: 'a' }, given as ToolContext)
    expect(execute.mock.calls[0]?.[1]).toMatchObject({
      ...given,
      attempt: 1,
      fence: 1,
      idempotencyKey: expect.any(String),
    })
  })
})
