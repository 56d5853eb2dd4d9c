import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedReply, scriptedModel } from '@artoo/llm/testing'
import { type Confirm, createArtoo, defineTool, isWaiting } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'

const wild = Array.from({ length: 32 }, () => ({ name: 'look', input: {} }))

/** Hosts of one journal whose model asks for 32 looks in a turn, then for a post, then for 32 looks more, and so on. */
function greedyHosts(toolCalls: number) {
  let made = 0
  const input = z.object({})
  const look = defineTool({
    ...{ name: 'look', description: 'Looks.', input, effect: 'read' },
    execute: () => `look ${++made}`,
  })
  const post = defineTool({
    ...{ name: 'post', description: 'Posts.', input, effect: 'irreversible' },
    execute: () => `post ${++made}`,
  })
  const turns: readonly ScriptedReply[] = [{ toolCalls: wild }, { toolCalls: [{ name: 'post', input: {} }] }]
  let turn = 0
  const model = scriptedModel(
    {
      ...straightThrough,
      plan: planOf(subtask('write a greeting', ['look', 'post'])),
      execution: ({ tools }) => (tools?.length ? (turns[turn++ % 2] as ScriptedReply) : answers.execution),
    },
    { repeatLast: true },
  )
  const folder = mkdtempSync(join(tmpdir(), 'artoo-many-calls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const journal = fileJournal(folder)
  const limits = { toolCalls, toolTurns: 4 }
  const host = (confirm?: Confirm) =>
    createArtoo({ model, tools: [look, post], journal, limits, dreamer: false, ...(confirm && { confirm }) })
  return { host, model, made: () => made }
}

const told = ({ model }: Pick<ReturnType<typeof greedyHosts>, 'model'>) =>
  model.requests.flatMap(({ messages }) => messages.map(({ content }) => String(content)))

describe('a limit on tool calls', () => {
  test('holds over all turns and attempts of a task, and the model reads why', async () => {
    const hosts = greedyHosts(40)
    const artoo = hosts.host(() => true)
    const { reason } = await artoo.run('Greet')
    expect(hosts.made()).toBe(40)
    expect(told(hosts)).toContain(
      "[refused: too_many_calls]\nthe run's 40 tool calls (limits.toolCalls) are used up: report what you have",
    )
    expect(reason).toBe('replans_exhausted')
    await artoo.close()
  })

  test('is counted over a task that waited and was resumed elsewhere', async () => {
    const hosts = greedyHosts(40)
    const first = hosts.host()
    const waiting = await first.run('Greet', { onUnanswered: 'wait' })
    await first.close()
    expect(hosts.made()).toBe(32)
    if (!isWaiting(waiting)) throw new Error('the task does not wait')
    const second = hosts.host(() => true)
    await second.resume(waiting.taskId)
    expect(hosts.made()).toBe(40)
    await second.close()
  })
})
