import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Plan, Worker } from '@artoo/agent-loop'
import { type AgentLoopOptions, createAgentLoop } from '@artoo/agent-loop/node'
import { scriptedModel } from '@artoo/llm/testing'
import { sandbox } from '@artoo/sandbox'
import type { Confinement, Sandbox } from '@artoo/spec'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { worktreeSandbox } from '../../src/node/worktree-sandbox.js'
import { put } from '../node/folders.js'
import { temporaryDirectory } from '../node/temporary-directory.js'

const box = await sandbox()
afterAll(() => box.close())
const { available, problems } = box.report()
const skipped = available ? '' : ` (skipped: ${problems.join('; ')})`

let home: string
let workspace: string
beforeEach(() => {
  home = temporaryDirectory()
  workspace = join(home, 'work')
  put(workspace, { 'README.md': 'read me\n', '.env': 'API_KEY=sk-live-4f9a8b7c6d5e4f3a\n' })
})

/** A script that tries to write outside, to show a secret of its folder and one of the home, and to reach a port of the machine. */
const leaving = (port: number) => `
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
const tried = (name, work) => { try { work() } catch (error) { console.log(name, error.code) } }
tried('outside', () => writeFileSync(${JSON.stringify(join(home, 'left.txt'))}, 'left'))
tried('home', () => writeFileSync(${JSON.stringify(join(home, 'stolen.txt'))}, readFileSync(${JSON.stringify(join(home, 'key.txt'))})))
tried('secret', () => console.log(readFileSync('.env', 'utf8')))
const socket = connect(${port}, '127.0.0.1', () => { socket.end('reached') })
socket.on('error', ({ code }) => console.log('port', code))
`

