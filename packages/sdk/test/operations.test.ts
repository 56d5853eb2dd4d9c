import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, isInterrupted, type Journal, type LanguageModel, memoryJournal } from '@artoo/sdk'
import { fileJournal, standardTools } from '@artoo/sdk/node'
import { manualClock } from '@artoo/spec/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bundled } from '../../mkct/test/support/bundled.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-operations-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const base = { depth: 'direct', dreamer: false } as const
const answering = () => scriptedModel({ text: { text: 'done' } }, { repeatLast: true })
const silent: LanguageModel = { id: 'silent', generate: () => new Promise(() => {}) }

/** Leaves so many tasks in the journal that a closed process had under way. */
async function parked(count: number, journal: Journal) {
  const artoo = createArtoo({ ...base, model: silent, journal })
  const runs = Array.from({ length: count }, (_, index) => artoo.run(`Task ${index}`))
  await vi.waitFor(() => expect(runs.every(({ events }) => events.length > 1)).toBe(true))
  await artoo.close()
  expect((await Promise.all(runs)).every(isInterrupted)).toBe(true)
  return runs.map(({ taskId }) => taskId)
}

async function idsOf(artoo: ReturnType<typeof createArtoo>, state: 'died' | 'ended') {
  const ids: string[] = []
  for await (const { taskId } of artoo.tasks({ state })) ids.push(taskId)
  return ids
}

describe('resumeAll', () => {
  test('goes on with what a closed process left, a few tasks at once', async () => {
    const ids = await parked(7, fileJournal(directory))
    const underWay = new Set<string>()
    let most = 0
    const artoo = createArtoo({ ...base, model: answering(), journal: fileJournal(directory) })
    const resumed = await artoo.resumeAll({
      concurrency: 3,
      onRun({ taskId, result }) {
        underWay.add(taskId)
        most = Math.max(most, underWay.size)
        void result.then(() => underWay.delete(taskId))
      },
    })
    expect(most).toBe(3)
    expect(resumed.map(({ taskId }) => taskId).sort()).toEqual(ids.sort())
    for (const one of resumed) expect(one).toMatchObject({ outcome: { status: 'complete', output: 'done' } })
    expect(await artoo.resumeAll()).toEqual([])
    await artoo.close()
  })

  test('leaves tasks alone for which it gets null, and says why one can’t go on', async () => {
    const [first = '', second = '', third = ''] = await parked(3, fileJournal(directory))
    const artoo = createArtoo({ ...base, model: answering(), journal: fileJournal(directory) })
    const options = ({ taskId }: { taskId: string }) =>
      taskId === first ? null : taskId === second ? { limits: { timeMs: -1 } } : {}
    const resumed = await artoo.resumeAll({ options })
    expect(resumed).toHaveLength(2)
    expect(resumed.find(({ taskId }) => taskId === second)).toMatchObject({ error: { code: 'invalid_option' } })
    expect(resumed.find(({ taskId }) => taskId === third)).toMatchObject({ outcome: { status: 'complete' } })
    expect((await idsOf(artoo, 'died')).sort()).toEqual([first, second].sort())
    await artoo.close()
  })

  test('a host whose onRun throws hears of it, and its task goes on', async () => {
    await parked(2, fileJournal(directory))
    const artoo = createArtoo({ ...base, model: answering(), journal: fileJournal(directory) })
    const onRun = () => {
      throw new Error('a bug of the host')
    }
    const resumed = await artoo.resumeAll({ onRun })
    expect(resumed).toMatchObject([
      { error: { message: 'a bug of the host' } },
      { error: { message: 'a bug of the host' } },
    ])
    expect(await idsOf(artoo, 'ended')).toHaveLength(2)
    await artoo.close()
  })

  test('stops at an abort or a close: the rest stays for the next process', async () => {
    await parked(4, fileJournal(directory))
    const stop = new AbortController()
    const artoo = createArtoo({ ...base, model: silent, journal: fileJournal(directory) })
    const resuming = artoo.resumeAll({
      concurrency: 1,
      signal: stop.signal,
      onRun: () => setImmediate(() => stop.abort()),
    })
    await vi.waitFor(async () => expect((await artoo.stats()).modelCalls.running).toBe(1))
    await artoo.close()
    expect(await resuming).toMatchObject([{ outcome: { status: 'interrupted' } }])
    const next = createArtoo({ ...base, model: answering(), journal: fileJournal(directory) })
    expect(await next.resumeAll()).toHaveLength(4)
    await next.close()
  })

  test('stops at a close without an error: the rest stays for the next process', async () => {
    await parked(3, fileJournal(directory))
    const artoo = createArtoo({ ...base, model: silent, journal: fileJournal(directory) })
    const resuming = artoo.resumeAll({ concurrency: 1 })
    await vi.waitFor(async () => expect((await artoo.stats()).modelCalls.running).toBe(1))
    await artoo.close()
    const resumed = await resuming
    expect(resumed).toHaveLength(1)
    expect(resumed).toMatchObject([{ outcome: { status: 'interrupted' } }])
  })

  test.each([0, 1.5, -1])('refuses a concurrency of %d', async (concurrency) => {
    const artoo = createArtoo({ ...base, model: silent, journal: memoryJournal() })
    await expect(artoo.resumeAll({ concurrency })).rejects.toMatchObject({ field: 'concurrency' })
    await expect(artoo.resumeAll({ concurency: 1 } as never)).rejects.toThrow('did you mean concurrency')
    await artoo.close()
  })
})

