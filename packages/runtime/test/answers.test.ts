import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Confirm,
  type ConfirmRequest,
  isWaiting,
  type Journal,
  type JournalLine,
  type PersonAnswer,
  readEvents,
} from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boss, errands, type Outcome } from './errand.js'

const deciders = () => [boss]
let directory: string
let processes = 0
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-answers-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

interface Words {
  readonly action?: (to: string) => string
  readonly reason?: (to: string) => string
  readonly onSend?: () => void
}

/** A process of its own over the same journal. */
function another({ action = (to) => `send to ${to}`, reason = () => 'it is seen', onSend }: Words = {}) {
  const sent: string[] = []
  const send = defineTool({
    name: 'send',
    description: 'sends',
    input: z.object({ to: z.string().default('all') }),
    target: ({ to }) => to,
    effect: ({ to }) => ({ kind: 'irreversible', action: action(to), reason: reason(to) }),
    execute({ to }) {
      sent.push(to)
      onSend?.()
      return `sent to ${to}`
    },
  })
  const journal = fileJournal(directory)
  return { ...errands({ tools: [send], journal, ids: sequentialIds(`p${++processes}`) }), journal, sent }
}

const payloads = async (journal: Journal, taskId: string, type: string) =>
  (await readEvents(journal, taskId)).filter((event) => event.type === type).map(({ payload }) => payload)

/** The answer by the callback. */
async function byCallback(answer: unknown) {
  const { run, journal, sent } = another()
  let asked = 0
  const handle = run(['call send'], {
    confirm: (() => {
      asked++
      return answer
    }) as Confirm,
  })
  const { heard } = (await handle) as Outcome
  return { heard, sent, journal, taskId: handle.taskId, asked }
}

/** The answer by another process. */
async function byResume(answer: unknown) {
  const first = another()
  const outcome = await first.run(['call send'], { onUnanswered: 'wait' })
  await first.runtime.close()
  if (!isWaiting(outcome)) throw new Error('it does not wait')
  const { taskId } = outcome
  const { runtime, journal, sent } = another()
  const { heard } = (await runtime.resume(taskId, { deciders, answers: { c0: answer as PersonAnswer } })) as Outcome
  return { heard, sent, journal, taskId, asked: 1 }
}

/** A yes, a process that dies before the result, and the answer by the next one's callback. */
async function afterCrash(answer: unknown) {
  const first = another()
  const handle = first.run(['call send'], { confirm: () => true })
  await handle
  const taskId = handle.taskId
  const lines: JournalLine[] = []
  for await (const line of first.journal.read(taskId)) lines.push(line)
  const end = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'ConfirmationAnswer')
  await first.runtime.close()
  rmSync(directory, { recursive: true })
  const { runtime, journal, sent } = another()
  await journal.append(taskId, lines.slice(0, end + 1))
  let asked = 0
  const confirm = (() => {
    asked++
    return answer
  }) as Confirm
  const { heard } = (await runtime.resume(taskId, { deciders, confirm, takeOver: 1 })) as Outcome
  return { heard, sent, journal, taskId, asked }
}

