import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { completed, plan } from './plans.js'

/** Esc takes a task out of the process; words go on with it, and words that come while it works reach it. */
export const steering: Story = {
  name: 'steering',
  scene: {
    plan: plan('answer', { intent: 'Say what the shop sells', tools: ['read_file', 'list_files'] }),
    execution: [
      { calls: [{ name: 'list_files', input: { path: '.' } }] },
      { ...completed('Too late.'), hold: 'hangs' },
      { calls: [{ name: 'read_file', input: { path: 'README.md' } }], hold: 'again' },
      completed('Kettles, in French: des bouilloires.'),
    ],
  },
  async act({ terminal, model, run, say, moment }) {
    await run('artoo')
    await terminal.until('mode ask')
    await say('What does the shop sell?')
    await model.held('hangs')
    await terminal.until('Esc interrupts')
    await terminal.keys('Escape')
    await terminal.until('Interrupted.')
    await moment('interrupted')
    await say('Say it in French')
    await model.held('again')
    await terminal.until(/> Say it in French/)
    await moment('goes on')
    await say('and shortly')
    await terminal.until(/> and shortly/)
    await moment('words while it works')
    model.release('again')
    const end = await terminal.until('✓ done')
    await terminal.calm()
    await moment('steered')
    assert.equal(end.split('list_files').length, 2, 'what was shown is not shown again')
    assert.match(end, /des bouilloires/)
    const last = model.asked.findLast(({ name }) => name === 'execution')
    assert.match(JSON.stringify(last), /Say it in French/)
    assert.match(JSON.stringify(last), /and shortly/)
    await say('/exit')
    await terminal.until(/\$$/)
  },
}
