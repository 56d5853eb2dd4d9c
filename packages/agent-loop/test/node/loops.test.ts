import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLoop, type Plan, type StateFile, type Worker } from '@artoo/agent-loop'
import { nodeChecker, stateFileStore, workspacesFor } from '@artoo/agent-loop/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundled, childOf } from './child.js'
import { git, gitOrWhy, hasGit, read, repositoryWith, standing } from './folders.js'
import { temporaryDirectory } from './temporary-directory.js'

const file = (path: string) => ({ check: 'file', path }) as const
const atom = (id: string, deps: string[] = []) => ({
  ...{ description: `make ${id}.txt`, success_criteria: file(`${id}.txt`), deps, writes: [`${id}.txt`] },
})

const planOf = (changes: Partial<Plan> = {}): Plan => ({
  ...{ goal: 'files', background_intent: 'to see', deliverables: ['files'], definition_of_done: 'they are there' },
  base_case: { check: 'all', of: [file('A.txt'), file('B.txt')] },
  atoms: { A: atom('A'), B: atom('B', ['A']) },
  ...changes,
})

/** A repository with edits of its user, and a loop beside it. */
function place(worker: Worker, files: Readonly<Record<string, string>> = {}) {
  const home = temporaryDirectory()
  const folder = repositoryWith(join(home, 'work'), { 'kept.txt': 'kept\n', ...files })
  writeFileSync(join(folder, 'kept.txt'), 'edited\n')
  const state = join(home, 'loop.json')
  const loop = createLoop({
    store: stateFileStore(state, { pollMs: 20 }),
    workspaces: workspacesFor(folder),
    checker: nodeChecker(),
    worker,
  })
  const stateNow = () => JSON.parse(readFileSync(state, 'utf8')) as StateFile
  return { folder, state, loop, stateNow, before: standing(folder) }
}

const makes: Worker = async ({ brief, directory }) => {
  writeFileSync(join(directory, `${brief.atom}.txt`), `${brief.atom}\n`)
  return { success: true, summary: `made ${brief.atom}.txt` }
}

const treeOf = (folder: string, { head }: StateFile) =>
  git(folder, 'ls-tree', '-r', '--name-only', head ?? '').split('\n')

