import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JobQueue, memoryQueue } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { systemClock } from '@artoo/spec'
import { sequentialIds } from '@artoo/spec/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { plain, type WorldOptions, world } from './world.js'

let directory: string
let queue: JobQueue
let processes = 0
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-omega-'))
  queue = memoryQueue()
})
afterEach(() => rmSync(directory, { recursive: true }))

/** A process of its own, as far as the panel can tell. */
function another(options: WorldOptions = {}) {
  const ids = sequentialIds(`process-${++processes}`)
  const own = world({ queue, journal: fileJournal(directory), clock: systemClock(), ids, ...options })
  onTestFinished(() => own.omega.close())
  return own
}

describe('a deliberation that is submitted', () => {
  it('is begun by a worker, and ended by the next one, which pays for no answer twice', async () => {
    const submitted = another().omega.submit('Two and two?', { ...plain, tags: ['panel'] })
    await submitted.submitted
    const first = another({ script: { 27: () => new Promise(() => {}) } })
    const worker = first.omega.worker({ tags: ['panel'], pollMs: 20 })
    await vi.waitFor(() => expect(first.calls.map(({ agent }) => agent)).toContain(27))
    await worker.close()
    expect(await submitted.job()).toMatchObject({ kind: 'deliberation', state: 'ready', lost: 0 })
    const second = another()
    second.omega.worker({ tags: ['panel'], pollMs: 20 })
    const elsewhere = another().omega.follow(submitted.taskId)
    expect(await elsewhere).toMatchObject({ status: 'SUCCESS' })
    expect(await submitted).toEqual(await elsewhere)
    expect(second.calls.map(({ agent }) => agent)).not.toContain(1)
  })

  it('waits for anybody’s answer to a question of the panel', async () => {
    const script = { 47: { clarified: { problem: null, questions: ['Which pump?'] } } }
    another({ panel: 'standard', script }).omega.worker({ pollMs: 20 })
    const submitted = another().omega.submit('Why is it slow?', { ...plain, wellDefined: false })
    await vi.waitFor(async () => expect(await submitted.job()).toMatchObject({ state: 'waiting' }))
    const [request] = (await submitted.job()).requests
    expect(request).toMatchObject({ kind: 'question', question: 'Which pump?', from: 'panel' })
    await another().omega.answer(submitted.taskId, { [request?.id ?? '']: 'the one in the cellar' })
    expect(await submitted).toMatchObject({ problem: { clarified: 'Why is it slow?\nthe one in the cellar' } })
  })

  it.each([
    [{ context: {} }, 'unsupported_option', 'context'],
    [{ clarify: () => '' }, 'unsupported_option', 'clarify'],
    [{ stakes: 'huge' }, 'invalid_option', 'stakes'],
    [{ limits: { modelCalls: -1 } }, 'invalid_option', 'limits.modelCalls'],
  ])('refuses %o before it is in the queue', async (options, code, field) => {
    expect(() => another().omega.submit('Two and two?', options as never)).toThrow(
      expect.objectContaining({ code, field }),
    )
    expect((await queue.counts()).ready).toBe(0)
  })

  it('needs a queue, and an instance that is open', async () => {
    const { omega } = another({ queue: undefined })
    expect(() => omega.submit('Two and two?')).toThrow(expect.objectContaining({ code: 'no_queue', field: 'queue' }))
    const closed = another().omega
    await closed.close()
    expect(() => closed.submit('Two and two?')).toThrow(expect.objectContaining({ code: 'closed' }))
    expect((await queue.counts()).ready).toBe(0)
  })
})
