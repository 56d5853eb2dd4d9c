import { ArtooError } from '@artoo/spec'
import { expect, test } from 'vitest'
import { checksOf } from '../../src/doctor/checks.js'
import type { Facts } from '../../src/doctor/facts.js'
import { problemOf } from '../../src/doctor/problem.js'
import { healthy, settings, state, terminal } from './facts.js'

/** The checks that differ from those of a machine on which all is well, as `state name: text -> mend`. */
function changed(facts: Partial<Facts>): readonly string[] {
  const lines = (all: Facts) =>
    checksOf(all).map(({ state, name, text, mend }) => `${state} ${name}: ${text}${mend === null ? '' : ` -> ${mend}`}`)
  const before = lines(healthy)
  return lines({ ...healthy, ...facts }).filter((line) => !before.includes(line))
}

test('where all is well each check says so', () => {
  const checks = checksOf(healthy)
  expect(new Set(checks.map((check) => check.state))).toEqual(new Set(['ok']))
  expect(checks.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'node: 20.20.2',
    'model: openai/gpt-5 of --model, its key in OPENAI_API_KEY; not tried',
    'config: /work/artoo.config.ts',
    'permissions: mode ask',
    'git: git version 2.39.5',
    'sandbox: commands are confined by bubblewrap 0.8.0',
    'state folder: /state/artoo/1, 2.3 MB',
    'journal: tasks: 1 waiting, 2 ended',
    'memory: can be opened',
    '@artoo/mcp: 0.1.0',
    'terminal: 120 columns, colours, UTF-8',
  ])
})

const rejected = (code: string, text: string, field?: string) =>
  problemOf(new ArtooError(code, text, field === undefined ? {} : { field }))
const rules = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((word) => `shell: ${word}`)

