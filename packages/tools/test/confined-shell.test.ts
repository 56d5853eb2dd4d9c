import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tool } from '@artoo/spec'
import { decide, knownPermissions, type PermissionRule } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'
import { describe, expect, it } from 'vitest'
import { bubblewrap, withoutBubblewrap } from './bwrap.js'
import { call, temporaryDirectory } from './workspace.js'

const files = {
  'src/a.ts': 'export const a = 1\n',
  'package.json': '{"name":"it","scripts":{"test":"node test.mjs"}}\n',
  '.env': 'API_KEY=sk-live-4f9a8b7c6d5e4f3a2b1c\n',
  '.npmrc': 'save-exact=true\n',
  '.git/config': '[core]\n',
}

function project(given: Parameters<typeof bubblewrap>[0] = {}) {
  const top = temporaryDirectory()
  const root = join(top, 'root')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  writeFileSync(join(top, 'outside.txt'), 'outside')
  const tools = standardTools({ root, sandbox: bubblewrap(given), snapshots: { folder: join(top, 'kept') } })
  return { top, root, shell: tools.at(-1) as Tool }
}

/** The verdict about a command in a mode, with rules that allow. */
async function verdictOn(shell: Tool, input: unknown, mode: 'ask' | 'edits', allow: readonly PermissionRule[] = []) {
  const value = await shell.parse(input)
  const effect = await shell.effect(value, { signal: AbortSignal.timeout(5_000), taskId: 't', context: null })
  const permissions = knownPermissions({ allow, mode }, [shell])
  const decided = { tool: shell, input: value, target: shell.target(value), effect, caution: null }
  return decide(decided, { permissions, mode, grants: [], isNamed: () => false })
}

const yes = { confirm: () => true }

