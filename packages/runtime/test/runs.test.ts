import { memoryJournal, type RunScope, readEvents, usageByRole } from '@artoo/runtime'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answer, boss, clerk, errands, pass, turn, watching } from './errand.js'

const tool = (name: string, execute: Parameters<typeof defineTool>[0]['execute']) =>
  defineTool({ name, description: name, input: z.object({}), effect: 'read', execute })

describe('a run gives one result', () => {
  test('when its controller has it', async () => {
    const { run, runtime } = errands()
    expect(await run(['ask', 'ask'])).toEqual({ reason: 'done', heard: ['yes', 'yes'] })
    await runtime.close()
  })

  test.each([
    ['deadline', ['ask', 'idle'], { limits: { timeMs: 5_000 } }],
    ['limit_reached', ['ask', 'ask', 'ask'], { limits: { modelCalls: 2 } }],
    ['aborted', ['ask'], { signal: AbortSignal.abort('enough') }],
    ['role_failed', ['nudge'], { deciders: [boss, clerk] }],
  ])('when it must end: %s', async (reason, steps, options) => {
    const { run, runtime, clock } = errands()
    const handle = run(steps, options)
    expect((await pass(clock, handle)).reason).toBe(reason)
    expect(handle.events.filter(({ type }) => type === 'Outcome')).toHaveLength(1)
    await runtime.close()
    expect(clock.pending).toBe(0)
  })

  test('or rejects, when the controller itself throws', async () => {
    const { run, runtime, clock } = errands()
    await expect(pass(clock, run(['throw']))).rejects.toMatchObject({ code: 'controller_failed' })
    await runtime.close()
    expect(clock.pending).toBe(0)
  })

  test('or rejects, when the controller gives none although it is told to', async () => {
    const { run, runtime } = errands()
    const silent = { actor: 'boss', initial: null, decide: () => [null, []] as const }
    const handle = run(['ask'], { deciders: [silent], signal: AbortSignal.abort('enough') })
    await expect(handle).rejects.toMatchObject({ code: 'controller_silent' })
    await runtime.close()
  })

  test('when the runtime is closed, which waits for it and takes no other', async () => {
    const { run, runtime } = errands({ turns: ['hang'] })
    const handle = run(['ask'])
    await runtime.close()
    expect((await handle).reason).toBe('aborted')
    expect(() => run(['ask'])).toThrow(expect.objectContaining({ code: 'closed' }))
  })
})

test.each([
  ['limits.timeMs', { limits: { timeMs: -1 } }],
  ['limits.retries', { limits: { retries: 1 } as never }],
  ['parent', { parent: { taskId: 'made up' } }],
  ['signal', { signal: 'stop' as never }],
])('a wrong option is refused by its name: %s', (field, options) => {
  const { run } = errands()
  expect(() => run(['ask'], options)).toThrow(expect.objectContaining({ code: 'invalid_option', field }))
})

test('a price that is no amount is refused at once', () => {
  expect(() => errands({ prices: { scripted: { input: -1, output: 1 } } })).toThrow(
    expect.objectContaining({ code: 'invalid_option' }),
  )
})

test('two hundred runs at once keep apart', async () => {
  const { run, runtime } = errands({ turns: [({ messages }) => answer(`re ${messages.at(-1)?.content}`)] })
  const runs = Array.from({ length: 200 }, (_, index) => run([`ask ${index}`, `ask ${index}`]))
  const outcomes = await Promise.all(runs)
  expect(outcomes.map(({ heard }) => heard)).toEqual(runs.map((_, index) => [`re ${index}?`, `re ${index}?`]))
  for (const { taskId, events } of runs) expect(new Set(events.map((event) => event.taskId))).toEqual(new Set([taskId]))
  await runtime.close()
})

