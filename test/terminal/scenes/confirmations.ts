import assert from 'node:assert/strict'
import type { Asked, Reply } from '../model-server.js'
import type { Story } from '../stage.js'
import { completed, plan } from './plans.js'

const files = { 'prices.json': '{\n  "red": 42,\n  "blue": 40\n}\n' }
const priceOf = ({ data }: Asked) => /(red|blue) costs (\d+)/.exec(JSON.stringify(data)) ?? []

/** Reads the prices, sets the one that is asked for, and reports what came of it. */
function setPrice(asked: Asked): Reply {
  const [, kettle = '', price = ''] = priceOf(asked)
  const [read, edited] = asked.results
  if (read === undefined) return { calls: [{ name: 'read_file', input: { path: 'prices.json' } }] }
  if (edited !== undefined) return completed(/refused/.test(edited) ? 'Not set.' : `${kettle} is set.`)
  const oldText = new RegExp(`"${kettle}": \\d+`).exec(read)?.[0] ?? ''
  const input = { path: 'prices.json', oldText, newText: `"${kettle}": ${price}` }
  return { words: 'The price is in this file.', calls: [{ name: 'edit_file', input }] }
}

const scene = {
  plan: (asked: Asked) => {
    const [words = ''] = priceOf(asked)
    return plan('change', { intent: `Set in prices.json that ${words}`, tools: ['read_file', 'edit_file'] })
  },
  execution: setPrice,
}

/** An edit is put before the person with its diff. */
export const confirm: Story = {
  name: 'confirm',
  files,
  scene,
  async act({ terminal, run, say, read, moment }) {
    await run('artoo')
    await terminal.until('mode ask')
    await say('From now on red costs 43')
    const asked = await terminal.until('May it?')
    await terminal.calm()
    await moment('confirmation')
    assert.match(asked, /-.*"red": 42/)
    assert.match(asked, /\+.*"red": 43/)
    await terminal.type('y')
    const end = await terminal.until('✓ done')
    await moment('confirmed')
    assert.match(end, /red is set\./)
    assert.match(await read('prices.json'), /"red": 43/)
    await say('/exit')
    await terminal.until(/\$$/)
  },
}

/** `a`: the next edit of that kind isn't asked about, neither in this process nor in another. */
export const always: Story = {
  name: 'always',
  files,
  scene,
  async act({ terminal, run, say, read, moment }) {
    await run('artoo')
    await terminal.until('mode ask')
    await say('From now on red costs 43')
    await terminal.until(/a {2}yes, always/)
    await terminal.calm()
    await terminal.type('a')
    await terminal.until('✓ done')
    await moment('always')
    await say('From now on blue costs 41')
    await terminal.until('blue is set.')
    await terminal.until((screen) => screen.split('✓ done').length > 2 || /blue is set[\s\S]*✓ done/.test(screen))
    await moment('unasked')
    await say('/diff')
    await terminal.until('q closes')
    await moment('diff')
    await terminal.type('q')
    await terminal.until('mode ask')
    await say('/exit')
    await terminal.until(/\$$/)
    await run('clear; artoo "From now on red costs 44"; echo "left with $?"')
    await terminal.until(/left with 0/)
    await moment('unasked in another process')
    assert.match(await read('prices.json'), /"red": 44,\n {2}"blue": 41/)
  },
}

/** A no with a note, and a yes to another input. */
export const answers: Story = {
  name: 'answers',
  files,
  scene,
  async act({ terminal, model, run, say, read, moment }) {
    await run('artoo')
    await terminal.until('mode ask')
    await say('From now on red costs 43')
    await terminal.until('May it?')
    await terminal.calm()
    await terminal.type('n')
    await terminal.until('Why?')
    await moment('note of a no')
    await terminal.type('not before Monday')
    await terminal.keys('Enter')
    await terminal.until('Not set.')
    await terminal.until(/(✓|◐|✗) (done|partly|not)/)
    await moment('refused')
    assert.ok(model.asked.some(({ results }) => results.some((result) => result.includes('not before Monday'))))
    assert.match(await read('prices.json'), /"red": 42/)
    await say('Try it again: red costs 43')
    await terminal.until('May it?')
    await terminal.calm()
    await terminal.type('e')
    await terminal.until('The input as JSON')
    await moment('another input')
    await terminal.keys('Up', 'End', 'BSpace', 'BSpace')
    await terminal.type('5"')
    await moment('changed input')
    await terminal.keys('Enter')
    // What was changed is put before the person as it is now.
    await terminal.until(/\+.*"red": 45[\s\S]*→ y/)
    await terminal.calm()
    await terminal.type('y')
    await terminal.until('red is set.')
    await terminal.until(/(✓|◐) (done|partly)/)
    await moment('amended')
    assert.match(await read('prices.json'), /"red": 45/)
  },
}
