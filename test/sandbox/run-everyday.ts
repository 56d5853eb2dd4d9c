import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Sandbox, systemClock, type Tool } from '@artoo/spec'
import { decide, knownPermissions, runToolCall } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'

const files = {
  'package.json': JSON.stringify({
    ...{ name: 'everyday', version: '1.0.0', bin: { tool: 'test.mjs' } },
    scripts: { test: 'node test.mjs', build: 'node build.mjs' },
  }),
  'test.mjs': "console.log('ok')\n",
  'build.mjs':
    "import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('dist', { recursive: true })\nwriteFileSync('dist/index.mjs', '')\n",
  'src/a.test.mjs': "import test from 'node:test'\ntest('a', () => {})\n",
  'src/b.tmp': '',
  Makefile: 'build:\n\tnode build.mjs\ntest:\n\tnode test.mjs\n',
  'script.sh': '#!/bin/sh\necho hi > said.txt\n',
  'script.py': 'print(1)\n',
  'data.json': '{}',
  'notes.md': 'one\ntwo\n',
  '.gitignore': 'dist\n',
}

function project(top: string): string {
  const root = join(top, 'root')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  chmodSync(join(root, 'script.sh'), 0o755)
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: root })
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'all')
  return root
}

async function verdictOn(shell: Tool, command: string): Promise<string> {
  const input = await shell.parse({ command })
  const effect = await shell.effect(input, { signal: AbortSignal.timeout(5_000), taskId: 't', context: null })
  const call = { tool: shell, input, target: command, effect, caution: null }
  const permissions = knownPermissions({ mode: 'edits' }, [shell])
  return (await decide(call, { permissions, mode: 'edits', grants: [], isNamed: () => false })).verdict
}

const shellIn = (root: string, box?: Sandbox) =>
  standardTools({ root, snapshots: { folder: join(root, '../kept') }, ...(box && { sandbox: box }) }).at(-1) as Tool

export interface Everyday {
  /** The verdict of mode `edits` without a sandbox and in one: `ask` or `run`. */
  readonly without: string
  readonly within: string
  readonly status: string
  readonly output: string
}

/** Decides about a line, and runs it in a sandbox on a project of its own. */
export async function runEveryday(command: string, box: Sandbox): Promise<Everyday> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-everyday-')))
  try {
    const root = project(top)
    const shell = shellIn(root, box)
    const signal = new AbortController().signal
    const ofCall = { taskId: 't', context: null, signal, clock: systemClock(), timeoutMs: 30_000, confirm: () => true }
    const without = await verdictOn(shellIn(root), command)
    const within = await verdictOn(shell, command)
    const { status, output } = await runToolCall(shell, { command }, ofCall)
    return { without, within, status, output }
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}