describe('a timer', () => {
  test('tells a decider that a time has passed', async () => {
    const { run, runtime, clock } = errands()
    const handle = run(['wait 5000', 'wait 2000'], { limits: { timeMs: 60_000 } })
    expect(await pass(clock, handle)).toEqual({ reason: 'done', heard: ['5000 ms', '2000 ms'] })
    expect(clock.now()).toBeGreaterThanOrEqual(8_000)
    await runtime.close()
  })

  test('ends with the run', async () => {
    const { run, runtime, clock } = errands()
    const handle = run(['wait 60000'])
    await turn()
    await runtime.close()
    expect((await handle).reason).toBe('aborted')
    expect(clock.pending).toBe(0)
  })
})

describe('the journal', () => {
  test('holds a request before its effect begins', async () => {
    const kept = memoryJournal()
    let written = 0
    const journal = {
      ...kept,
      async append(...given: Parameters<typeof kept.append>) {
        await turn()
        await kept.append(...given)
        written += given[1].filter((line) => line.kind === 'event' && line.event.type === 'ModelRequest').length
      },
    }
    const writtenAtCall: number[] = []
    const model = () => {
      writtenAtCall.push(written)
      return answer('yes')
    }
    const { run, runtime } = errands({ journal, turns: [model] })
    await run(['ask', 'ask', 'ask'])
    expect(writtenAtCall).toEqual([1, 2, 3])
    await runtime.close()
  })

  test('gives back what the handle showed, long texts and odd names of fields included', async () => {
    const journal = memoryJournal()
    const long = 'long '.repeat(500)
    const odd = tool('odd', () => ({ $blob: 'a', $$blob: 'b', text: long }))
    const { run, runtime } = errands({ journal, turns: [answer(long)], tools: [odd] })
    const handle = run(['ask', 'call odd', 'ask'])
    await handle
    expect(await readEvents(journal, handle.taskId)).toEqual(handle.events)
    await runtime.close()
  })

  test('holds a long text once, however often it is said', async () => {
    const journal = memoryJournal()
    const long = 'secret and long '.repeat(200)
    const { run, runtime } = errands({ journal, tools: [tool('tell', () => long)] })
    const handle = run(['call tell', 'call tell', 'call tell'])
    await handle
    let kept = 0
    for await (const line of journal.read(handle.taskId)) kept += JSON.stringify(line).split(long).length - 1
    expect(kept).toBe(1)
    await runtime.close()
  })

  test('takes no second run of the same id', async () => {
    const journal = memoryJournal()
    const first = errands({ journal })
    const kept = await first.run(['ask']).then(() => readEvents(journal, 'id-1'))
    const second = errands({ journal })
    expect((await second.run(['ask'])).reason).toBe('host_failed')
    expect(second.model.requests).toEqual([])
    expect(await readEvents(journal, 'id-1')).toEqual(kept)
    await Promise.all([first.runtime.close(), second.runtime.close()])
  })

  test('holds what redact leaves of each text', async () => {
    const journal = memoryJournal()
    const { run, runtime } = errands({
      journal,
      turns: [answer('key-123')],
      redact: (text) => text.replaceAll('123', '…'),
    })
    const handle = run(['ask'])
    expect((await handle).heard).toEqual(['key-123'])
    const written = JSON.stringify(await readEvents(journal, handle.taskId))
    expect(written).toContain('key-…')
    expect(written).not.toContain('key-123')
    await runtime.close()
  })
})

