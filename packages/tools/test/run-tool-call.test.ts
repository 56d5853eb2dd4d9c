import { getEventListeners } from 'node:events'
import { ArtooError, type Tool } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import { type Confirm, defineTool, runToolCall, type ToolDefinition } from '@artoo/tools'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

const input = z.object({ path: z.string() })
type Definition = ToolDefinition<typeof input>

const toolWith = (parts: Partial<Definition>): Tool =>
  defineTool({
    name: 'touch',
    description: 'Touches.',
    input,
    target: ({ path }) => path,
    execute: () => 'done',
    ...parts,
  })

const danger = { action: 'overwrite a', reason: 'it exists' }
const never = () => new Promise<never>(() => {})

function setting() {
  const clock = manualClock()
  const controller = new AbortController()
  const options = { signal: controller.signal, timeoutMs: 1000, clock }
  const leftovers = () => ({ timers: clock.pending, listeners: getEventListeners(controller.signal, 'abort').length })
  return { clock, controller, options, leftovers }
}

const nothing = { timers: 0, listeners: 0 }
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('runToolCall', () => {
  it('gives the result, the target and no code', async () => {
    const { options, leftovers } = setting()
    const outcome = await runToolCall(toolWith({}), { path: 'a' }, options)
    expect(outcome).toEqual({ status: 'ok', output: 'done', target: 'a', code: null })
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

  it('reports a result that JSON cannot hold', async () => {
    const tool = toolWith({ execute: () => 1n })
    expect(await runToolCall(tool, { path: 'a' }, setting().options)).toMatchObject({
      status: 'error',
      code: 'tool_failed',
    })
  })

  it('cuts a long result to 4 KB', async () => {
    const tool = toolWith({ execute: () => 'é'.repeat(10_000) })
    const { output } = await runToolCall(tool, { path: 'a' }, setting().options)
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(4096)
    expect(output).toMatch(/bytes left out/)
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
    for (const parts of [{ execute: fail }, { irreversible: fail }, { target: fail }]) {
      expect(await runToolCall(toolWith(parts), { path: 'a' }, options)).toMatchObject({
        status: 'error',
        code,
        output,
      })
    }
    expect(leftovers()).toEqual(nothing)
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
    ['irreversible', { irreversible: never }],
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
    ['the host says no', () => false, 'declined'],
    ['the host answers something else', () => 'yes' as unknown as boolean, 'declined'],
    ['confirm throws', () => Promise.reject(new Error('dialog closed')), 'dialog closed'],
  ])('refuses when %s', async (_case, confirm, words) => {
    const execute = vi.fn()
    const { options, leftovers } = setting()
    const tool = toolWith({ irreversible: () => danger, execute })
    const outcome = await runToolCall(tool, { path: 'a' }, { ...options, confirm })
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused', target: 'a' })
    expect(outcome.output).toMatch(/^\[LAW1\] refused: touch would overwrite a \(it exists\)/)
    expect(outcome.output).toContain(words)
    expect(execute).not.toHaveBeenCalled()
    expect(leftovers()).toEqual(nothing)
  })

  it('runs a confirmed call and tells the tool so', async () => {
    const confirm = vi.fn<Confirm>(() => true)
    const tool = toolWith({ irreversible: () => danger, execute: (_input, { confirmed }) => ({ confirmed }) })
    const outcome = await runToolCall(tool, { path: 'a' }, { ...setting().options, confirm })
    expect(outcome).toMatchObject({ status: 'ok', output: '{"confirmed":true}' })
    expect(confirm.mock.calls.map(([request]) => request)).toEqual([
      { tool: 'touch', target: 'a', input: { path: 'a' }, ...danger },
    ])
  })

  it('asks nobody about a reversible call', async () => {
    const confirm = vi.fn<Confirm>(() => true)
    const tool = toolWith({ execute: (_input, { confirmed }) => ({ confirmed }) })
    const outcome = await runToolCall(tool, { path: 'a' }, { ...setting().options, confirm })
    expect(outcome.output).toBe('{"confirmed":false}')
    expect(confirm).not.toHaveBeenCalled()
  })

  it('gives a person all the time they want, until the caller aborts', async () => {
    const { clock, controller, options, leftovers } = setting()
    const tool = toolWith({ irreversible: () => danger })
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
  it('may block a target: the call is refused before anything else', async () => {
    const execute = vi.fn()
    const options = { ...setting().options, isBlocked: (target: string | null) => target === 'a' }
    expect(await runToolCall(toolWith({ execute }), { path: 'a' }, options)).toMatchObject({
      status: 'refused',
      code: 'blocked_target',
      target: 'a',
    })
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
    const tool = toolWith({ irreversible: () => danger, execute: () => void order.push('execute') })
    await runToolCall(tool, { path: 'a' }, { ...setting().options, confirm, inTurn })
    expect(order).toEqual(['confirm', 'turn', 'execute'])
  })
})
