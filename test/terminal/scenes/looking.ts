import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { completed, plan } from './plans.js'

/** Modes, records, pages, and a window that changes its size. */
export const looking: Story = {
  name: 'looking',
  scene: {
    plan: plan('answer', { intent: 'Say what the shop sells', tools: ['read_file'] }),
    execution: [{ calls: [{ name: 'read_file', input: { path: 'README.md' } }] }, completed('It sells **kettles**.')],
  },
  async act({ terminal, size, run, say, moment }) {
    await run('artoo')
    await terminal.until('mode ask')
    await terminal.keys('BTab')
    await terminal.until('mode edits')
    await terminal.keys('BTab')
    await terminal.until('mode plan')
    await terminal.keys('BTab')
    await terminal.until('mode ask')
    await say('What does the shop sell?')
    await terminal.until('✓ done')
    await terminal.keys('C-o')
    await terminal.until('Calls, the last one first')
    await moment('records')
    await terminal.keys('Enter')
    await terminal.until('q closes')
    await moment('record')
    await terminal.type('q')
    await terminal.until('mode ask')
    for (const page of ['/help', '/diff', '/context', '/plan', '/permissions', '/mode', '/cost']) {
      await say(page)
      await terminal.calm()
      await moment(page)
      await terminal.type('q')
      await terminal.calm(100)
      await terminal.keys('C-u')
    }
    await terminal.calm()
    const before = await terminal.screen()
    await terminal.resize({ columns: 20, rows: size.rows })
    await terminal.calm()
    await moment('narrow')
    await terminal.resize(size)
    await terminal.calm()
    await moment('wide again')
    for (let step = 0; step < 20; step++) {
      await terminal.resize({ columns: 30 + ((step * 37) % 90), rows: 5 + ((step * 7) % 30) })
    }
    await terminal.resize(size)
    const after = await terminal.calm()
    await moment('after a storm')
    assert.match(after, /mode ask/)
    assert.ok(before.length > 0)
    await say('/exit')
    await terminal.until(/\$$/)
  },
}
