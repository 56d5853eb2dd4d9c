import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '@artoo/agent-loop'
import { type AgentLoopOptions, createAgentLoop } from '@artoo/agent-loop/node'
import { scriptedModel } from '@artoo/llm/testing'
import type { ConfirmRequest } from '@artoo/runtime'
import type { Permissions } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let home: string
let workspace: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'artoo-sdk-loop-'))
  workspace = join(home, 'work')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'a.txt'), 'one\n')
})
afterEach(() => rmSync(home, { recursive: true }))

const check = { check: 'file', path: 'b.txt', contains: 'two' } as const
const plan: Plan = {
  goal: 'b.txt says two',
  background_intent: 'to count on',
  deliverables: ['b.txt'],
  definition_of_done: 'b.txt says two',
  base_case: check,
  atoms: { count: { description: 'write two into b.txt', success_criteria: check, writes: ['b.txt'] } },
}

const done = { json: { status: 'completed', output: 'b.txt says two', reason: null } }
const writes = (content: string) => ({ toolCalls: [{ name: 'write_file', input: { path: 'b.txt', content } }] })

const loopOf = (options: Partial<AgentLoopOptions>) =>
  createAgentLoop({ workspace, state: join(home, 'loop.json'), ...options })

describe('createAgentLoop', () => {
  it('has executor and validator do the work, unasked in their folder, and code decides each attempt', async () => {
    const edits = (before: string) => ({
      toolCalls: [{ name: 'edit_file', input: { path: 'a.txt', oldText: before, newText: 'two' } }],
    })
    const reads = { toolCalls: [{ name: 'read_file', input: { path: 'a.txt' } }] }
    const model = scriptedModel({ execution: [done, reads, edits('one'), done] })
    const says = { check: 'file', path: 'a.txt', contains: 'two' } as const
    const count = { description: 'a.txt says two', success_criteria: says, writes: ['a.txt'] }
    const loop = loopOf({ model })
    await loop.align({ ...plan, base_case: says, atoms: { count } })
    const { status, state } = await loop.start()
    expect(status).toBe('completed')
    expect(state.bindings.count).toMatchObject({ summary: 'b.txt says two', origin: 'worker' })
    expect(state.control.tokens_used).toBeGreaterThan(0)
    const corrected = JSON.stringify(model.requests[1]?.messages.at(-1))
    expect(corrected).toContain('does not contain')
    // The check itself, so that it is told what would be admitted.
    expect(corrected).toMatch(/whatToDo.*this check holds.*contains.*two/)
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n')
    expect(await loop.land()).toEqual({ status: 'landed', changed: ['a.txt'] })
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('two\n')
    await loop.close()
  })

  it('asks for what goes beyond the folder, but not for a command of the plan', async () => {
    const asked: string[] = []
    const runs = (command: string) => ({ toolCalls: [{ name: 'shell', input: { command } }] })
    const model = scriptedModel({ execution: [runs('touch b.txt'), runs('mkdir c'), done] })
    const touched = { check: 'command', argv: ['touch', 'b.txt'] } as const
    const loop = loopOf({
      model,
      confirm: ({ action, reason }) => {
        asked.push(`${action} ${reason}`)
        return false
      },
    })
    await loop.align({
      ...plan,
      base_case: { check: 'file', path: 'b.txt' },
      atoms: { count: { ...plan.atoms.count, success_criteria: touched } },
    } as Plan)
    await loop.start()
    expect(asked).toEqual([expect.stringMatching(/^run `mkdir c` .*\(for count: write two into b.txt\)$/)])
    await loop.close()
  })

  describe('with permissions', () => {
    const runs = (command: string) => ({ toolCalls: [{ name: 'shell', input: { command } }] })

    async function played(permissions: Permissions) {
      const asked: string[] = []
      const model = scriptedModel({ execution: [writes('two\n'), runs('touch c.txt'), done] })
      const confirm = ({ action, rule }: ConfirmRequest) => {
        asked.push(`${action} ${rule}`)
        return true
      }
      const loop = loopOf({ model, confirm, permissions })
      await loop.align(plan)
      const { status } = await loop.start()
      await loop.close()
      const told = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)))
      return { asked, status, told: told.join() }
    }

    it('denies workers what a rule denies', async () => {
      const { asked, told, status } = await played({ deny: ['shell: touch'], mode: 'edits' })
      expect([asked, status]).toEqual([[], 'completed'])
      expect(told).toContain('a rule of this host denies it (shell: touch)')
    })

    it('asks the host about what a rule asks about, also in the folder of a worker', async () => {
      const { asked } = await played({ ask: ['write_file: b.txt'], allow: ['shell: touch *'] })
      expect(asked).toEqual(['call write_file on b.txt write_file: b.txt'])
    })

    it('refuses a rule that no tool of the workspace has', () => {
      const permissions = { deny: ['shel: git push'] }
      expect(() => loopOf({ model: scriptedModel({}), permissions })).toThrow('did you mean shell?')
    })
  })

  it('takes what a person did by hand for done, and shows a question that nobody forged', async () => {
    const asked: string[] = []
    const runs = (command: string) => ({ toolCalls: [{ name: 'shell', input: { command } }] })
    const model = scriptedModel({ execution: [runs('mkdir c #\u0007'), runs('touch b.txt\u0007'), done] })
    const touched = { check: 'command', argv: ['touch', 'b.txt'] } as const
    const loop = loopOf({
      model,
      confirm: ({ action, target, reason }) => {
        asked.push(action, `${target}`, reason)
        return { allow: false, done: true, note: 'I made it', by: 'Ann' }
      },
    })
    await loop.align({
      ...plan,
      base_case: { check: 'file', path: 'b.txt' },
      atoms: { count: { ...plan.atoms.count, description: 'make c\n\u001b[2K', success_criteria: touched } },
    } as Plan)
    await loop.start()
    expect(asked.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    // A target that only looks like the command of the plan is not that command.
    expect(asked.filter((_, index) => index % 3 === 1)).toEqual([
      expect.stringContaining('mkdir c'),
      expect.stringContaining('touch b.txt'),
    ])
    expect(existsSync(join(workspace, 'c'))).toBe(false)
    const told = JSON.stringify(model.requests.map(({ messages }) => messages.at(-1)))
    expect(told).toContain('carried out by hand, by a person: I made it')
    await loop.close()
  })

  it.each([
    ['the standard tools', undefined, 'write_file is not available'],
    ['tools of the host', (root: string) => standardTools({ root }), '[LAW1]'],
  ])('lets a probe look and nothing else, with %s', async (_, tools, refusal) => {
    const report = { json: { status: 'completed', output: 'NOT FEASIBLE: nothing can be written', reason: null } }
    const judged = { json: { verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'it says so', records: [] }] } }
    const model = scriptedModel(
      { execution: [writes('two\n'), report], verdicts: [judged, judged] },
      { repeatLast: true },
    )
    const explored = { ...plan, atoms: { count: { ...plan.atoms.count, explore: true } } } as Plan
    const loop = loopOf({
      model,
      tools,
      confirm: () => true,
      worker: async () => ({ success: false, summary: 'no way' }),
    })
    await loop.align(explored)
    const { code, state } = await loop.start()
    expect(code).toBe('exhausted')
    expect(model.requests.map(({ messages }) => JSON.stringify(messages.at(-1))).join()).toContain(refusal)
    expect(state.atoms.count?.notes.join()).toContain('not feasible')
    await loop.close()
  })

  it.each([
    [{ confrim: () => true }, 'confrim', /did you mean confirm/],
    [{ limitz: {} }, 'limitz', /did you mean limits/],
    [{ cwd: '.' }, 'cwd', /did you mean workspace/],
    [{ confirm: 'yes' }, 'confirm', /must be a function/],
    [{ tools: [] }, 'tools', /must be a function of a folder/],
    [{ share: 'node_modules' }, 'share', /must be a list of folders/],
  ])('refuses %o, naming the option', (options, field, message) => {
    expect(() => loopOf(options as object)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field, message: expect.stringMatching(message) }),
    )
  })

  it('wants somebody to do the work', () => {
    expect(() => loopOf({})).toThrow(expect.objectContaining({ code: 'invalid_option', field: 'worker' }))
  })
})