test.each<[string, Partial<Facts>, string[]]>([
  ...(['18.20.0', '20.18.3'] as const).map((node): [string, Partial<Facts>, string[]] => [
    `Node ${node}`,
    { node },
    [`missing node: ${node} is too old: install Node 20.19 or later, from https://nodejs.org`],
  ]),
  ['Node 22.0.0', { node: '22.0.0' }, ['ok node: 22.0.0']],
  [
    'no model',
    { settings: { ...settings, models: rejected('missing_model', 'no model is named') } },
    ['missing model: no model is named -> export ARTOO_MODEL=openai/gpt-5-mini OPENAI_API_KEY=…'],
  ],
  [
    'no key',
    { settings: { ...settings, models: rejected('missing_environment', 'it needs a key', 'ANTHROPIC_API_KEY') } },
    ['missing model: it needs a key -> export ANTHROPIC_API_KEY=…'],
  ],
  [
    'a model without a key',
    { settings: { ...settings, models: [{ id: 'localhost/qwen3', from: 'ARTOO_MODEL', key: null }] } },
    ['ok model: localhost/qwen3 of ARTOO_MODEL; not tried'],
  ],
  ['no configuration', { settings: { ...settings, files: [] } }, ['optional config: no file -> artoo init']],
  [
    'a configuration that is not trusted',
    { settings: { ...settings, files: [], ignored: ['/work/artoo.config.ts is ignored: say yes by `artoo trust`.'] } },
    ['warning config: /work/artoo.config.ts is ignored: say yes by `artoo trust`.'],
  ],
  [
    'a configuration that is broken, named by a hostile folder',
    { settings: rejected('config_failed', '/wo\u001b[2Jrk\u202e/artoo.config.ts could not be read') },
    ['missing config: /wo[2Jrk/artoo.config.ts could not be read'],
  ],
  [
    'rules',
    {
      settings: {
        ...settings,
        permissions: { mode: 'edits', allow: rules, deny: [{ tool: 'shell', target: 'git push' }, { tool: 'send' }] },
      },
      keptRules: ['shell: make'],
    },
    [
      'ok permissions: mode edits; deny: shell: git push, send; allow: shell: a, shell: b, shell: c, shell: d, shell: e and 2 more; always: shell: make',
    ],
  ],
  [
    'damaged rules',
    { keptRules: rejected('damaged_rules', 'rules.json holds no list of rules: mend it, or remove it') },
    ['missing permissions: rules.json holds no list of rules: mend it, or remove it'],
  ],
  [
    'no git',
    { git: null },
    ['warning git: not installed: what commands change can’t be taken back -> sudo apt-get install git'],
  ],
  [
    'no git, and no way to install it that is known',
    { git: null, installer: null },
    ['warning git: not installed: what commands change can’t be taken back'],
  ],
  [
    'no sandbox on Linux',
    { sandbox: null },
    [
      'optional sandbox: not installed, so the shell asks more -> sudo apt-get install bubblewrap socat && npm install @artoo/sandbox@0.1.0',
    ],
  ],
  [
    'no sandbox on a Mac, for all projects',
    { sandbox: null, installer: 'brew install', place: 'global' },
    ['optional sandbox: not installed, so the shell asks more -> npm install -g @artoo/sandbox@0.1.0'],
  ],
  [
    'a sandbox that does not work',
    { sandbox: { available: false, mechanism: null, problems: ['socat is missing: apt-get install socat', 'b'] } },
    ['warning sandbox: commands are not confined: socat is missing: apt-get install socat; b'],
  ],
  [
    'a sandbox with a hole',
    { sandbox: { available: true, mechanism: 'bubblewrap', problems: ['seccomp is missing'] } },
    ['warning sandbox: commands are confined by bubblewrap; seccomp is missing'],
  ],
  [
    'no state folder',
    { state: rejected('no_state_folder', 'there is no place') },
    ['missing state folder: there is no place -> export XDG_STATE_HOME=/a/folder/elsewhere'],
  ],
  [
    'a state folder in reach of tools',
    { state: { ...state, isInsideRoot: true } },
    [
      'missing state folder: /state/artoo/1 is inside of the folder that tools work in -> export XDG_STATE_HOME=/a/folder/elsewhere',
    ],
  ],
  [
    'a state folder that is read-only',
    { state: { ...state, isWritable: false, path: "/it's" } },
    ["missing state folder: /it's can’t be written -> chmod u+rwx '/it'\\''s'"],
  ],
  [
    'a state folder that others may read',
    { state: { ...state, mode: 0o750 } },
    ['warning state folder: others may look into /state/artoo/1 -> chmod 700 /state/artoo/1'],
  ],
  [
    'a system without such permissions',
    { state: { ...state, mode: null, bytes: 10 } },
    ['ok state folder: /state/artoo/1, 1 KB'],
  ],
  ['no tasks', { journal: {} }, ['ok journal: no task yet']],
  ['an unreadable task', { journal: { unreadable: 1 } }, ['warning journal: tasks: 1 unreadable']],
  ['a journal that fails', { journal: problemOf(new Error('EIO')) }, ['missing journal: EIO']],
  [
    'a memory in use',
    { memory: rejected('store_locked', 'it is held by process 7') },
    ['warning memory: it is held by process 7'],
  ],
  [
    'packages that are missing or of another release',
    {
      packages: [
        { name: '@artoo/mcp', version: '0.0.9' },
        { name: '@artoo/omega', version: null },
        { name: '@ai-sdk/google', version: null },
        { name: '@ai-sdk/openai', version: '3.0.1' },
      ],
    },
    [
      'warning @artoo/mcp: 0.0.9 is not of this release -> npm install @artoo/mcp@0.1.0',
      'optional @artoo/omega: not installed -> npm install @artoo/omega@0.1.0',
      'optional @ai-sdk/google: not installed -> npm install @ai-sdk/google',
      'ok @ai-sdk/openai: 3.0.1',
    ],
  ],
  ['a pipe', { terminal: { ...terminal, isTerminal: false } }, ['ok terminal: none: tasks print plain lines']],
  [
    'a dumb terminal',
    { terminal: { ...terminal, isDumb: true } },
    ['warning terminal: TERM=dumb moves no cursor: tasks print plain lines -> export TERM=xterm-256color'],
  ],
  [
    'a language without letters',
    { terminal: { ...terminal, isUtf8: false } },
    ['warning terminal: its language is not UTF-8 -> export LC_ALL=C.UTF-8'],
  ],
  ['few columns', { terminal: { ...terminal, columns: 40 } }, ['warning terminal: 40 columns are few: widen it to 60']],
  [
    'no colours',
    { terminal: { ...terminal, hasColours: false, columns: null } },
    ['ok terminal: unknown width, no colours, UTF-8'],
  ],
  [
    'tmux as it comes',
    { terminal: { ...terminal, tmux: { extendedKeys: 'off', escapeMs: 500 } } },
    [
      'warning tmux: Shift+Enter does not come through, Esc comes 500 ms late -> tmux set -g extended-keys on \\; set -sg escape-time 10',
    ],
  ],
  [
    'tmux with a slow Esc',
    { terminal: { ...terminal, tmux: { extendedKeys: 'always', escapeMs: 51 } } },
    ['warning tmux: Esc comes 51 ms late -> tmux set -sg escape-time 10'],
  ],
  [
    'tmux that is set up, or says nothing',
    { terminal: { ...terminal, tmux: { extendedKeys: null, escapeMs: 50 } } },
    ['ok tmux: Esc and Shift+Enter come through'],
  ],
])('%s', (_, facts, expected) => {
  expect(changed(facts)).toEqual(expected)
})