describe.skipIf(!hasGit)(`a loop in a real repository${gitOrWhy}`, () => {
  let script: string
  beforeAll(async () => {
    script = await bundled('loop-process.ts')
  })

  it('takes the choice that succeeds first; of the other there is no file (9)', async () => {
    const { folder, loop, before } = place(async (task) => {
      if (task.brief.atom === 'jwt') await sleep(60_000, undefined, { signal: task.signal }).catch(() => {})
      return makes(task)
    })
    await loop.align(
      planOf({
        base_case: file('session.txt'),
        atoms: { jwt: atom('jwt'), session: atom('session') },
        or_groups: { auth: { choices: ['jwt', 'session'], speculative: true } },
      }),
    )
    const { status, state } = await loop.start()
    expect(status).toBe('completed')
    expect(state.or_groups.auth?.selected).toBe('session')
    expect(state.atoms.jwt?.status).toBe('superseded')
    expect(treeOf(folder, state)).toEqual(['kept.txt', 'session.txt', ''])
    await loop.close()
    expect(standing(folder)).toEqual(before)
  })

  it('takes one of two choices that succeed at once (10)', async () => {
    let arrived = 0
    const { folder, loop } = place(async (task) => {
      arrived++
      while (arrived < 2) await sleep(5)
      return makes(task)
    })
    await loop.align(
      planOf({
        base_case: { check: 'any', of: [file('jwt.txt'), file('session.txt')] },
        atoms: { jwt: atom('jwt'), session: atom('session') },
        or_groups: { auth: { choices: ['jwt', 'session'], speculative: true } },
      }),
    )
    const { state } = await loop.start()
    expect(Object.keys(state.bindings)).toEqual([state.or_groups.auth?.selected])
    expect(treeOf(folder, state)).toEqual(
      [`${Object.keys(state.bindings)[0]}.txt`, 'kept.txt', ''].sort((a, b) =>
        a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1,
      ),
    )
    await loop.close()
  })

  it('calls three workers off when its course is changed, and leaves the checkout as it is (13)', async () => {
    let [begun, called] = [0, 0]
    let isFirst = true
    const { folder, loop, before } = place(async (task) => {
      begun++
      if (isFirst) await sleep(60_000, undefined, { signal: task.signal }).catch(() => called++)
      return makes(task)
    })
    const three = { A: atom('A'), B: atom('B'), C: atom('C') }
    await loop.align(
      planOf({ atoms: three, base_case: { check: 'all', of: [file('A.txt'), file('B.txt'), file('C.txt')] } }),
    )
    const run = loop.start()
    await expect.poll(() => begun, { timeout: 20_000, interval: 5 }).toBe(3)
    await loop.redirect({ type: 'constraint_change', description: 'more time', constraints: { max_attempts: 3 } })
    isFirst = false
    const { status, state } = await run
    expect(called).toBe(3)
    expect(status).toBe('completed')
    expect(state.corrections).toHaveLength(1)
    await loop.close()
    expect(standing(folder)).toEqual(before)
  })

  it('goes on after a kill from the state file alone, its attempt given back; a second process is refused before that (20, 22)', async () => {
    const { folder, state, loop, stateNow, before } = place(makes)
    const first = childOf(script, folder, state, 'hang', JSON.stringify(planOf()))
    await first.tells(1)
    const held = readFileSync(state, 'utf8')
    const second = childOf(script, folder, state)
    await second.ended
    expect(second.told).toEqual(['state_leased'])
    expect(readFileSync(state, 'utf8')).toBe(held)
    await first.kill()
    expect(stateNow().atoms.A).toMatchObject({ status: 'in_progress', attempts: 1 })
    rmSync(`${state}.lease.1`, { force: true })
    rmSync(`${state}.requests`, { recursive: true, force: true })
    const { status, state: ended } = await loop.start()
    expect(status).toBe('completed')
    expect(ended.atoms.A).toMatchObject({ status: 'resolved', attempts: 1 })
    expect(standing(folder)).toEqual(before)
    expect(await loop.land()).toMatchObject({ status: 'landed', changed: ['A.txt', 'B.txt'] })
    expect(read(folder, 'kept.txt')).toBe('edited\n')
    await loop.close()
  })

  it('ends when it is killed three times in a row at the same atom, and says so (20)', async () => {
    const { folder, state, stateNow } = place(makes)
    for (let kills = 1; kills <= 3; kills++) {
      const killed = childOf(script, folder, state, 'hang', ...(kills === 1 ? [JSON.stringify(planOf())] : []))
      await killed.tells(1)
      expect(stateNow().atoms.A).toMatchObject({ attempts: 1, interruptions: kills - 1 })
      await killed.kill()
    }
    const last = childOf(script, folder, state, 'hang')
    await last.ended
    const detail = expect.stringContaining('the process died 3 times in a row')
    expect(last.told).toEqual([{ status: 'halted', code: 'exhausted', detail }])
  })

  it('takes no word for it from a worker that deletes the test it is judged by (25)', async () => {
    const { loop } = place(
      async (task) => {
        rmSync(join(task.directory, 'check.js'), { force: true })
        return makes(task)
      },
      { 'check.js': 'process.exit(1)\n' },
    )
    const failing = { check: 'command', argv: [process.execPath, 'check.js'] } as const
    const none = { check: 'file', path: 'check.js', exists: false } as const
    await loop.align(
      planOf({
        base_case: { check: 'any', of: [failing, none] },
        atoms: { A: { ...atom('A'), writes: [] } },
        protected_paths: ['check.js'],
      }),
    )
    const { status, state } = await loop.start()
    expect(status).toBe('halted')
    expect(state.atoms.A?.notes.join()).toContain('tampered: check.js')
    expect(state.bindings).toEqual({})
    await loop.close()
  })

  it('that died leaves nobody to stop: that is said, and the next start is not stopped', async () => {
    const { state, loop, folder } = place(makes)
    const child = childOf(script, folder, state, 'hang', JSON.stringify(planOf()))
    await child.tells(1)
    await child.kill()
    await expect(loop.stop('lunch')).rejects.toMatchObject({ code: 'loop_not_running' })
    await expect(loop.redirect('otherwise')).rejects.toMatchObject({ code: 'loop_not_running' })
    expect(existsSync(`${state}.requests`)).toBe(false)
    expect(await loop.start()).toMatchObject({ status: 'completed' })
    await loop.close()
  })

  it('in another process refuses a change to whoever asked for it, with the reason, and is stopped', async () => {
    const { state, loop, folder } = place(makes)
    const child = childOf(script, folder, state, 'hang', JSON.stringify(planOf({ constraints: { grace_ms: 0 } })))
    await child.tells(1)
    const remove = { op: 'remove', atom: 'nobody' } as const
    const change = { type: 'dag_adjustment', description: 'x', operations: [remove] } as const
    await expect(loop.redirect(change)).rejects.toMatchObject({
      code: 'change_refused',
      message: expect.stringContaining('no atom nobody'),
    })
    const words = expect.stringContaining('there is no model to read it')
    await expect(loop.redirect('otherwise')).rejects.toMatchObject({ code: 'change_refused', message: words })
    await loop.redirect({ type: 'constraint_change', description: 'more', constraints: { max_attempts: 3 } })
    expect((await loop.state())?.objective.constraints.max_attempts).toBe(3)
    await loop.stop('lunch')
    await child.ended
    expect(child.told.at(-1)).toEqual({ status: 'stopped', code: 'manual_stop', detail: 'lunch' })
    expect(existsSync(`${state}.artifacts`)).toBe(false)
    expect((await loop.state())?.atoms.A).toMatchObject({ status: 'pending', attempts: 0 })
  })

  it('tells whoever waits for an answer when its process dies', async () => {
    const { state, loop, folder } = place(makes)
    const child = childOf(script, folder, state, 'deaf', JSON.stringify(planOf()))
    await child.tells(1)
    const asked = expect(loop.redirect('otherwise')).rejects.toMatchObject({ code: 'loop_ended' })
    await expect.poll(() => existsSync(`${state}.requests`)).toBe(true)
    await child.kill()
    await asked
    await loop.close()
  })
})
