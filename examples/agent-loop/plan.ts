import type { CheckData, Plan } from '@artoo/agent-loop'

const tests: CheckData = { check: 'command', argv: [process.execPath, '--test'] }

/** What is agreed on: code decides by the project's own tests, which nobody may change. */
export const plan: Plan = {
  goal: 'slug() does what its tests ask',
  background_intent: 'titles become addresses, and some addresses are broken',
  deliverables: ['src/slug.js', 'a line in CHANGELOG.md'],
  definition_of_done: 'all tests pass, and the change log tells of it',
  base_case: { check: 'all', of: [tests, { check: 'file', path: 'CHANGELOG.md', contains: 'umlauts' }] },
  protected_paths: ['test/**'],
  constraints: { max_attempts: 1 },
  atoms: {
    look: {
      description: 'note which tests fail',
      success_criteria: { check: 'file', path: 'NOTES.md', contains: 'umlauts are spelt out' },
      writes: ['NOTES.md'],
    },
    patch: {
      description: 'replace every space, not just the first',
      success_criteria: tests,
      deps: ['look'],
      writes: ['src/**'],
    },
    rewrite: {
      description: 'spell out umlauts, then join what is a letter or a digit',
      success_criteria: tests,
      deps: ['look'],
      writes: ['src/**'],
    },
    tell: {
      description: 'tell of it in the change log',
      success_criteria: { check: 'file', path: 'CHANGELOG.md', contains: 'umlauts' },
      deps: ['mend'],
      writes: ['CHANGELOG.md'],
    },
  },
  or_groups: { mend: { choices: ['patch', 'rewrite'] } },
}
