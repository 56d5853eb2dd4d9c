import { type LoopWorkerOptions, loopJobs } from '@artoo/agent-loop'
import { memoryQueue } from '@artoo/runtime'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { atoms, file, hangs, planOf, type WorldOptions, world } from '../world.js'

let now: number
let queue: ReturnType<typeof memoryQueue>
beforeEach(() => {
  now = Date.parse('2026-01-01T00:00:00.000Z')
  queue = memoryQueue({ clock: { now: () => now } })
})

/** A process of its own, as far as the loops can tell. */
function another() {
  const jobs = loopJobs({ queue })
  onTestFinished(() => jobs.close())
  return jobs
}

type Folder = Pick<ReturnType<typeof world>, 'memory' | 'store'>

const folderOf = ({ memory, store }: Folder): WorldOptions => ({ memory, options: { store } })

/** A worker whose process opens the folder and the state of another one, if there is one. */
function working(
  options: WorldOptions = {},
  { memory, store }: Folder = world(),
  settings: Partial<LoopWorkerOptions> = {},
) {
  const launches: string[][] = []
  const worker = another().worker({
    ...{ pollMs: 20, ...settings },
    open() {
      const own = world({ ...options, ...folderOf({ memory, store }) })
      launches.push(own.launches)
      return own.loop
    },
  })
  return { memory, store, worker, launches: () => launches.flat() }
}

const looks = { check: 'assertion', text: 'it looks\ngood' } as const

describe('a loop that is submitted', () => {
  it('is begun by a worker that has its folder, and ended by the next one, which does no work twice', async () => {
    const plan = planOf({ atoms: atoms({ A: [], B: ['A'] }) })
    const submitted = another().submit(plan, { tags: ['folder'], by: 'ann' })
    working()
    const first = working({ scripts: { B: hangs } }, undefined, { tags: ['folder'] })
    await vi.waitFor(() => expect(first.launches()).toEqual(['A', 'B']))
    await first.worker.close()
    expect(await submitted.job()).toMatchObject({ kind: 'loop', state: 'ready', lost: 0, claims: 1 })
    const second = working({}, first, { tags: ['folder'] })
    const result = await another().follow(submitted.taskId)
    expect(result).toMatchObject({ status: 'completed', undone: [], state: { objective: { aligned: { by: 'ann' } } } })
    expect(await submitted).toEqual(result)
    expect(second.launches()).toEqual(['B'])
  })

  it('has its result once, when a worker dies between the end of the loop and that of the job', async () => {
    const submitted = another().submit(planOf())
    const dead = world()
    await dead.run()
    const { launches } = working({}, dead)
    expect(await submitted).toMatchObject({ status: 'completed', code: 'base_case_satisfied' })
    expect(launches()).toEqual([])
  })

  it('is left alone while a process that was given up still has it', async () => {
    const submitted = another().submit(planOf())
    const stopped = world()
    await stopped.store.acquire('stopped')
    working({}, stopped)
    await vi.waitFor(async () => expect(await submitted.job()).toMatchObject({ state: 'ready', claims: 1, lost: 0 }))
    await stopped.store.release()
    now += 2_000
    expect(await submitted).toMatchObject({ status: 'completed' })
  })

  it('and cancelled ends as it stands, or with null when it had not begun', async () => {
    const early = another().submit(planOf())
    expect(await early.cancel('not needed')).toBe(true)
    const first = working({ scripts: { A: hangs } }, world(), { leaseMs: 200 })
    expect(await early).toBeNull()
    expect(first.launches()).toEqual([])
    const late = another().submit(planOf())
    await vi.waitFor(() => expect(first.launches()).toEqual(['A']))
    expect(await late.cancel('not needed')).toBe(true)
    expect(await late).toMatchObject({ status: 'stopped', code: 'manual_stop', undone: ['A'] })
  })

  it('fails, and is tried again later, when its loop can’t be opened', async () => {
    const submitted = another().submit(planOf())
    const { loop } = world()
    await loop.close()
    const worker = another().worker({ pollMs: 20, open: () => loop })
    await vi.waitFor(async () => expect(await submitted.job()).toMatchObject({ state: 'ready', lost: 1 }))
    await worker.close()
    expect((await submitted.job()).problem).toContain('closed')
  })

  it('is given up after three deaths of its workers, unless it got on meanwhile', async () => {
    const submitted = [another().submit(planOf()), another().submit(planOf())]
    await Promise.all(submitted.map((one) => one.submitted))
    for (let deaths = 0; deaths < 3; deaths++) {
      await queue.claim({ worker: `${deaths}`, kinds: ['loop'], tags: [], suspects: 9, count: 2, leaseMs: 1 })
      now += 10
    }
    const [stuck, moved] = submitted
    const begun = world({ scripts: { A: hangs } })
    void begun.run()
    await vi.waitFor(() => expect(begun.launches).toEqual(['A']))
    await begun.loop.close()
    another().worker({
      pollMs: 20,
      open: ({ taskId }) => (taskId === moved?.taskId ? world(folderOf(begun)) : world()).loop,
    })
    expect(await moved).toMatchObject({ status: 'completed' })
    await expect(stuck).rejects.toMatchObject({ code: 'worker_lost' })
  })

  it('refuses options that it does not know, and a worker without folders', () => {
    expect(() => another().submit(planOf(), { context: {} } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'context' }),
    )
    expect(() => another().worker({} as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'open' }),
    )
  })
})

describe('an assertion of a loop that is submitted', () => {
  const plan = () => planOf({ base_case: { check: 'all', of: [file('A.txt'), looks] } })

  async function asked() {
    const submitted = another().submit(plan())
    const first = working()
    await vi.waitFor(async () => expect(await submitted.job()).toMatchObject({ state: 'waiting' }))
    await first.worker.close()
    const [request] = (await submitted.job()).requests
    return { submitted, first, request, id: request?.id ?? '' }
  }

  it.each([
    [{ answer: 'yes', by: 'ann' }, 'completed', true],
    ['the title is missing', 'halted', false],
  ])('waits for anybody’s word, and the next worker goes on: %o', async (answer, status, holds) => {
    const { submitted, first, request, id } = await asked()
    expect(request).toMatchObject({
      kind: 'question',
      question: 'Does this hold? it looks good',
      choices: ['yes', 'no'],
    })
    await another().answer(submitted.taskId, { [id]: answer })
    await expect(another().answer(submitted.taskId, { [id]: 'no' })).rejects.toMatchObject({ code: 'unknown_request' })
    const { launches } = working({}, first)
    expect(await submitted).toMatchObject({ status, state: { attested: [{ text: looks.text, holds }] } })
    expect(launches()).toEqual([])
  })

  it('is asked of again once there is other work, and the word on the earlier one is not used for it', async () => {
    const { submitted, first, id } = await asked()
    await another().answer(submitted.taskId, { [id]: 'yes' })
    await queue.claim({ worker: 'dies', kinds: ['loop'], tags: [], count: 1, suspects: 9, leaseMs: 1 })
    const dying = world(folderOf(first)).loop
    await dying.redirect({
      type: 'dag_adjustment',
      description: 'B, too',
      operations: [
        { op: 'add', atom: { id: 'B', ...(atoms({ B: ['A'] }).B as object), resources: [], explore: false } as never },
      ],
    })
    await dying.start()
    now += 10
    working({}, first)
    await vi.waitFor(async () => expect(await submitted.job()).toMatchObject({ state: 'waiting', claims: 3 }))
    const { requests } = await submitted.job()
    expect(requests.map((one) => one.id)).not.toContain(id)
    expect((await first.store.read())?.attested).toEqual([])
  })
})