async function listening(): Promise<{ readonly port: number; readonly reached: string[] }> {
  const reached: string[] = []
  const server = createServer((socket) => {
    reached.push('reached')
    socket.on('error', () => {}).resume()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { port: (server.address() as AddressInfo).port, reached }
}

const judge = { check: 'command', argv: ['node', 'judge.mjs'], stdoutContains: 'never printed' } as const

const planOf = (check: Plan['base_case'], writes: readonly string[], changes: Partial<Plan> = {}): Plan => ({
  ...{ goal: 'g', background_intent: 'b', deliverables: ['d'], definition_of_done: 'd', base_case: check },
  atoms: { work: { description: 'work', success_criteria: check, writes: [...writes] } },
  constraints: { max_attempts: 1 },
  ...changes,
})

const puts =
  (files: Readonly<Record<string, string>>): Worker =>
  async ({ directory }) => {
    put(directory, files)
    return { success: true, summary: 'done' }
  }

async function notesOf(plan: Plan, options: Partial<AgentLoopOptions>): Promise<{ status: string; notes: string }> {
  const loop = createAgentLoop({ workspace, state: join(home, 'loop.json'), ...options })
  await loop.align(plan)
  const { status, state } = await loop.start()
  await loop.close()
  return { status, notes: state.atoms.work?.notes.join('\n') ?? '' }
}

const runs = (...commands: readonly object[]) => commands.map((input) => ({ toolCalls: [{ name: 'shell', input }] }))
const gaveUp = { json: { status: 'failed', output: null, reason: 'it was refused' } }
const toldTo = ({ requests }: ReturnType<typeof scriptedModel>) =>
  JSON.stringify(requests.map(({ messages }) => messages.at(-1)))

const git = (...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: workspace, encoding: 'utf8' })

describe.skipIf(!available)(`a loop in a sandbox${skipped}`, () => {
  it.each([
    ['reaches nothing beyond its copy', true],
    ['reaches all of it without the sandbox', false],
  ])('a check whose script the agent wrote %s', async (_, isConfined) => {
    const { port, reached } = await listening()
    put(home, { 'key.txt': 'key-of-the-home' })
    const worker = puts({ 'judge.mjs': leaving(port) })
    const { notes } = await notesOf(planOf(judge, ['judge.mjs']), { worker, ...(isConfined && { sandbox: box }) })
    // The check did run: it ended, without the words that it should have printed.
    expect(notes).toContain('node judge.mjs')
    expect(notes.includes('sk-live')).toBe(!isConfined)
    expect(existsSync(join(home, 'left.txt'))).toBe(!isConfined)
    expect(existsSync(join(home, 'stolen.txt'))).toBe(!isConfined)
    expect(reached).toHaveLength(isConfined ? 0 : 1)
  })

  it('an npm test that was rewritten, and that a person let run all the same, is confined', async () => {
    const { port, reached } = await listening()
    put(workspace, { 'package.json': '{"name":"shop","scripts":{"test":"node -e 1"}}\n' })
    const worker = puts({
      'package.json': '{"name":"shop","scripts":{"test":"node judge.mjs"}}\n',
      'judge.mjs': leaving(port),
    })
    const npmTest = { check: 'command', argv: ['npm', 'test'], stdoutContains: 'never printed' } as const
    const { notes } = await notesOf(planOf(npmTest, []), { worker, sandbox: box, confirm: () => true })
    expect(notes).toMatch(/outside E(NOENT|ROFS|ACCES)/)
    expect([existsSync(join(home, 'left.txt')), reached]).toEqual([false, []])
  })

  it("a worker's commands run unasked in its folder, and what goes beyond it asks, also with a command of the plan", async () => {
    const asked: string[] = []
    const model = scriptedModel({
      execution: [
        ...runs(
          { command: 'echo two > b.txt; echo x > ../left.txt; cat .env' },
          { command: 'touch b.txt', network: ['registry.npmjs.org'] },
        ),
        gaveUp,
      ],
    })
    const touched = { check: 'command', argv: ['touch', 'b.txt'] } as const
    await notesOf(
      planOf({ check: 'file', path: 'b.txt', contains: 'three' }, [], {
        atoms: { work: { description: 'work', success_criteria: { check: 'all', of: [touched] } } },
      }),
      {
        model,
        sandbox: box,
        confirm: ({ action, reason }) => {
          asked.push(`${action}: ${reason}`)
          return false
        },
      },
    )
    expect(asked).toEqual([expect.stringMatching(/^run `touch b.txt` .*the network to registry\.npmjs\.org/)])
    expect(toldTo(model)).toContain('[sandbox] refused')
    expect(toldTo(model)).not.toContain('sk-live')
  })

  it.each(['', 'packages/a'])(
    'git and shared folders are read in the worktree of a checkout, in folder "%s"',
    async (prefix) => {
      put(workspace, {
        'packages/a/a.txt': 'a\n',
        'packages/b/b.txt': 'b\n',
        'packages/b/.env': 'KEY=sk-live-of-b-123456\n',
      })
      git('init', '--quiet', '--initial-branch=main')
      git('add', '--all', '--force')
      git('commit', '--quiet', '--message', 'first commit')
      put(join(workspace, prefix), { 'node_modules/tool/index.js': 'console.log("tool runs")\n' })
      put(workspace, { '.gitignore': 'node_modules\n' })
      const model = scriptedModel({
        execution: [
          ...runs(
            { command: 'git status --short && git log --format=%s && node node_modules/tool' },
            {
              command: `cat ${prefix === '' ? 'packages/b' : '../b'}/*.txt ${prefix === '' ? 'packages/b' : '../b'}/.env`,
            },
            { command: 'git commit --allow-empty --message x; echo x > node_modules/tool/index.js' },
          ),
          gaveUp,
        ],
      })
      await notesOf(planOf({ check: 'file', path: 'c.txt' }, []), {
        ...{ workspace: join(workspace, prefix), model, sandbox: box, share: ['node_modules'] },
      })
      const told = toldTo(model)
      expect(told).toContain('first commit\\ntool runs')
      // What lies beside the folder is there, so that git misses nothing.
      expect(told).not.toMatch(/ D packages/)
      expect(told).toContain('b\\n')
      expect(told).not.toContain('sk-live')
      expect(git('log', '--all', '--format=%s')).not.toContain('x\n')
      expect(readFileSync(join(workspace, prefix, 'node_modules/tool/index.js'), 'utf8')).toContain('tool runs')
    },
  )
})

it('refuses a sandbox that confines nothing, and what is none', () => {
  const none: Sandbox = {
    ...{ network: [], read: [], write: [], close: async () => {} },
    report: () => ({
      available: false,
      mechanism: null,
      problems: ['bubblewrap is missing: apt-get install bubblewrap'],
    }),
    confine: () => Promise.reject(new Error('never')),
  }
  const made = (given: unknown) => () =>
    createAgentLoop({ workspace, state: join(home, 'l.json'), worker: puts({}), sandbox: given as Sandbox })
  expect(made(none)).toThrow(
    expect.objectContaining({ code: 'sandbox_unavailable', message: expect.stringContaining('apt-get install') }),
  )
  expect(made(Promise.resolve(none))).toThrow(/await sandbox\(\)/)
})

it.each([
  ['that does not know the folder', 'keys/worktrees/w', 'elsewhere/.git'],
  ['that is none', 'keys/some/folder', 'work/.git'],
  ['that the folder itself lies in', 'work/worktrees/w', 'work/.git'],
])('a link to a repository %s, as an agent may write one, shows nothing', async (_, gitDir, back) => {
  put(home, { 'work/.git': `gitdir: ${join(home, gitDir)}\n`, [`${gitDir}/gitdir`]: `${join(home, back)}\n` })
  const seen: Confinement[] = []
  const noting: Sandbox = {
    ...{ network: [], read: [], write: [], close: async () => {} },
    report: () => ({ available: true, mechanism: 'none', problems: [] }),
    async confine(argv, { env, confinement }) {
      seen.push(confinement)
      return { argv, env, ended: async () => [] }
    },
  }
  const given = { write: [], readOnly: [], unreadable: [], network: [] }
  await worktreeSandbox(noting)?.confine([], {
    cwd: workspace,
    env: {},
    confinement: given,
    signal: new AbortController().signal,
  })
  expect(seen).toEqual([given])
})