describe.skipIf(withoutBubblewrap)(
  `the shell in a sandbox${withoutBubblewrap ? ` (${withoutBubblewrap})` : ''}`,
  () => {
    it.each(['node -e 1', 'ps', 'diff <(ls) <(ls)', 'npm test', 'cat .env'])(
      'runs %s unasked in mode edits, and asks in mode ask',
      async (command) => {
        const { shell } = project()
        expect(await verdictOn(shell, { command }, 'edits')).toMatchObject({ verdict: 'run', by: 'edits' })
        expect(await verdictOn(shell, { command }, 'ask')).toMatchObject({ verdict: 'ask', repeat: { rule: 'shell' } })
      },
    )

    it('writes inside of the root and nowhere else', async () => {
      const { shell, root, top } = project()
      const outcome = await call(shell, { command: 'echo new > src/b.ts; echo x > ../outside.txt' }, yes)
      expect(outcome).toMatchObject({ status: 'error', code: 'exit_nonzero' })
      expect(readFileSync(join(root, 'src/b.ts'), 'utf8')).toBe('new\n')
      expect(readFileSync(join(top, 'outside.txt'), 'utf8')).toBe('outside')
      expect(outcome.output).toMatch(
        /\[sandbox\] refused: writing \.\.\/outside\.txt\. .* write: \["\.\.\/outside\.txt"\]/,
      )
    })

    it.each(['.git/config', '.npmrc', 'package.json'])('leaves %s, which a program obeys, as it is', async (path) => {
      const { shell, root } = project()
      await call(
        shell,
        { command: `echo changed > ${path}; rm -f ${path}; mv ${path} x; mv $(dirname ${path}) y` },
        yes,
      )
      expect(readFileSync(join(root, path), 'utf8')).toBe(files[path as keyof typeof files])
    })

    it.each(['cat .env', 'grep -R "" .', 'find . -type f | xargs cat', 'cp .env e; cat e', 'cat ./src/../.e*'])(
      'shows no secret to %s',
      async (command) => {
        const { output } = await call(project().shell, { command }, yes)
        expect(output).toMatch(/\[exit \d+\]/)
        expect(output).not.toContain('sk-live')
        expect(output).not.toContain('bwrap')
      },
    )

    it('puts aside what a command made that a program would obey', async () => {
      const { shell, root } = project()
      const command = 'mkdir -p sub/.vscode && echo "{}" > sub/.vscode/tasks.json && echo x > sub/.npmrc'
      const { output } = await call(shell, { command }, yes)
      expect(existsSync(join(root, 'sub/.vscode'))).toBe(false)
      expect(existsSync(join(root, 'sub/.npmrc'))).toBe(false)
      expect(readFileSync(join(root, 'sub/.npmrc.unconfirmed'), 'utf8')).toBe('x\n')
      expect(output).toMatch(
        /\[sandbox\] put aside.*sub\/\.npmrc \(obeyed by a package manager\) is sub\/\.npmrc\.unconfirmed now/,
      )
    })

    it('reads without changing anything, whatever git is configured to start', async () => {
      const { shell, root } = project()
      const outcome = await call(shell, { command: 'ls src' })
      expect(outcome).toMatchObject({ status: 'ok', effect: 'read', confirmed: false })
      expect(existsSync(join(root, 'src/a.ts'))).toBe(true)
    })

    it('asks for just what goes beyond the sandbox, and a rule that gives all of it covers the command', async () => {
      const { shell } = project()
      const input = { command: 'npm ci', network: ['registry.npmjs.org'], write: ['node_modules'] }
      const asked = await verdictOn(shell, input, 'edits')
      const rule = 'shell: npm ci +network=registry.npmjs.org +write=node_modules'
      expect(asked).toMatchObject({
        verdict: 'ask',
        question: { reason: expect.stringContaining('the network to registry.npmjs.org, writing node_modules') },
        repeat: { rule, always: true },
      })
      expect(await verdictOn(shell, input, 'ask', [rule])).toMatchObject({ verdict: 'run', by: 'allow' })
      expect(await verdictOn(shell, input, 'edits', ['shell: npm ci'])).toMatchObject({ verdict: 'ask' })
      const more = { ...input, network: ['registry.npmjs.org', 'example.org'] }
      expect(await verdictOn(shell, more, 'edits', [rule])).toMatchObject({ verdict: 'ask' })
      const other = { ...input, command: 'npm ci && curl example.org' }
      expect(await verdictOn(shell, other, 'edits', [rule])).toMatchObject({ verdict: 'ask' })
    })

    it('lets build output be written that the host names', async () => {
      const { shell, root } = project({ write: ['node_modules'] })
      mkdirSync(join(root, 'node_modules'))
      await call(shell, { command: 'echo x > node_modules/x' }, yes)
      expect(existsSync(join(root, 'node_modules/x'))).toBe(true)
    })

    it('leaves what a command makes where the host or a person opened it, also where nothing was before', async () => {
      const { shell, root } = project({ write: ['.vscode'] })
      const command = 'mkdir node_modules .vscode .idea; touch node_modules/x .vscode/x .idea/x'
      await call(shell, { command, write: ['node_modules'] }, yes)
      const made = ['node_modules', '.vscode', '.idea', '.idea.unconfirmed'].map((name) => existsSync(join(root, name)))
      expect(made).toEqual([true, true, false, true])
    })

    it('says to which hosts a rule of the host lets a command go, and offers no yes to others with it', async () => {
      const { shell } = project({ network: [{ command: 'npm ci', hosts: ['registry.npmjs.org'] }] })
      const asked = await verdictOn(shell, { command: 'npm ci' }, 'ask')
      const action = expect.stringContaining('the network to registry.npmjs.org')
      expect(asked).toMatchObject({ verdict: 'ask', question: { action }, repeat: null })
      expect(await verdictOn(shell, { command: 'npm ci' }, 'edits')).toMatchObject({ verdict: 'run' })
    })

    it('notes a command with a placeholder for a secret in it', async () => {
      const { shell, top } = project()
      await call(shell, { command: 'echo sk-live-4f9a8b7c6d5e4f3a2b1c > said.txt; rm said.txt' }, yes)
      const kept = readdirSync(join(top, 'kept'), { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('touches.jsonl'),
      )
      expect(kept).toHaveLength(1)
      const noted = readFileSync(join(top, 'kept', kept[0] as string), 'utf8')
      expect(noted).toContain('[secret API_KEY of .env]')
      expect(noted).not.toContain('sk-live')
    })

    it('asks as before where there is no sandbox, and says so', async () => {
      const { root } = project()
      const none = {
        ...bubblewrap(),
        report: () => ({ available: false, mechanism: null, problems: ['bubblewrap is missing'] }),
      }
      const shell = standardTools({ root, sandbox: none, snapshots: false }).at(-1) as Tool
      expect(await verdictOn(shell, { command: 'npm test' }, 'edits')).toMatchObject({
        verdict: 'ask',
        question: { reason: expect.stringContaining('no sandbox confines it (bubblewrap is missing)') },
      })
    })
  },
)

it('takes a sandbox, not the promise of one', () => {
  const root = temporaryDirectory()
  const sandbox = Promise.resolve(bubblewrap()) as never
  expect(() => standardTools({ root, sandbox })).toThrow(/await sandbox\(\)/)
})
