import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { createLoop, memoryStateStore } from '@artoo/agent-loop'
import { nodeChecker, workspacesFor } from '@artoo/agent-loop/node'
import { describe, expect, it, vi } from 'vitest'
import { bundled } from '../../../mkct/test/support/bundled.js'
import { chance } from '../halting/chance.js'
import { gitOrWhy, hasGit, put, repositoryWith } from '../node/folders.js'
import { temporaryDirectory } from '../node/temporary-directory.js'
import { folderFor } from './folder.js'
import { round } from './rounds.js'

const check = { check: 'file', path: 'done.txt' } as const
const plan = {
  ...{
    goal: 'files',
    background_intent: 'to have them',
    deliverables: ['done.txt'],
    definition_of_done: 'they are there',
  },
  base_case: check,
  atoms: { write: { description: 'write them', success_criteria: check } },
}

type Options = Partial<Parameters<typeof createLoop>[0]>

/** A completed loop whose worker has written these files. */
async function completed(directory: string, files: Readonly<Record<string, string>>, options: Options = {}) {
  const loop = createLoop({
    ...{ store: memoryStateStore(), workspaces: workspacesFor(directory), checker: nodeChecker() },
    async worker({ directory: place }) {
      put(place, { ...files, 'done.txt': '' })
      return { success: true, summary: 'written' }
    },
    ...options,
  })
  await loop.align(plan)
  expect((await loop.start()).status).toBe('completed')
  return loop
}