test('tasks that have not ended are found without a look into those that have', async () => {
  const journal = fileJournal(directory)
  const [first = '', second = ''] = await parked(2, journal)
  const artoo = createArtoo({ ...base, model: silent, journal })
  // A look would find that it has not ended, and move it back.
  mkdirSync(join(directory, 'ended'))
  renameSync(journal.pathOf(first), join(directory, 'ended', `${first}.jsonl`))
  expect(await idsOf(artoo, 'died')).toEqual([second])
  expect(await idsOf(artoo, 'ended')).toEqual([])
  expect((await idsOf(artoo, 'died')).sort()).toEqual([first, second].sort())
  await artoo.close()
})

describe('retention', () => {
  const day = 86_400_000

  test('removes ended tasks that are too old or too many, with the states of the files that they changed', async () => {
    const clock = manualClock(1_000)
    const root = join(directory, 'root')
    const journal = fileJournal(join(directory, 'journal'))
    mkdirSync(root)
    const tools = standardTools({ root })
    const ids: string[] = []
    const model = scriptedModel(
      {
        text: ({ messages }) =>
          messages.some(({ role }) => role === 'tool')
            ? { text: 'done' }
            : {
                toolCalls: [
                  {
                    name: 'write_file',
                    input: { path: `${ids.length}.txt`, content: 'x' },
                  },
                ],
              },
      },
      { repeatLast: true },
    )
    const made = { ...base, model, tools, journal, clock, permissions: { mode: 'edits' } } as const
    const artoo = createArtoo(made)
    for (let count = 0; count < 4; count++) {
      const run = artoo.run(`Write it, ${count}`)
      expect((await run).status).toBe('complete')
      ids.push(run.taskId)
      clock.advance(10 * day)
    }
    await artoo.close()
    const [oldest = '', , , newest = ''] = ids
    const keeping = createArtoo({ ...made, retention: { days: 35, keep: 2 } })
    await vi.waitFor(async () => expect((await keeping.stats()).retention?.lookedAt).not.toBeNull())
    expect((await keeping.stats()).retention).toMatchObject({ removed: 2, error: null })
    expect((await idsOf(keeping, 'ended')).sort()).toEqual(ids.slice(2).sort())
    await expect(keeping.diff(oldest)).rejects.toMatchObject({ code: 'unknown_task' })
    expect(await keeping.diff(newest)).toHaveLength(1)
    clock.advance(16 * day)
    await vi.waitFor(async () => expect((await keeping.stats()).retention?.removed).toBe(3))
    expect(await idsOf(keeping, 'ended')).toEqual([newest])
    await keeping.close()
    expect(clock.pending).toBe(0)
  })

  test('leaves open tasks alone, and says what went wrong', async () => {
    const journal = fileJournal(directory)
    const [died = ''] = await parked(1, journal)
    const list = async function* () {
      yield* []
      throw new Error('the disk is gone')
    }
    const artoo = createArtoo({ ...base, model: silent, journal: { ...journal, list }, retention: { keep: 0 } })
    await vi.waitFor(async () => expect((await artoo.stats()).retention?.error).toBe('the disk is gone'))
    await artoo.close()
    const other = createArtoo({ ...base, model: silent, journal, retention: { keep: 0 } })
    await vi.waitFor(async () => expect((await other.stats()).retention?.lookedAt).not.toBeNull())
    expect(await idsOf(other, 'died')).toEqual([died])
    await other.close()
  })

  test.each([[{}], [{ days: -1 }], [{ keep: 1.5 }], [{ weeks: 1 }]])('%j is refused', (retention) => {
    const given = { ...base, model: silent, journal: memoryJournal(), retention: retention as never }
    expect(() => createArtoo(given)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
  })

  test('needs a journal', () => {
    const message = expect.objectContaining({ code: 'invalid_option', field: 'retention' })
    expect(() => createArtoo({ ...base, model: silent, retention: { keep: 1 } })).toThrow(message)
  })
})

test.skipIf(process.platform === 'win32')(
  'a disk that hangs (a pipe, which Windows lacks) delays the tasks of its journal: the host’s timers, files and other tasks go on',
  async () => {
    const host = await bundled(new URL('hung-disk-host.ts', import.meta.url))
    const child = spawn(process.execPath, [host, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [line] = await once(child.stdout, 'data')
      const { lateMs, ...rest } = JSON.parse(String(line))
      expect(rest).toEqual({ other: 'complete', read: 4, hung: 'yes' })
      expect(lateMs).toBeLessThan(1_000)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  },
)

test('the tasks of a process that was killed are known to have died at once', async () => {
  const host = await bundled(new URL('parked-host.ts', import.meta.url))
  const child = spawn(process.execPath, [host, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const artoo = createArtoo({ ...base, model: answering(), journal: fileJournal(directory) })
  expect(await idsOf(artoo, 'died')).toEqual([])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await idsOf(artoo, 'died')).toHaveLength(3)
  const resumed = await artoo.resumeAll()
  expect(resumed.map((one) => one.outcome?.status)).toEqual(['complete', 'complete', 'complete'])
  await artoo.close()
})

test('stats tell sizes and queues', async () => {
  const artoo = createArtoo({ ...base, model: silent, journal: fileJournal(directory), limits: { concurrency: 2 } })
  for (let count = 0; count < 5; count++) artoo.run('Wait')
  await vi.waitFor(async () =>
    expect(await artoo.stats()).toMatchObject({
      ...{ tasks: 5, modelCalls: { running: 2, waiting: 3 }, toolCalls: { running: 0, waiting: 0 } },
      ...{ journal: { open: 5, ended: 0 }, memory: { megrams: 0, queued: 0 }, audit: { dropped: 0 }, retention: null },
    }),
  )
  await artoo.close()
  const bare = createArtoo({ ...base, model: answering(), journal: memoryJournal() })
  await bare.run('Say it')
  expect(await bare.stats()).toMatchObject({ tasks: 0, journal: null })
  await bare.close()
})
