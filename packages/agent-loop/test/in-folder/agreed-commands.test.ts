import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Plan, Worker } from '@artoo/agent-loop'
import { type AgentLoopOptions, createAgentLoop } from '@artoo/agent-loop/node'
import { scriptedModel } from '@artoo/llm/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let home: string
let workspace: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'artoo-sdk-agreed-'))
  workspace = join(home, 'work')
  put(workspace, { 'README.md': 'read me\n', 'package.json': packageJson(failing), 'test/run.js': 'process.exit(1)\n' })
})
afterEach(() => rmSync(home, { recursive: true }))

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

const failing = `${process.execPath} test/run.js`
const packageJson = (test: string, more = {}) => `${JSON.stringify({ name: 'shop', scripts: { test }, ...more })}\n`
const npmTest = { check: 'command', argv: ['npm', 'test'] } as const
const madeIt = { check: 'file', path: 'b.txt' } as const

const planOf = (changes: Partial<Plan> = {}, atom: Partial<Plan['atoms'][string]> = {}): Plan => ({
  ...{
    goal: 'tests pass',
    background_intent: 'to ship',
    deliverables: ['code'],
    definition_of_done: 'npm test passes',
  },
  base_case: npmTest,
  atoms: { mend: { description: 'mend it', success_criteria: npmTest, ...atom } },
  constraints: { max_attempts: 1 },
  ...changes,
})

const loopOf = (options: Partial<AgentLoopOptions>) =>
  createAgentLoop({ workspace, state: join(home, 'loop.json'), ...options })

/** A worker that puts files into its folder and calls that done. */
const puts =
  (files: Readonly<Record<string, string>>): Worker =>
  async ({ directory }) => {
    put(directory, files)
    return { success: true, summary: 'done' }
  }

const runs = (command: string) => ({ toolCalls: [{ name: 'shell', input: { command } }] })
const gaveUp = { json: { status: 'failed', output: null, reason: 'it was refused' } }

/** The answers that a scripted worker got from its tools. */
const toldTo = ({ requests }: ReturnType<typeof scriptedModel>) =>
  JSON.stringify(requests.map(({ messages }) => messages.at(-1)))

