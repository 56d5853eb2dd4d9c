import { type Journal, type JournalLine, memoryJournal } from '@artoo/runtime'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answer, boss, errands } from './errand.js'

const steps = ['ask first', 'call fetch', 'ask second', 'call send', 'ask third']

/** Tools that tell what was done, over all processes of a task. */
function world() {
  const done: string[] = []
  const tool = (name: string, effect: 'read' | 'irreversible') =>
    defineTool({
      name,
      description: name,
      input: z.object({}),
      effect,
      execute() {
        done.push(name)
        return `${name} done`
      },
    })
  return { done, tools: [tool('fetch', 'read'), tool('send', 'irreversible')] }
}

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

const turns = [answer('one'), answer('two'), answer('three')]
const confirm = () => true
const again = { deciders: () => [boss], confirm, takeOver: true }

async function undisturbed() {
  const journal = memoryJournal()
  const { done, tools } = world()
  const { run, runtime } = errands({ turns, tools, journal })
  const handle = run(steps, { confirm })
  const result = await handle
  await runtime.close()
  return { lines: await linesOf(journal, handle.taskId), result, done, taskId: handle.taskId }
}

describe('a run that is resumed', () => {
  test('after any line of its journal comes to the same result, and pays for no answer twice', async () => {
    const { lines, result, taskId } = await undisturbed()
    expect(result).toEqual({ reason: 'done', heard: ['one', 'fetch done', 'two', 'send done', 'three'] })
    for (let count = 1; count < lines.length; count++) {
      const kept = lines.slice(0, count)
      const journal = memoryJournal()
      await journal.append(taskId, kept)
      const { done, tools } = world()
      const paid = kept.filter((line) => line.kind === 'event' && line.event.type === 'ModelCall').length
      const { runtime, model } = errands({ turns: turns.slice(paid), tools, journal, ids: sequentialIds('later') })
      const handle = runtime.resume(taskId, again)
      expect(await handle, `after ${count} lines`).toEqual(result)
      expect(model.requests.length, `after ${count} lines`).toBe(3 - paid)
      expect(done.filter((name) => name === 'send').length).toBeLessThanOrEqual(1)
      await runtime.close()
      expect((await linesOf(journal, taskId)).at(-1)?.kind).toBe('end')
      expect(handle.events.map(({ type }) => type)).toContain('Outcome')
    }
  })
})
