import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { completed, plan } from './plans.js'

/** The commands whose answers stand in the conversation, with a part of each answer. */
const answers = {
  '/diff': /No file differs/,
  '/context': /context: [\d.]+k? tokens/,
  '/plan': /✓ Say what the shop sells/,
  '/permissions': /no rules/,
  '/mode': /reads and new files run/,
  '/cost': /in all +4/,
}

/** The part of a screen that is there at every size: a terminal that gets narrow moves the lines of the shell away. */
const own = (screen: string) => screen.slice(screen.indexOf('It sells kettles.'))

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
    const record = await terminal.until('q closes')
    await moment('record')
    assert.match(record, /Sells kettles\.[\s\S]*whole file, 3 lines/)
    await terminal.type('q')
    await terminal.until('mode ask')
    await say('/help')
    await terminal.until(/\/permissions \[tool\][\s\S]*q closes/)
    await moment('/help')
    await terminal.type('q')
    await terminal.until('mode ask')
    for (const [command, shown] of Object.entries(answers)) {
      await say(command)
      await terminal.until((screen) => shown.test(screen.slice(screen.lastIndexOf(`> ${command}`))))
      await moment(command)
    }
    await terminal.calm()
    const before = await terminal.screen()
    await terminal.resize({ columns: 20, rows: size.rows })
    await terminal.calm()
    await moment('narrow')
    await terminal.resize(size)
    await terminal.calm()
    await moment('wide again')
    assert.equal(own(await terminal.screen()), own(before))
    for (let step = 0; step < 20; step++) {
      await terminal.resize({ columns: 30 + ((step * 37) % 90), rows: 5 + ((step * 7) % 30) })
    }
    await terminal.resize(size)
    const after = await terminal.calm()
    await moment('after a storm')
    assert.equal(own(after), own(before))
    await say('/exit')
    await terminal.until(/\$$/)
  },
}