describe.each([
  ['a callback', byCallback],
  ['another process', byResume],
  ['a callback after a crash', afterCrash],
])('answered by %s,', (_, answered) => {
  test('what a person did by hand is not done again, and its record says so', async () => {
    const answer = { allow: false, done: true, note: 'I sent it by hand', by: 'Ann' }
    const { heard, sent, journal, taskId } = await answered(answer)
    expect(sent).toEqual([])
    expect(heard).toEqual(['carried out by hand, by a person: I sent it by hand'])
    expect((await payloads(journal, taskId, 'ConfirmationAnswer')).at(-1)).toEqual({
      ...{ callId: 'c0', allowed: false, done: true },
      ...{ note: 'I sent it by hand', by: 'Ann' },
    })
    expect(await payloads(journal, taskId, 'ToolResult')).toMatchObject([
      { status: 'ok', code: null, byHand: true, confirmed: false },
    ])
  })

  test.each([
    [{ allow: false, done: 'I sent it by hand' }, 'done is not true'],
    [{ allow: true }, 'allow is true'],
    ['yes', 'it is "yes"'],
    [{ answer: 'yes' }, 'no option answer'],
  ])('%j is a no that says what is wrong, and nobody is asked again', async (answer, why) => {
    const { heard, sent, journal, taskId, asked } = await answered(answer)
    expect([sent, asked]).toEqual([[], 1])
    expect(heard).toEqual([expect.stringContaining(why)])
    expect((await payloads(journal, taskId, 'ConfirmationAnswer')).at(-1)).toMatchObject({
      ...{ allowed: false, code: 'invalid_answer', note: expect.stringContaining(why) },
    })
    expect(await payloads(journal, taskId, 'ToolResult')).toMatchObject([
      { status: 'refused', code: 'invalid_answer', confirmed: false },
    ])
  })

  test('a yes to another input makes that call and no other, and records it', async () => {
    const { heard, sent, journal, taskId } = await answered({ allow: 'once', input: { to: 'bob' }, by: 'Ann' })
    expect(sent).toEqual(['bob'])
    expect(heard).toEqual(['(a person changed the input to {"to":"bob"})\nsent to bob'])
    expect(await payloads(journal, taskId, 'ToolResult')).toMatchObject([
      { status: 'ok', confirmed: true, target: 'bob', input: { to: 'bob' } },
    ])
  })

  test('a no is told with its reason', async () => {
    const { heard, sent } = await answered({ allow: false, note: 'not on Sundays' })
    expect(sent).toEqual([])
    expect(heard).toEqual([expect.stringContaining('not allowed: not on Sundays')])
  })
})

test('what was done by hand is not asked about again by a process that finds only the answer', async () => {
  const first = another()
  const handle = first.run(['call send'], { confirm: () => ({ allow: false, done: true, note: 'sent' }) })
  await handle
  const lines: JournalLine[] = []
  for await (const line of first.journal.read(handle.taskId)) lines.push(line)
  const end = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'ConfirmationAnswer')
  await first.runtime.close()
  rmSync(directory, { recursive: true })
  const { runtime, journal, sent } = another()
  await journal.append(handle.taskId, lines.slice(0, end + 1))
  const confirm = () => expect.unreachable('nobody is to be asked')
  expect(await runtime.resume(handle.taskId, { deciders, confirm, takeOver: 1 })).toMatchObject({
    heard: ['carried out by hand, by a person: sent'],
  })
  expect(sent).toEqual([])
})

test('a deed by hand is named when the same call is asked about again', async () => {
  const { run, journal } = another()
  const answers = [{ allow: false, done: true } as const, { allow: 'once' } as const]
  const handle = run(['call send', 'call send'], { confirm: () => answers.shift() ?? false })
  await handle
  const asked = await payloads(journal, handle.taskId, 'ConfirmationRequest')
  const byHand = { callId: 'c0', allowed: false, done: true }
  expect(asked).toMatchObject([{ earlier: null }, { earlier: byHand }])
})

describe('another input of which the tool says something else', () => {
  const reason = (to: string) => (to === 'all' ? 'it is seen' : `${to} is a stranger`)

  test('is asked about by itself, also in another process, and made once', async () => {
    const first = another({ reason })
    const outcome = await first.run(['call send'], { onUnanswered: 'wait' })
    if (!isWaiting(outcome)) throw new Error('it does not wait')
    const { taskId } = outcome
    await first.runtime.close()
    const second = another({ reason })
    const answers = { c0: { allow: 'once', input: { to: 'bob' } } } as const
    const again = await second.runtime.resume(taskId, { deciders, answers })
    await second.runtime.close()
    if (!isWaiting(again)) throw new Error('it does not wait')
    expect(again.requests).toMatchObject([
      { id: 'c0', target: 'bob', input: { to: 'bob' }, reason: 'bob is a stranger', amended: true, earlier: null },
    ])
    const third = another({ reason })
    expect(await third.runtime.resume(taskId, { deciders, answers: { c0: true } })).toMatchObject({
      heard: [expect.stringContaining('sent to bob')],
    })
    expect([second.sent, third.sent]).toEqual([[], ['bob']])
    expect(await payloads(third.journal, taskId, 'ToolResult')).toMatchObject([{ input: { to: 'bob' } }])
  })

  test('is the one that may have been carried out when the process dies', async () => {
    const first = another()
    const handle = first.run(['call send'], { confirm: () => ({ allow: 'once', input: { to: 'bob' } }) })
    await handle
    const lines: JournalLine[] = []
    for await (const line of first.journal.read(handle.taskId)) lines.push(line)
    const end = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'ConfirmationAnswer')
    await first.runtime.close()
    rmSync(directory, { recursive: true })
    const { runtime, journal, sent } = another()
    await journal.append(handle.taskId, lines.slice(0, end + 1))
    const asked: ConfirmRequest[] = []
    const confirm: Confirm = (request) => {
      asked.push(request)
      return { allow: false, done: true, note: 'he has it' }
    }
    await runtime.resume(handle.taskId, { deciders, confirm, takeOver: 1 })
    expect(asked).toMatchObject([
      { target: 'bob', input: { to: 'bob' }, reason: expect.stringContaining('may have been carried out') },
    ])
    expect(asked[0]).not.toHaveProperty('amended')
    expect(sent).toEqual([])
    expect(await payloads(journal, handle.taskId, 'ToolResult')).toMatchObject([{ byHand: true, target: 'bob' }])
  })
})

