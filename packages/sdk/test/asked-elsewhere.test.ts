import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { replay } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, defineTool, isWaiting, type RunEvent, readEvents } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { bundled } from '../../mkct/test/support/bundled.js'
import { asking, goingOn, which } from './asking-script.js'
import { answers, planOf, straightThrough, subtask } from './script.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-asked-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const list = defineTool({
  ...{ name: 'list', description: 'lists the config files', input: z.object({}), effect: 'read' },
  execute: () => 'dev.json\nprod.json',
})

/** A process of its own, as far as artoo can tell. */
function another(
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>,
  options: Partial<ArtooOptions> = {},
) {
  const model = scriptedModel(script, { repeatLast: true })
  const journal = fileJournal(directory)
  return { model, journal, artoo: createArtoo({ model, journal, tools: [list], dreamer: false, ...options }) }
}

async function waitsIn({ artoo }: ReturnType<typeof another>) {
  const outcome = await artoo.run('Set the version in the config file to 2', { onUnanswered: 'wait' })
  await artoo.close()
  if (!isWaiting(outcome)) throw new Error(`it does not wait: ${outcome.summary}`)
  return outcome
}

const kept = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .flatMap((file) => (file.isFile() ? [readFileSync(join(file.parentPath, file.name), 'utf8')] : []))
    .join('\n')

describe('a question that waits', () => {
  test.each(['executor', 'planner'] as const)('of the %s is answered in another process', async (from) => {
    const { taskId, requests } = await waitsIn(another(asking[from]))
    expect(requests).toMatchObject([{ kind: 'question', from, ...which, askedAt: expect.any(Number) }])
    const second = another(goingOn[from])
    const run = second.artoo.resume(taskId, {
      answers: { [requests[0]?.id ?? '']: { answer: 'prod.json', by: 'Ada' } },
    })
    expect(await run).toMatchObject({ status: 'complete', output: 'hello' })
    expect(second.model.requests[0]?.messages.at(-1)?.content).toContain('prod.json')
    await second.artoo.close()
  })

  test('with another is answered together with it, and before anything is written', async () => {
    const both = { json: { status: 'needs', output: '', needs: [which, { question: 'To 2 or 2.0?' }] } }
    const { taskId, requests } = await waitsIn(another({ ...asking.executor, execution: both }))
    const [first = '', second = ''] = requests.map(({ id }) => id)
    const before = kept()
    const refusals = [
      [{ [first]: 'prod.json' }, 'invalid_answer', `${second} was asked with ${first}`],
      [{ [first]: { granted: true }, [second]: '2' }, 'invalid_answer', 'a text, or { answer, by? }'],
      [{ [first]: `sk-${'a1B2'.repeat(9)}`, [second]: '2' }, 'secret_in_answer', '{ granted: true, context'],
      [{ other: '2' }, 'unknown_request', 'no open request other'],
    ] as const
    for (const [given, code, message] of refusals) {
      const { artoo } = another(goingOn.executor)
      await expect(artoo.resume(taskId, { answers: given as never })).rejects.toMatchObject({
        ...{ code, message: expect.stringContaining(message) },
      })
      await artoo.close()
    }
    expect(kept()).toBe(before)
    const { artoo } = another(goingOn.executor)
    expect(await artoo.resume(taskId, { answers: { [first]: 'prod.json', [second]: '2.0' } })).toMatchObject({
      status: 'complete',
    })
    await artoo.close()
  })

  test('and answered with nothing there ends the task with it', async () => {
    const { taskId, requests } = await waitsIn(another(asking.executor))
    const { artoo, model } = another(goingOn.executor)
    const run = artoo.resume(taskId, { answers: { [requests[0]?.id ?? '']: '' } })
    expect(await run).toMatchObject({ status: 'partial', missing: [{ what: which.question, needs: 'an answer' }] })
    expect(model.requests).toEqual([])
    await artoo.close()
  })
})

describe('an access that waits', () => {
  const token = 'Zq8-upload-token-77'
  const script = {
    ...straightThrough,
    plan: planOf(subtask('upload it', ['upload'])),
    execution: [{ json: { status: 'needs', output: '', needs: [{ access: 'a token (UPLOAD_TOKEN)' }] } }],
  }
  const uploadAs = (effect: 'read' | 'irreversible') =>
    defineTool({
      ...{ name: 'upload', description: 'uploads', input: z.object({}), effect },
      execute: (_input, { context }) => `sent with ${(context as { readonly token?: string } | undefined)?.token}`,
    })
  const [upload, confirming] = [uploadAs('read'), uploadAs('irreversible')]
  const calls = { toolCalls: [{ name: 'upload', input: {} }] }

  test('is granted in another process, and kept in no file', async () => {
    const { taskId, requests } = await waitsIn(another(script, { tools: [upload] }))
    const second = another({ ...goingOn.executor, execution: [calls, answers.execution] }, { tools: [upload] })
    const given = { [requests[0]?.id ?? '']: { granted: true, context: { token } } as const }
    const run = second.artoo.resume(taskId, { answers: given })
    expect(await run).toMatchObject({ status: 'complete' })
    expect(second.model.requests.at(-2)?.messages.at(-1)?.content).toBe('sent with [secret token]')
    expect(kept()).toContain('sent with [secret token]')
    expect(kept()).not.toContain(token)
    await second.artoo.close()
  })

  test('is given again by the host of a third process, where it is masked as before', async () => {
    const { taskId, requests } = await waitsIn(another(script, { tools: [confirming] }))
    const second = another({ ...goingOn.executor, execution: calls }, { tools: [confirming] })
    const given = { [requests[0]?.id ?? '']: { granted: true, context: { token } } as const }
    const asked = await second.artoo.resume(taskId, { answers: given })
    await second.artoo.close()
    if (!isWaiting(asked)) throw new Error('it does not wait')
    const third = another(goingOn.executor, { tools: [confirming] })
    const run = third.artoo.resume(taskId, { answers: { [asked.requests[0]?.id ?? '']: true }, context: { token } })
    expect(await run).toMatchObject({ status: 'complete' })
    expect(kept()).toContain('sent with [secret token]')
    expect(kept()).not.toContain(token)
    await third.artoo.close()
  })
})

test('a process that is killed while a question waits pays for no model call twice', { timeout: 120_000 }, async () => {
  const host = await bundled(new URL('asking-host.ts', import.meta.url))
  for (const from of ['executor', 'planner'] as const) {
    const child = spawn(process.execPath, [host, directory, from], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let taskId = ''
    for await (const line of createInterface({ input: child.stdout })) {
      taskId = line.split(' ')[0] ?? ''
      if (line.endsWith('ClarificationRequest')) break
    }
    child.kill('SIGKILL')
    await once(child, 'close')
    const { artoo, model, journal } = another(goingOn[from])
    const events = await readEvents<RunEvent>(journal, taskId)
    const asked = events.findLast(({ type }) => type === 'ClarificationRequest')
    const answered = { [`${asked?.id}.1`]: 'prod.json' }
    const run = artoo.resume(taskId, { answers: answered, takeOver: 1 })
    expect(await run).toMatchObject({ status: 'complete' })
    expect(model.requests.map(({ output }) => output?.name)).toEqual(Object.keys(goingOn[from]))
    const count = (all: readonly RunEvent[]) => all.filter(({ type }) => type === 'ModelCall').length
    expect(count(run.events)).toBe(count(events) + model.requests.length)
    await artoo.close()
    expect((await replay(journal, taskId)).parting).toBeNull()
  }
})
