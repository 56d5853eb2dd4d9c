import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileAuditLog } from '@artoo/insight/node'
import { fileRules, openMemory, stateFolder } from '@artoo/sdk/node'
import { afterEach, describe, expect, test } from 'vitest'
import { openAgent } from '../../src/agent/open-agent.js'
import { project, withModel } from './projects.js'

let made: ReturnType<typeof project> | undefined
afterEach(() => made?.remove())

/** A project whose configuration the person names by `--config`. */
function inProject(more: string, files: Readonly<Record<string, string>> = {}) {
  made = project({ ...files, 'named.mjs': withModel(more) })
  return { ...made, flags: { config: 'named.mjs' } }
}

describe('openAgent', () => {
  test('makes an agent whose state lies outside of the folder, and closes it', async () => {
    const { root, flags, open } = inProject('depth: "lean", contextWindow: 1000')
    const agent = await open({ flags })
    expect(agent).toMatchObject({
      root,
      models: { brain: 'own/model', tool: 'own/model' },
      contextWindow: 1000,
      notes: [],
    })
    expect(agent.tools.map(({ name }) => name)).toContain('shell')
    expect(readdirSync(stateFolder({ root }))).toEqual(expect.arrayContaining(['memory', 'audit.jsonl']))
    expect(readdirSync(root).sort()).toEqual(['.git', 'named.mjs', 'ran'])
    expect(() => agent.artoo.run('x')).toThrow('closed')
  })

  test('may be opened again after it was closed, and needs no memory for direct tasks', async () => {
    const { root, flags, open } = inProject('')
    expect((await open({ flags })).memory).toBeNull()
    expect((await open({ flags })).notes).toEqual([])
    expect(existsSync(join(stateFolder({ root }), 'memory'))).toBe(false)
  })

  test('looks for tasks that are too old once a day', async () => {
    const { root, flags, home } = inProject('')
    const looks = async () => {
      const { agent } = await openAgent({ env: { HOME: home }, cwd: root, askTrust: null, flags })
      const { retention } = await agent.artoo.stats()
      await agent.close()
      return retention !== null
    }
    expect([await looks(), await looks()]).toEqual([true, false])
    const yesterday = Date.now() / 1000 - 24 * 3600 - 1
    utimesSync(join(stateFolder({ root }), 'retained-at'), yesterday, yesterday)
    expect(await looks()).toBe(true)
  })

  test('goes on without the memory and the audit log that another process has open', async () => {
    const { root, flags, open } = inProject('depth: "lean"')
    const memory = join(stateFolder({ root }), 'memory')
    mkdirSync(memory)
    const code = `import { ClassicLevel } from 'classic-level'
      await new ClassicLevel(process.argv[1]).open()
      console.log('open')
      setInterval(() => {}, 1000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', code, join(memory, 'artoo-lock')])
    const log = fileAuditLog({ root })
    try {
      await once(other.stdout, 'data')
      const agent = await open({ flags })
      expect(agent.memory).toBeNull()
      expect(agent.notes.join('\n')).toMatch(/memory is open in another process.*\n.*audit log is open in another/)
    } finally {
      await log.close()
      other.kill()
      await once(other, 'exit')
    }
  })

  test('joins the rules of all sources, and leaves out one of a tool that is not there', async () => {
    const more = `permissions: { allow: ['shell: npm test', 'gone_search'], deny: ['shell: rm *'] }`
    const { root, flags, home } = inProject(more)
    const options = { env: { HOME: home }, cwd: root, askTrust: null }
    const kept = fileRules({ root })
    await kept.onAlways({ rule: 'shell: npm ci', by: 'Ann', taskId: 'one' })
    const { agent } = await openAgent({ ...options, flags: { ...flags, allow: ['shell: npm run lint'] } })
    const decide = async (command: string) => {
      const { verdict, rule } = await agent.artoo.explainPermission({ tool: 'shell', input: { command } })
      return `${verdict} ${rule}`
    }
    expect(await decide('npm test')).toBe('run shell: npm test')
    expect(await decide('npm ci')).toBe('run shell: npm ci')
    expect(await decide('npm run lint')).toBe('run shell: npm run lint')
    expect(await decide('rm x')).toBe('refuse shell: rm *')
    expect(agent.notes).toEqual([
      expect.stringMatching(/^The rule “gone_search” \(allow\) of .*named\.mjs is left out/),
    ])
    await agent.close()
    const wrong = openAgent({ ...options, flags: { ...flags, allow: ['shel: x'] } })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_rule' })
  })

  test('tells its model of the instructions and of AGENTS.md', async () => {
    const reply = "{ text: 'done', toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 }, finishReason: 'stop' }"
    const model = `instructions: 'Be short.', model: { id: 'own/model', generate: async ({ messages }) => {
      writeFileSync(new URL('./told', import.meta.url), JSON.stringify(messages))
      return ${reply}
    } }`
    const { root, home, flags } = inProject(model, { 'AGENTS.md': 'Tests run by make.' })
    const { agent } = await openAgent({ env: { HOME: home }, cwd: root, askTrust: null, flags })
    expect(await agent.artoo.run('Say done.')).toMatchObject({ output: 'done' })
    await agent.close()
    expect(readFileSync(join(root, 'told'), 'utf8')).toMatch(/Be short\..*Notes on the work.*Tests run by make\./)
  })

  test('says which configuration was left out when there is no model', async () => {
    const { open } = inProject('', { 'artoo.config.json': '{ "model": "openai/gpt-5" }' })
    await expect(open()).rejects.toThrow(
      /--model provider\/id.*ARTOO_MODEL.*config\.json\. .*artoo\.config\.json is ignored/,
    )
  })

  test('takes the configuration of the project once when --config names it', async () => {
    const tool =
      "{ name: 'own', description: 'd', input: {}, parse: (x) => x, target: () => null, effect: () => ({ kind: 'read' }), execute: () => '' }"
    const { open, asked, write } = inProject('')
    write('artoo.config.mjs', withModel(`tools: [${tool}]`))
    const { tools, notes } = await open({ flags: { config: 'artoo.config.mjs' } })
    expect(tools.filter(({ name }) => name === 'own')).toHaveLength(1)
    expect([...asked, ...notes]).toEqual([])
  })

  test.each([
    ['the person, freer', { mode: 'ask' }, 'run gate'],
    ['the configuration', {}, 'refuse plan'],
  ])('has the mode of %s', async (_, own, decision) => {
    const { root, home, flags } = inProject("permissions: { mode: 'plan' }")
    const { agent } = await openAgent({ env: { HOME: home }, cwd: root, askTrust: null, flags: { ...flags, ...own } })
    const input = { path: 'new.txt', content: 'x' }
    const { verdict, by } = await agent.artoo.explainPermission({ tool: 'write_file', input })
    expect(`${verdict} ${by}`).toBe(decision)
    await agent.close()
  })

  test.each([
    [{ dir: 'missing' }, 'dir'],
    [{ depth: 'deep' }, 'depth'],
    [{ mode: 'free' }, 'mode'],
    [{ maxMinutes: 'ten' }, 'max-minutes'],
    [{ maxCost: '0' }, 'max-cost'],
  ])('refuses the flags %o', async (wrong, field) => {
    const { flags, open } = inProject('')
    await expect(open({ flags: { ...flags, ...wrong } })).rejects.toMatchObject({ code: 'invalid_option', field })
  })

  test('closes what it opened when it fails', async () => {
    const { root, flags, open } = inProject('depth: "lean", checks: [{}]')
    await expect(open({ flags })).rejects.toMatchObject({ code: 'invalid_option' })
    await (await openMemory({ root })).close()
    await fileAuditLog({ root }).close()
  })

  test('ends at once when it is aborted', async () => {
    const { root, flags, open } = inProject('depth: "lean"')
    await expect(open({ flags, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
    expect(existsSync(join(stateFolder({ root }), 'memory'))).toBe(false)
  })
})