describe.skipIf(!hasGit)(`landing${gitOrWhy}`, () => {
  it('ends as a whole however it is killed, and no edit of the user is lost', async () => {
    const top = temporaryDirectory()
    vi.stubEnv('XDG_STATE_HOME', join(top, 'state'))
    const luck = chance(11)
    const script = await bundled(new URL('process.ts', import.meta.url))
    for (const isRepository of [true, false]) {
      const folder = await folderFor(join(top, `${isRepository}`), 10, isRepository, luck)
      expect(await round(script, folder, { ms: 300 }, luck)).toMatchObject({ faults: [] })
    }
    vi.unstubAllEnvs()
  })

  it('asks once, with a diff and the reason, about the files that programs obey', async () => {
    const directory = temporaryDirectory()
    put(directory, { '.npmrc': 'a=1\n' })
    const files = {
      'a.txt': 'a',
      '.npmrc': 'a=1\nscript-shell=/bin/true\n',
      '.husky/pre-commit': 'rm -rf ~\u001b[2K\n',
    }
    const asked: { action: string; reason: string; change: { diff: string | null } | null; tool: string }[] = []
    let yes: unknown = { allow: false, note: 'no hooks' }
    const confirm = (request: (typeof asked)[number]) => {
      asked.push(request)
      return yes as boolean
    }
    const loop = await completed(directory, files, { confirm })
    const left = () => readdirSync(directory).sort()
    expect(await loop.land()).toEqual({
      status: 'refused',
      paths: ['.husky/pre-commit', '.npmrc'],
      reason: '[LAW1] .husky/pre-commit: obeyed by git; .npmrc: obeyed by a package manager: no hooks',
    })
    expect(left()).toEqual(['.npmrc'])
    expect(asked[0]).toMatchObject({ tool: 'land', target: null, action: 'land .husky/pre-commit, .npmrc' })
    expect(asked[0]?.change?.diff).toContain('+script-shell=/bin/true')
    expect(asked[0]?.change?.diff).not.toContain('\u001b')
    for (const odd of [null, { allow: 'once', input: {} }]) {
      yes = odd
      expect(await loop.land()).toMatchObject({ status: 'refused' })
    }
    expect(left()).toEqual(['.npmrc'])
    yes = true
    expect(await loop.land()).toMatchObject({ status: 'landed' })
    expect(left()).toEqual(['.husky', '.npmrc', 'a.txt', 'done.txt'])
    await loop.close()

    const unasked = await completed(temporaryDirectory(), files)
    expect(await unasked.land()).toMatchObject({ status: 'refused', reason: expect.stringContaining('give `confirm`') })
    await unasked.close()
  })

  it('is refused when the person doesn’t answer in time, and ends with the loop', async () => {
    const asked = vi.fn(() => new Promise<never>(() => {}))
    const options = { confirm: asked, limits: { personTimeoutMs: 50 } }
    const late = await completed(temporaryDirectory(), { '.npmrc': 'a=1\n' }, options)
    expect(await late.land()).toMatchObject({ status: 'refused', reason: expect.stringContaining('nobody answered') })
    await late.close()

    const closed = await completed(temporaryDirectory(), { '.npmrc': 'a=1\n' }, { confirm: asked })
    const landing = expect(closed.land()).rejects.toMatchObject({ code: 'closed' })
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    await closed.close()
    await landing
  })

  it('is taken back on request, but for what was changed since, and may be made again', async () => {
    const directory = temporaryDirectory()
    put(directory, { 'a.txt': 'before', 'mine.txt': 'mine' })
    const loop = await completed(directory, { 'a.txt': 'after', 'b.txt': 'after' })
    await expect(loop.undoLanding()).rejects.toMatchObject({ code: 'nothing_landed' })
    expect(await loop.land()).toMatchObject({ status: 'landed', changed: ['a.txt', 'b.txt', 'done.txt'] })
    expect(await loop.land()).toEqual({ status: 'landed', changed: [] })
    expect(await loop.undoLanding()).toEqual({ status: 'undone', restored: ['a.txt', 'b.txt', 'done.txt'], left: [] })
    expect(readFileSync(join(directory, 'a.txt'), 'utf8')).toBe('before')
    expect(existsSync(join(directory, 'b.txt'))).toBe(false)

    expect(await loop.land()).toMatchObject({ status: 'landed', changed: ['a.txt', 'b.txt', 'done.txt'] })
    put(directory, { 'b.txt': 'edited since' })
    expect(await loop.undoLanding()).toEqual({ status: 'undone', restored: ['a.txt', 'done.txt'], left: ['b.txt'] })
    await expect(loop.undoLanding()).rejects.toMatchObject({ code: 'nothing_landed' })
    await loop.close()
  })

  it('is not kept from going on by a lock that a killed git left on a ref of the loop', async () => {
    const directory = repositoryWith(join(temporaryDirectory(), 'work'), { 'mine.txt': 'mine' })
    const loop = await completed(directory, { 'a.txt': 'a' })
    const { loop_id: id } = (await loop.state()) ?? {}
    const lock = join(directory, '.git/refs/artoo', `${id}`, 'base.lock')
    put(directory, { [`.git/refs/artoo/${id}/base.lock`]: '' })
    utimesSync(lock, 1000, 1000)
    expect(await loop.land()).toMatchObject({ status: 'landed', changed: ['a.txt', 'done.txt'] })
    expect(existsSync(lock)).toBe(false)
    await loop.close()
  })

  it('leaves nothing of a killed process in the folder for temporary files once the loop is started again', async () => {
    const top = temporaryDirectory()
    const directory = join(top, 'work')
    put(directory, { 'a.txt': 'a', '../tmp/x': '' })
    vi.stubEnv('TMPDIR', join(top, 'tmp'))
    const { signal } = new AbortController()
    const killed = workspacesFor(directory)
    await killed.prepare('loop', null, signal)
    const next = workspacesFor(directory)
    await next.prepare('loop', null, signal)
    await next.close()
    rmSync(join(top, 'tmp/x'))
    expect(readdirSync(join(top, 'tmp'))).toEqual([])
    // Killed before its loop was written: the next loop has another id.
    const unknown = workspacesFor(directory)
    await unknown.prepare('unknown', null, signal)
    const [name = ''] = readdirSync(join(top, 'tmp'))
    const [folder, mark] = JSON.parse(readFileSync(join(top, 'tmp', name, 'owner'), 'utf8'))
    put(join(top, 'tmp'), { [`${name}/owner`]: JSON.stringify([folder, { ...mark, pid: 2 ** 22 + 1 }]) })
    const other = workspacesFor(directory)
    await other.prepare('other', null, signal)
    expect(readdirSync(join(top, 'tmp'))).not.toContain(name)
    await other.close()
    vi.unstubAllEnvs()
  })
})
