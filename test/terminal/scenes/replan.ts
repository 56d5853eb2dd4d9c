import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { completed, failed, plan } from './plans.js'

/** The first way fails, the controller orders another one, and that one ends it. */
export const replan: Story = {
  name: 'replan',
  files: { 'prices.json': '{ "red": 42 }\n' },
  scene: {
    plan: [
      plan('answer', { intent: 'Read the price from prices.csv', tools: ['read_file'] }),
      { ...plan('answer', { intent: 'Read the price from prices.json', tools: ['read_file'] }), hold: 'second plan' },
    ],
    execution: ({ data, results }) => {
      const isFirst = String(data.intent).includes('csv')
      const path = isFirst ? 'prices.csv' : 'prices.json'
      if (results.length === 0) return { calls: [{ name: 'read_file', input: { path } }] }
      return isFirst ? failed('No price was found.', 'there is no prices.csv') : completed('A red kettle is 42.00.')
    },
  },
  async act({ terminal, model, run, say, moment }) {
    await run('artoo')
    await terminal.until('mode ask')
    await say('What is the price of a red kettle?')
    await model.held('second plan')
    const replanned = await terminal.until('replan 1')
    await moment('replan')
    assert.match(replanned, /✗ Read the price from prices\.csv/)
    assert.match(replanned, /D [\d.]+ P [\d.]+ Ω [\d.]+/)
    model.release('second plan')
    const end = await terminal.until('✓ done')
    await moment('after a replan')
    assert.match(end, /Plan, round 2/)
    assert.match(end, /✓ Read the price from prices\.json/)
    assert.match(end, /A red kettle is 42\.00\./)
    await say('/why')
    await terminal.until(/Round 2 was accepted[\s\S]*D would have been above/)
    await moment('why')
    await say('/cost')
    await terminal.until(/planning +2[\s\S]*working +4[\s\S]*in all +7/)
    await moment('cost')
    await say('/exit')
    await terminal.until(/\$$/)
  },
}
