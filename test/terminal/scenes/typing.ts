import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { completed } from './plans.js'

const pasted = Array.from({ length: 30 }, (_, index) => `line ${index + 1} of a list`).join('\n')

/** A conversation of several turns: earlier words, words of other scripts, several lines, a large paste. */
export const typing: Story = {
  name: 'typing',
  scene: {
    plan: ({ data }) => ({
      json: { asks: 'answer', criteria: [], subtasks: [], answer: `You said: ${String(data.rawInput).length}` },
    }),
    execution: completed('-'),
  },
  async act({ terminal, model, run, say, moment }) {
    const sent = () => model.asked.filter(({ name }) => name === 'plan').map(({ data }) => data.rawInput)
    const waitFor = async (count: number) => {
      await terminal.until(() => sent().length >= count)
      await terminal.until((screen) => !screen.includes('Esc interrupts'))
    }
    await run('artoo')
    await terminal.until('mode ask')
    await say('first words')
    await waitFor(1)
    await terminal.until('✓ done')
    await moment('first')
    await say('你好，世界 — 水壶')
    await waitFor(2)
    await moment('cjk')
    await terminal.type('one')
    await terminal.keys('C-j')
    await terminal.type('two\\')
    await terminal.keys('Enter')
    await terminal.type('three')
    await moment('several lines')
    await terminal.keys('Enter')
    await waitFor(3)
    await terminal.paste(pasted)
    await terminal.calm()
    await moment('pasted')
    await terminal.type(' and words')
    await terminal.keys('Enter')
    await waitFor(4)
    await moment('sent paste')
    await terminal.keys('Up', 'Up')
    await terminal.calm()
    await moment('Up Up')
    await terminal.keys('C-c')
    await terminal.keys('C-r')
    await terminal.until('Earlier words')
    await terminal.type('first')
    await terminal.calm()
    await moment('Ctrl+R')
    await terminal.keys('Enter')
    await terminal.calm()
    await moment('chosen')
    await terminal.keys('Enter')
    await waitFor(5)
    assert.deepEqual(sent(), [
      'first words',
      '你好，世界 — 水壶',
      'one\ntwo\nthree',
      `${pasted} and words`,
      'first words',
    ])
    await say('/exit')
    await terminal.until(/\$$/)
  },
}