describe('a child run', () => {
  function family(steps: readonly string[], options: Parameters<typeof errands>[0] = {}) {
    const seen: RunScope[] = []
    const delegate = tool('delegate', async (_, { run: parent }) => {
      const child = home.run(steps, { parent })
      return (await child).heard.join()
    })
    const home: ReturnType<typeof errands> = errands({
      tools: [delegate],
      effects: [watching((_, scope) => void seen.push(scope))],
      ...options,
    })
    return { ...home, seen }
  }

  test('stands in its parent’s log and journal, and has no journal of its own', async () => {
    const journal = memoryJournal()
    const { run, runtime } = family(['ask'], { journal })
    const handle = run(['call delegate'])
    expect(await handle).toEqual({ reason: 'done', heard: ['yes'] })
    const events = await readEvents(journal, handle.taskId)
    expect(events).toEqual(handle.events)
    const inner = events.flatMap(({ type, payload }) =>
      type === 'ChildEvent' ? [(payload as { event: { type: string } }).event.type] : [],
    )
    expect(inner).toEqual(['TaskStarted', 'Errand', 'ModelRequest', 'ModelCall', 'ModelReply', 'Outcome'])
    const tasks: string[] = []
    for await (const { taskId } of journal.list()) tasks.push(taskId)
    expect(tasks).toEqual([handle.taskId])
    await runtime.close()
  })

  test('calls nobody before its request stands in its parent’s journal, nor shows it', async () => {
    const kept = memoryJournal()
    const written: string[] = []
    const journal = {
      ...kept,
      async append(...given: Parameters<typeof kept.append>) {
        await turn()
        await kept.append(...given)
        const inner = given[1].flatMap((line) => (line.kind === 'event' ? [JSON.stringify(line.event)] : []))
        written.push(...inner)
      },
    }
    const isWritten = (request: string) =>
      written.some((event) => event.includes('ChildEvent') && event.includes(request))
    const early: string[] = []
    const model = () => {
      if (!isWritten('"ModelRequest"')) early.push('the call')
      return answer('yes')
    }
    const delegate = tool('delegate', async (_, { run: parent }) => {
      const child = home.run(['ask'], { parent })
      for await (const { type } of child) if (!isWritten(`"${type}"`)) early.push(type)
      return (await child).heard.join()
    })
    const home: ReturnType<typeof errands> = errands({ journal, tools: [delegate], turns: [model] })
    const handle = home.run(['call delegate'])
    expect((await handle).heard).toEqual(['yes'])
    expect(early).toEqual([])
    expect(await readEvents(journal, handle.taskId)).toEqual(handle.events)
    await home.runtime.close()
  })

  test('ends with its parent when that one’s journal can’t be written', async () => {
    const kept = memoryJournal()
    let appends = 0
    const append = (...given: Parameters<typeof kept.append>) => {
      if (++appends > 3) throw new Error('the disk is full')
      return kept.append(...given)
    }
    const { run, runtime } = family(['ask', 'ask'], { journal: { ...kept, append } })
    expect((await run(['call delegate'])).reason).toBe('host_failed')
    await runtime.close()
  })

  test('spends its parent’s budget, and its calls are on the parent’s bill', async () => {
    const { run, runtime } = family(['ask', 'ask', 'ask'])
    const handle = run(['ask', 'call delegate', 'ask'], { limits: { modelCalls: 3 } })
    expect((await handle).reason).toBe('limit_reached')
    expect(usageByRole(handle.events).boss?.modelCalls).toBe(3)
    await runtime.close()
  })

  test('has its parent’s context', async () => {
    const { run, runtime, seen } = family(['ask'])
    await run(['call delegate'], { context: { user: 'ada' } })
    expect(seen.map(({ context }) => context)).toEqual([{ user: 'ada' }, { user: 'ada' }])
    await runtime.close()
  })

  test('ends at its parent’s deadline, and before its parent’s handle settles', async () => {
    const { run, runtime, clock } = family(['wait 3600000'])
    const handle = run(['call delegate'], { limits: { timeMs: 5_000 } })
    expect((await pass(clock, handle)).reason).toBe('deadline')
    const ended = handle.events.flatMap(({ type, payload }) =>
      type === 'ChildEvent' ? [(payload as { event: { type: string } }).event.type] : [],
    )
    expect(ended).toContain('Outcome')
    await runtime.close()
    expect(clock.pending).toBe(0)
  })

  test('is refused when its parent has ended', async () => {
    const { run, runtime, seen } = family(['ask'])
    await run(['ask'])
    const [parent] = seen
    if (!parent) throw new Error('no scope')
    expect(() => run(['ask'], { parent })).toThrow(expect.objectContaining({ code: 'closed' }))
    await runtime.close()
  })
})
