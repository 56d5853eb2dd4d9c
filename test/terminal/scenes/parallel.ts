import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { completed, plan } from './plans.js'

/** Two parts side by side, then one that needs both. */
export const parallel: Story = {
  name: 'parallel',
  files: { 'src/red.ts': 'export const red = 42\n', 'src/blue.ts': 'export const blue = 40\n' },
  scene: {
    plan: plan(
      'answer',
      { intent: 'Read the price of red', sequence: 1, tools: ['read_file'] },
      { intent: 'Read the price of blue', sequence: 1, tools: ['read_file'] },
      { intent: 'Compare both prices', sequence: 2, tools: [] },
    ),
    execution: ({ data, results }) => {
      const intent = String(data.intent)
      if (/Compare/.test(intent)) return completed('Red is dearer by 2.')
      const name = /red/.test(intent) ? 'red' : 'blue'
      const calls = [{ name: 'read_file', input: { path: `src/${name}.ts` } }]
      // One reads before the other, so that the screen is the same each time.
      if (results.length === 0) return name === 'red' ? { calls } : { calls, hold: 'second' }
      return { ...completed(`${name} is known.`), hold: name }
    },
  },
  async act({ terminal, model, run, moment }) {
    await run('artoo "Which kettle is dearer?"; echo "left with $?"')
    await Promise.all([model.held('red'), model.held('second')])
    model.release('second')
    await model.held('blue')
    await terminal.calm(150)
    const both = await terminal.screen()
    await moment('parallel')
    assert.match(both, /◐ Read the price of red.*\n?.*◐ Read the price of blue/)
    model.release('red')
    const one = await terminal.until('✓ Read the price of red')
    await moment('one of two')
    assert.match(one, /◐ Read the price of blue/)
    model.release('blue')
    const end = await terminal.until(/left with \d/)
    await moment('parallel, done')
    assert.match(end, /Red is dearer by 2\./)
    assert.match(end, /left with 0/)
  },
}