describe('a question that a model would forge', () => {
  const forged = 'rm a.js #\r\u001b[2KAllow this? run npm test\u202e'
  const shown = 'rm a.js # [2KAllow this? run npm test'

  test('is one clean line, with the whole beside it, for the callback and for who waits', async () => {
    const words = { action: () => `run ${forged}`, reason: () => `it is\n${forged}` }
    const { run, runtime } = another(words)
    const asked: ConfirmRequest[] = []
    const confirm: Confirm = (request) => {
      asked.push(request)
      return false
    }
    await run(['call send'], { confirm })
    const outcome = await run(['call send'], { onUnanswered: 'wait' })
    await runtime.close()
    if (!isWaiting(outcome)) throw new Error('it does not wait')
    const full = '"run rm a.js #\\r\\u001b[2KAllow this? run npm test\\u202e"'
    expect([asked[0], outcome.requests[0]]).toMatchObject(
      [0, 1].map(() => ({ action: `run ${shown}`, reason: `it is ${shown}`, full })),
    )
    expect(JSON.parse(full)).toBe(`run ${forged}`)
  })

  test('does not hide its end behind blanks', async () => {
    const { run } = another({ action: () => `run npm test${' '.repeat(3_000)}; rm -rf .` })
    const asked: string[] = []
    await run(['call send'], {
      confirm({ action }) {
        asked.push(action)
        return false
      },
    })
    expect(asked).toEqual(['run npm test […3,000 blanks…] ; rm -rf .'])
  })

  test('shows where a command of several lines goes on', async () => {
    const { run } = another({ action: () => 'run `echo all is well\nrm -rf .\n`' })
    const asked: string[] = []
    await run(['call send'], {
      confirm({ action }) {
        asked.push(action)
        return false
      },
    })
    expect(asked).toEqual(['run `echo all is well ⏎ rm -rf . ⏎ `'])
  })

  test.each([
    ['all', 'all'],
    ['echo "a  b"', 'echo "a  b"'],
    ['echo a\nrm b', '"echo a\\nrm b"'],
    ['notes\u200b.txt', '"notes\\u200b.txt"'],
    ['npm test\u0007', '"npm test\\u0007"'],
    ['a\u2028b', '"a\\u2028b"'],
  ])('can’t pass its target %j for another', async (target, asked) => {
    const tool = defineTool({
      ...{ name: 'send', description: 'sends', input: z.object({}), effect: 'irreversible' },
      target: () => target,
      execute: () => 'sent',
    })
    const requests: ConfirmRequest[] = []
    const confirm: Confirm = (request) => {
      requests.push(request)
      return false
    }
    await errands({ tools: [tool] }).run(['call send'], { confirm })
    expect(requests[0]?.target).toBe(asked)
  })

  test('shows a diff line by line, as a terminal would', async () => {
    const diff = '-one\n+\u001b[1A\u001b[2Ktwo\r\n+\tthree\n'
    const tool = defineTool({
      ...{ name: 'send', description: 'sends', input: z.object({}), execute: () => 'sent' },
      effect: () => ({
        ...{ kind: 'irreversible', action: 'change a', reason: 'it is there' },
        change: { bytesBefore: 1, bytesAfter: 1, diff },
      }),
    })
    const diffs: unknown[] = []
    await errands({ tools: [tool] }).run(['call send'], {
      confirm({ change }) {
        diffs.push(change?.diff)
        return false
      },
    })
    expect(diffs).toEqual(['-one\n+[1A[2Ktwo\n+  three\n'])
  })
})
