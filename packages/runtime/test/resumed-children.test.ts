import { type Journal, type JournalLine, memoryJournal } from '@artoo/runtime'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { boss, errands, type Outcome } from './errand.js'

/**
 * A process whose tool `delegate` has two payments made by a run of its own, and throws as often as `fails` says; `outer` has a run that
 * calls `delegate`.
 */
function processOver(journal: Journal, name: string, { fails = 0 } = {}) {
  const asked: { readonly key: string; readonly unsure: boolean }[] = []
  const reasons: string[] = []
  const confirm = ({ reason }: { readonly reason: string }) => {
    reasons.push(reason)
    return true
  }
  const pay = defineTool({
    name: 'pay',
    description: 'pays',
    input: z.object({ n: z.number() }),
    effect: 'irreversible',
    execute(_, { idempotencyKey: key }) {
      asked.push({ key, unsure: reasons.at(-1)?.includes('may have been carried out already') === true })
      return 'paid'
    },
  })
  const having = (tool: string, steps: readonly string[], failures: number) => {
    let left = failures
    return defineTool({
      name: tool,
      description: 'has a run of its own',
      input: z.object({}),
      effect: 'repeatable',
      async execute(_, { run: parent }) {
        const { heard } = await (home.run(steps, { parent, confirm }) as PromiseLike<Outcome>)
        if (left-- > 0) throw new Error('not well done')
        return heard.join()
      },
    })
  }
  const tools = [pay, having('delegate', ['call pay:1', 'call pay:1'], fails), having('outer', ['call delegate'], 0)]
  const home: ReturnType<typeof errands> = errands({ journal, tools, ids: sequentialIds(name) })
  return { ...home, asked, paid: () => asked.map(({ key }) => key), unsure: () => asked.map(({ unsure }) => unsure) }
}

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

test.each(['delegate', 'outer'])(
  'a child that %s begins anew makes its calls under the keys of before, and whoever allows them is told',
  async (tool) => {
    const journal = memoryJournal()
    const first = processOver(journal, 'first')
    const handle = first.run([`call ${tool}`])
    expect(await handle).toEqual({ reason: 'done', heard: ['paid,paid'] })
    expect(new Set(first.paid()).size).toBe(2)
    expect(first.unsure()).toEqual([false, false])
    const lines = await linesOf(journal, handle.taskId)
    const until = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'ToolResult')
    expect(until).toBeGreaterThan(10)
    for (let count = 1; count < until; count++) {
      const kept = lines.slice(0, count)
      const cut = memoryJournal()
      await cut.append(handle.taskId, kept)
      const second = processOver(cut, 'second')
      await second.runtime.resume(handle.taskId, { deciders: () => [boss], takeOver: 1 })
      const allowed = JSON.stringify(kept).split('"type":"ConfirmationAnswer"').length - 1
      expect(second.paid(), `after ${count} lines`).toEqual(first.paid())
      expect(second.unsure(), `after ${count} lines`).toEqual([allowed > 0, allowed > 1])
    }
  },
)

test('a child of a call that failed and is made again has the keys of before, one of a call that ended well has others', async () => {
  const { run, paid, unsure } = processOver(memoryJournal(), 'first', { fails: 1 })
  await run(['call delegate', 'call delegate', 'call delegate'])
  expect(paid().slice(2, 4)).toEqual(paid().slice(0, 2))
  expect(unsure()).toEqual([false, false, true, true, false, false])
  expect(new Set(paid()).size).toBe(4)
})
