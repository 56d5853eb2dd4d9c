import type { Facts, Settings, StateFacts, TerminalFacts } from '../../src/doctor/facts.js'

export const settings: Settings = {
  root: '/work',
  files: ['/work/artoo.config.ts'],
  ignored: [],
  models: [{ id: 'openai/gpt-5', from: '--model', key: 'OPENAI_API_KEY' }],
  permissions: {},
}

export const state: StateFacts = {
  ...{ path: '/state/artoo/1', bytes: 2_345_678, mode: 0o700 },
  ...{ isWritable: true, isInsideRoot: false },
}

export const terminal: TerminalFacts = {
  ...{ isTerminal: true, hasColours: true, isDumb: false, isUtf8: true },
  ...{ columns: 120, tmux: null },
}

/** A machine and a folder on which everything is well. */
export const healthy: Facts = {
  ...{ node: '20.20.2', release: '0.1.0', place: 'project', installer: 'sudo apt-get install' },
  ...{ settings, state, terminal, git: 'git version 2.39.5', memory: null, keptRules: [] },
  sandbox: { available: true, mechanism: 'bubblewrap 0.8.0', problems: [] },
  journal: { waiting: 1, ended: 2 },
  packages: [{ name: '@artoo/mcp', version: '0.1.0' }],
}