describe('a command that was agreed on', () => {
  it('is not another one whose words look the same to a shell, and is the same with other blanks and quotes', async () => {
    const trap = join(home, 'trapped')
    const asked: string[] = []
    const argv = ['grep', '-q', `$(touch ${trap})`, 'README.md']
    const model = scriptedModel({ execution: [runs(argv.join(' ')), runs("touch   'b.txt'"), gaveUp] })
    const loop = loopOf({
      model,
      confirm: ({ target }) => {
        asked.push(`${target}`)
        return false
      },
    })
    const commands = [argv, ['touch', 'b.txt']].map((argv) => ({ check: 'command', argv }) as const)
    await loop.align(planOf({ base_case: madeIt }, { success_criteria: { check: 'all', of: commands } }))
    await loop.start()
    await loop.close()
    expect(asked).toEqual([argv.join(' ')])
    expect(toldTo(model)).toContain('[exit 0]')
    expect(existsSync(trap)).toBe(false)
  })

  it.each([
    ['nobody to ask', undefined],
    ['a person who says no', () => false],
  ])('asks a worker again when its script was edited, with %s', async (_, answer) => {
    const trap = join(home, 'trapped')
    const asked: string[] = []
    const edits = {
      toolCalls: [
        {
          name: 'edit_file',
          input: { path: 'package.json', oldText: JSON.stringify(failing), newText: JSON.stringify(`touch ${trap}`) },
        },
      ],
    }
    const reads = { toolCalls: [{ name: 'read_file', input: { path: 'package.json' } }] }
    const model = scriptedModel({ execution: [reads, edits, runs('npm test'), gaveUp] })
    const confirm: AgentLoopOptions['confirm'] =
      answer &&
      (({ target, reason }) => {
        asked.push(`${target}: ${reason}`)
        return answer()
      })
    const loop = loopOf({ model, confirm })
    await loop.align(planOf())
    const { status } = await loop.start()
    await loop.close()
    expect(status).toBe('halted')
    expect(existsSync(trap)).toBe(false)
    expect(toldTo(model)).toMatch(/\[LAW1\]/)
    if (answer) expect(asked).toEqual([expect.stringMatching(/^npm test: what defines it .*package\.json.*for mend/)])
    else expect(toldTo(model)).toMatch(/\[LAW1\][^[]*package\.json/)
  })

  it.each([
    ['a script that was edited', { 'package.json': packageJson('true') }, 'package.json'],
    ['another shell for scripts', { '.npmrc': 'script-shell=/bin/true\n' }, '.npmrc'],
  ])('does not decide a check with %s', async (_, files, path) => {
    const loop = loopOf({ worker: puts(files) })
    await loop.align(planOf({ base_case: madeIt }))
    const { status, state } = await loop.start()
    await loop.close()
    expect(status).toBe('halted')
    expect(state.atoms.mend?.notes.join()).toMatch(
      `[LAW1] npm test was not run: what defines it is not as it was agreed on: "${path}"`,
    )
    expect(state.bindings).toEqual({})
  })

  it('does not decide the base case either when it is not what it was, though each atom passed', async () => {
    const loop = loopOf({ worker: puts({ 'package.json': packageJson('true'), 'b.txt': 'b' }) })
    await loop.align(planOf({}, { success_criteria: madeIt }))
    const { status, state } = await loop.start()
    await loop.close()
    expect(status).toBe('halted')
    expect(state.control.last_verdict).toMatchObject({
      passed: false,
      tampered: false,
      evidence: expect.stringMatching(/^\[LAW1\] npm test .*package\.json/),
    })
  })

  it('runs when a person says yes to it as it stands, who is asked once for all checks', async () => {
    const asked: string[] = []
    const loop = loopOf({
      worker: puts({ 'package.json': packageJson(`${process.execPath} -e 0`) }),
      confirm: ({ tool, target, reason, full }) => {
        asked.push(`${tool} ${target}: ${reason} ${full}`)
        return true
      },
    })
    await loop.align(planOf())
    expect(await loop.start()).toMatchObject({ status: 'completed' })
    await loop.close()
    expect(asked).toEqual([
      'check npm test: what defines it is not as it was agreed on: "package.json" (for the check of mend) {"argv":["npm","test"]}',
    ])
  })

  it('is defined by the work where the plan says so: a script that is to be written, and one that an atom names', async () => {
    const judge = { check: 'command', argv: [process.execPath, 'hello.js'], stdoutContains: 'hello' } as const
    for (const writes of [[], ['hello.js']]) {
      const loop = loopOf({
        worker: puts({ 'hello.js': "console.log('hello')\n" }),
        state: join(home, `${writes}.json`),
      })
      if (writes.length > 0) put(workspace, { 'hello.js': '' })
      await loop.align(planOf({ base_case: judge }, { success_criteria: judge, writes }))
      expect(await loop.start()).toMatchObject({ status: 'completed' })
      await loop.close()
    }
  })
})

describe('what is not to be changed', () => {
  it('covers files that are new as well as those that were there', async () => {
    const loop = loopOf({ worker: puts({ 'test/setup': 'x', 'test/run.js': 'x', 'b.txt': 'b' }) })
    await loop.align(planOf({ base_case: madeIt, protected_paths: ['test/**'] }, { success_criteria: madeIt }))
    const { status, state } = await loop.start()
    await loop.close()
    expect(status).toBe('halted')
    expect(state.atoms.mend?.notes.join()).toContain('tampered: test/run.js, test/setup')
  })

  it('names a file, unless the plan says that there may be none', async () => {
    const loop = loopOf({ worker: puts({ 'tset/setup': 'x', 'b.txt': 'b' }) })
    const plan = (glob: NonNullable<Plan['protected_paths']>[number]) =>
      planOf({ base_case: madeIt, protected_paths: [glob] }, { success_criteria: madeIt })
    await expect(loop.align(plan('tset/**'))).rejects.toMatchObject({
      code: 'invalid_plan',
      field: 'protected_paths',
      message: expect.stringContaining('tset/** names no file'),
    })
    await loop.align(plan({ glob: 'tset/**', empty: true }))
    const { state } = await loop.start()
    await loop.close()
    expect(state.atoms.mend?.notes.join()).toContain('tampered: tset/setup')
  })

  it.each([
    ['yes', null],
    ['I meant test/**', 'not_agreed'],
  ])('is asked about when a plan in words names no file by it: %s', async (answer, code) => {
    const plan = {
      ...{ goal: 'b', background_intent: 'b', deliverables: ['b'], definition_of_done: 'b', base_case: madeIt },
      ...{ protected_paths: ['tset/**'], atoms: [{ name: 'make', task: 'make b', check: madeIt }] },
    }
    const questions: string[] = []
    const loop = loopOf({
      model: scriptedModel({ alignment: [{ json: { plan } }] }),
      clarify: (asked) => {
        questions.push(...asked.map(({ question }) => question))
        return questions.length === 1 ? 'yes' : answer
      },
    })
    const agreed = loop.align('make b, and let the tests be')
    if (code) await expect(agreed).rejects.toMatchObject({ code })
    else expect((await agreed).objective.protected_files.globs).toEqual(['tset/**'])
    expect(questions[1]).toMatch(/tset\/\*\*, which names no file/)
    await loop.close()
  })
})

describe('the work that is taken over', () => {
  it('is nothing that only a check made, and nothing that is installed', async () => {
    const argv = [process.execPath, '-e', "require('fs').writeFileSync('left-by-check.txt', '')"]
    const both = { check: 'all', of: [madeIt, { check: 'command', argv }] } as const
    const loop = loopOf({ worker: puts({ 'b.txt': 'b' }) })
    await loop.align(planOf({ base_case: both }, { success_criteria: both }))
    await loop.start()
    expect(await loop.land()).toEqual({ status: 'landed', changed: ['b.txt'] })
    expect(readFileSync(join(workspace, 'package.json'), 'utf8')).toBe(packageJson(failing))
    await loop.close()
    const shadows = loopOf({ worker: puts({ 'b2.txt': 'b', 'test/node_modules/chai/index.js': '' }) })
    const other = { check: 'file', path: 'b2.txt' } as const
    await shadows.align(planOf({ base_case: other }, { success_criteria: other }))
    const { state } = await shadows.start()
    expect(state.atoms.mend?.notes.join()).toMatch(/side_effect_conflict.*test\/node_modules\/chai\/index\.js/)
    await shadows.close()
  })
})
