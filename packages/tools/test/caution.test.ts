import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manualClock } from '@artoo/spec/testing'
import { type Confirm, defineTool, runToolCall, type ToolCallOptions, type ToolDefinition } from '@artoo/tools'
import { fileTools } from '@artoo/tools/node'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call, onBehalf, temporaryDirectory } from './workspace.js'

const named = (root: string, ...names: readonly string[]) =>
  names.flatMap((wanted) => fileTools({ root }).filter(({ name }) => name === wanted))

const input = z.object({ path: z.string() })
const change = { bytesBefore: 0, bytesAfter: 3, diff: '+new' }

function calling(effect: ToolDefinition<typeof input>['effect'], given: Partial<ToolCallOptions> = {}) {
  const execute = vi.fn((_input: unknown, { confirmed }: { confirmed: boolean }) => ({ confirmed }))
  const tool = defineTool({
    name: 'touch',
    description: 'Touches.',
    input,
    target: ({ path }) => path,
    effect,
    execute,
  })
  const options = {
    ...onBehalf,
    signal: new AbortController().signal,
    timeoutMs: 1_000,
    clock: manualClock(),
    cautionOn: (target: string | null) => (target === 'a' ? 'it broke the build (from R7/t)' : null),
    ...given,
  }
  return { execute, run: (path: string) => runToolCall(tool, { path }, options) }
}

describe('a call that experience warns of', () => {
  it('is put before the host though its tool would not ask, in the words of experience', async () => {
    const confirm = vi.fn<Confirm>(() => true)
    const { run } = calling(() => ({ kind: 'repeatable', change }), { confirm })
    expect(await run('a')).toMatchObject({ status: 'ok', confirmed: true, change })
    expect(confirm.mock.calls.map(([request]) => request)).toEqual([
      {
        tool: 'touch',
        target: 'a',
        input: { path: 'a' },
        action: 'call touch on a',
        reason: 'experience says: it broke the build (from R7/t)',
        change,
      },
    ])
  })

  it('is asked about once, for both reasons, when its tool asks too', async () => {
    const confirm = vi.fn<Confirm>(() => true)
    const { run } = calling(() => ({ kind: 'irreversible', action: 'erase a', reason: 'it exists' }), { confirm })
    await run('a')
    expect(confirm.mock.calls.map(([{ action, reason }]) => [action, reason])).toEqual([
      ['erase a', 'it exists; experience says: it broke the build (from R7/t)'],
    ])
  })

  it('is asked about and recorded by what it would do when its turn has come', async () => {
    const confirm = vi.fn<Confirm>(() => true)
    const exists = { kind: 'irreversible', action: 'erase a', reason: 'it exists' } as const
    let times = 0
    const inOrder: ToolCallOptions['inOrder'] = (_, carryOut) => carryOut(true)
    const { run, execute } = calling(() => (times++ === 0 ? 'repeatable' : exists), { confirm, inOrder })
    expect(await run('a')).toMatchObject({ status: 'ok', effect: 'irreversible', confirmed: true })
    expect(confirm.mock.calls.map(([{ reason }]) => reason)).toEqual([
      'it exists; experience says: it broke the build (from R7/t)',
    ])
    expect(execute.mock.calls[0]?.[1]).toMatchObject({ confirmed: true })
  })

  it.each<[string, Confirm | undefined, string]>([
    ['nobody can be asked', undefined, 'This host gave no confirm function'],
    ['the host says no', () => false, 'asked about and not allowed'],
  ])('is refused when %s, and says why', async (_, confirm, why) => {
    const { run, execute } = calling('repeatable', { confirm })
    const outcome = await run('a')
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused', confirmed: false })
    expect(outcome.output).toContain('touch would call touch on a (experience says: it broke the build (from R7/t))')
    expect(outcome.output).toContain(why)
    expect(execute).not.toHaveBeenCalled()
  })

  it('is made unasked when it only reads, or is on another target', async () => {
    const confirm = vi.fn<Confirm>(() => false)
    expect(await calling('read', { confirm }).run('a')).toMatchObject({ status: 'ok', confirmed: false })
    expect(await calling('repeatable', { confirm }).run('b')).toMatchObject({ status: 'ok', confirmed: false })
    expect(confirm).not.toHaveBeenCalled()
  })

  it('is not thereby allowed to do what its tool would have asked about', async () => {
    const { run, execute } = calling('repeatable', { confirm: () => true })
    expect((await run('a')).output).toBe('{"confirmed":false}')
    expect(execute).toHaveBeenCalledOnce()

    const root = temporaryDirectory()
    const [writeFile] = named(root, 'write_file')
    if (!writeFile) throw new Error('no such tool')
    const appears: Confirm = () => {
      writeFileSync(join(root, 'a.txt'), 'theirs')
      return true
    }
    const { signal } = new AbortController()
    const options = { ...onBehalf, signal, timeoutMs: 1_000, clock: manualClock(), cautionOn: () => 'careful' }
    const content = { path: 'a.txt', content: 'ours' }
    const outcome = await runToolCall(writeFile, content, { ...options, confirm: appears })
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('theirs')
  })
})

describe('the target of a file tool', () => {
  it.each(['a.txt', './a.txt', 'sub/../a.txt', './/a.txt', 'ABSOLUTE'])(
    'is one for all spellings: %s',
    async (path) => {
      const root = temporaryDirectory()
      const [readFile, writeFile] = named(root, 'read_file', 'write_file')
      const spelt = path === 'ABSOLUTE' ? join(root, 'a.txt') : path
      expect(await call(writeFile, { path: spelt, content: 'new' })).toMatchObject({ status: 'ok', target: 'a.txt' })
      expect(await call(readFile, { path: spelt })).toMatchObject({
        status: 'ok',
        target: 'a.txt',
        output: expect.stringMatching(/^ +1\tnew\n/),
      })
      expect(existsSync(join(root, 'a.txt'))).toBe(true)
    },
  )

  it.each(['../a.txt', '/etc/hostname', 'a\0b', '..'])(
    'stays as it was given outside of the root: %j',
    async (path) => {
      const [readFile] = named(temporaryDirectory(), 'read_file')
      expect(await call(readFile, { path })).toMatchObject({ status: 'error', target: path })
    },
  )

  it('is the root itself under a name', async () => {
    const [readFile] = named(temporaryDirectory(), 'read_file')
    expect(await call(readFile, { path: './' })).toMatchObject({ code: 'path_is_directory', target: '.' })
  })
})
