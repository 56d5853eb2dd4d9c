import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { completed } from './plans.js'

const check = { check: 'file', path: 'sum.js', contains: 'a + b' }
const agreed = {
  goal: 'sum.js adds',
  background_intent: 'the till is wrong',
  deliverables: ['sum.js'],
  definition_of_done: 'sum.js adds its two numbers',
  base_case: check,
  atoms: [{ name: 'mend', task: 'make sum.js add its two numbers', check, writes: ['sum.js'] }],
}

/** A job that code checks: agreed on, worked off by a worker, landed. */
export const loop: Story = {
  name: 'loop',
  files: { 'sum.js': 'export const sum = (a, b) => a - b\n' },
  scene: {
    alignment: { json: { plan: agreed } },
    execution: ({ results }) => {
      if (results.length === 0) return { calls: [{ name: 'read_file', input: { path: 'sum.js' } }] }
      const input = { path: 'sum.js', oldText: 'a - b', newText: 'a + b' }
      return results.length === 1 ? { calls: [{ name: 'edit_file', input }] } : completed('sum.js adds.')
    },
  },
  async act({ terminal, run, read, moment }) {
    await run('artoo loop start "sum.js has to add"; echo "left with $?"')
    await terminal.until('Answer yes to begin')
    await moment('plan of a loop')
    await terminal.type('yes')
    await terminal.keys('Enter')
    const end = await terminal.until(/left with \d/)
    await moment('end of a loop')
    assert.match(end, /left with 0/)
    assert.match(await read('sum.js'), /a - b/)
    await run('clear; artoo loop land; echo "left with $?"')
    await terminal.until('(yes/no)')
    await moment('landing')
    await terminal.type('yes')
    await terminal.keys('Enter')
    await terminal.until(/left with 0/)
    assert.match(await read('sum.js'), /a \+ b/)
  },
}
