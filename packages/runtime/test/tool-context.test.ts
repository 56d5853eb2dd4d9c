import { type Confirm, type Journal, type JournalLine, memoryJournal, readEvents } from '@artoo/runtime'
import type { ToolContext } from '@artoo/spec'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boss, type ErrandOptions, errands, type Outcome } from './errand.js'

const deciders = () => [boss]
const allow = () => true
type Call = Pick<ToolContext, 'callId' | 'attempt' | 'idempotencyKey' | 'fence'>

/** A tool that pays, and what it was told of its calls over all processes. */
function bank(parts: { readonly idempotent?: boolean; readonly execute?: (n: number) => string } = {}) {
  const calls: Call[] = []
  const pay = defineTool({
    name: 'pay',
    description: 'pays',
    input: z.object({ n: z.number().default(1), to: z.string().default('Ann') }),
    effect: 'irreversible',
    idempotent: parts.idempotent,
    execute({ n }, { callId, attempt, idempotencyKey, fence }) {
      calls.push({ callId, attempt, idempotencyKey, fence })
      return parts.execute?.(n) ?? `paid ${n}`
    },
  })
  return { calls, tools: [pay] }
}

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

/** The journal of the run up to the nth message of the type, as a crash leaves it. */
async function cutAfter(journal: Journal, taskId: string, type: string, nth = 1): Promise<Journal> {
  const lines = await linesOf(journal, taskId)
  let found = 0
  const end = lines.findIndex((line) => line.kind === 'event' && line.event.type === type && ++found === nth)
  const cut = memoryJournal()
  await cut.append(taskId, lines.slice(0, end + 1))
  return cut
}

const keysOf = (calls: readonly Call[]) => calls.map(({ idempotencyKey }) => idempotencyKey)

async function paid(steps: readonly string[], { calls, tools }: ReturnType<typeof bank>, options: ErrandOptions = {}) {
  const journal = memoryJournal()
  const handle = errands({ tools, journal, ...options }).run(steps, { confirm: allow })
  await handle
  return { journal, taskId: handle.taskId, keys: keysOf(calls.splice(0)) }
}

function over(journal: Journal, { tools }: ReturnType<typeof bank>, options: ErrandOptions = {}) {
  return errands({ tools, journal, ids: sequentialIds('later'), ...options }).runtime
}

describe('a call that a run makes', () => {
  test('is told its id, its attempt, the epoch, and a key', async () => {
    const { calls, tools } = bank()
    await errands({ tools }).run(['call pay'], { confirm: allow })
    const idempotencyKey = expect.stringMatching(/^[\da-f]{64}$/)
    expect(calls).toEqual([{ callId: 'c0', attempt: 1, fence: 1, idempotencyKey }])
  })

  test('has the key of its meaning, and another one once it was carried out', async () => {
    const { keys } = await paid(['call pay:1', 'call pay:2', 'call pay', 'call pay:2'], bank())
    expect(new Set(keys).size).toBe(4)
  })

  test('keeps its key as long as it fails', async () => {
    let failures = 0
    const failing = bank({
      execute(n) {
        if (++failures < 3) throw new Error('no connection')
        return `paid ${n}`
      },
    })
    const { keys } = await paid(['call pay:1', 'call pay:1', 'call pay:1', 'call pay:1'], failing)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
  })

  test('has a key of its own beside the same call of the same turn', async () => {
    const { keys } = await paid(['call pay:1,pay:1'], bank())
    expect(new Set(keys).size).toBe(2)
  })

  test('has the same key after a crash, with a higher fence, however often the same was paid before', async () => {
    const world = bank()
    const { journal, taskId, keys } = await paid(['call pay:1', 'call pay:1', 'call pay:1'], world)
    for (let nth = 1; nth <= 3; nth++) {
      const cut = await cutAfter(journal, taskId, 'ConfirmationAnswer', nth)
      await over(cut, world).resume(taskId, { deciders, confirm: allow, takeOver: 1 })
      expect(keysOf(world.calls)).toEqual(keys.slice(nth - 1))
      expect(world.calls.splice(0)[0]).toMatchObject({ callId: `c${nth - 1}`, fence: 2 })
    }
  })

  test('has another key in a fork', async () => {
    const world = bank()
    const { journal, taskId, keys } = await paid(['ask a', 'call pay:1'], world)
    const at = (await readEvents(journal, taskId)).find(({ type }) => type === 'ToolRequest')?.id ?? ''
    await over(journal, world).fork(taskId, { deciders, at, confirm: allow })
    expect(keysOf(world.calls)).toHaveLength(1)
    expect(keysOf(world.calls)).not.toEqual(keys)
  })
})

describe('a call that a crash left unsure', () => {
  async function resumed(
    { idempotent, redact }: { readonly idempotent: boolean; readonly redact?: (text: string) => string },
    point = 'ConfirmationAnswer',
    confirm?: Confirm,
  ) {
    const world = bank({ idempotent })
    const { journal, taskId, keys } = await paid(['call pay:1'], world, { ...(redact && { redact }) })
    const cut = await cutAfter(journal, taskId, point)
    const again = over(cut, world, { ...(redact && { redact }) })
    const asked: string[] = []
    const asking: Confirm = (...question) => {
      asked.push(question[0].reason)
      return confirm?.(...question) ?? false
    }
    const result = (await again.resume(taskId, { deciders, confirm: confirm && asking, takeOver: 1 })) as Outcome
    return { result, asked, before: keys, after: keysOf(world.calls) }
  }

  test('is made again with its key, and nobody is asked, when the tool says that the key makes it one', async () => {
    const { result, asked, before, after } = await resumed({ idempotent: true }, undefined, allow)
    expect(asked).toEqual([])
    expect(after).toEqual(before)
    expect(result.heard).toEqual(['paid 1'])
    expect((await resumed({ idempotent: true })).result.heard).toEqual(['paid 1'])
  })

  test('is asked about when the tool doesn’t say so', async () => {
    expect((await resumed({ idempotent: false }, undefined, allow)).asked).toHaveLength(1)
    expect((await resumed({ idempotent: false })).after).toEqual([])
  })

  test('is asked about when nobody had allowed it', async () => {
    expect((await resumed({ idempotent: true }, 'ConfirmationRequest', allow)).asked).toHaveLength(1)
    expect((await resumed({ idempotent: true }, 'ConfirmationRequest')).after).toEqual([])
  })

  test('is asked about when the log doesn’t have its key any more', async () => {
    const { asked } = await resumed(
      { idempotent: true, redact: (text) => (/^[\da-f]{64}$/.test(text) ? '[-]' : text) },
      undefined,
      allow,
    )
    expect(asked).toHaveLength(1)
  })
})
