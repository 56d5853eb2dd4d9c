import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { ended } from '../tmux.js'
import { completed, plan } from './plans.js'

const scene: Story['scene'] = {
  plan: plan('answer', { intent: 'Say what the shop sells', tools: ['read_file'] }),
  execution: [
    { calls: [{ name: 'read_file', input: { path: 'README.md' } }] },
    { ...completed('Too late.'), hold: 'hangs' },
    completed('It sells kettles.'),
  ],
}

/** The program dies in the middle; `artoo resume` ends the task. */
export const killed: Story = {
  name: 'killed',
  scene,
  async act({ terminal, model, run, moment }) {
    await run('artoo "What does the shop sell?"')
    await model.held('hangs')
    const pid = await terminal.program()
    assert.ok(pid !== null)
    process.kill(pid, 'SIGKILL')
    await ended(pid, 5_000)
    await terminal.until('Killed')
    await moment('killed')
    await run('reset')
    await terminal.until(/^\$$/)
    await run('artoo tasks')
    const tasks = await terminal.until('parked')
    await moment('tasks')
    assert.match(tasks, /What does the shop sell\?/)
    await run('artoo resume; echo "left with $?"')
    const end = await terminal.until(/left with \d/)
    await moment('resumed')
    assert.match(end, /It sells kettles\./)
    assert.match(end, /left with 0/)
  },
}

/** The window is closed in the middle; the task is parked, and goes on from another window. */
export const hungUp: Story = {
  name: 'hung-up',
  scene,
  async act({ terminal, model, run, moment, another }) {
    await run('artoo')
    await terminal.until('mode ask')
    await terminal.type('What does the shop sell?')
    await terminal.keys('Enter')
    await model.held('hangs')
    const pid = await terminal.program()
    await terminal.hangUp()
    const began = Date.now()
    await ended(pid, 10_000)
    assert.ok(Date.now() - began < 5_000, 'it ends by itself')
    const next = await another()
    await next.until('$')
    await next.type('artoo tasks')
    await next.keys('Enter')
    await next.until('What does the shop sell?')
    await moment('tasks after a hang-up', next)
    await next.type('artoo')
    await next.keys('Enter')
    await next.until('mode ask')
    await next.type('/resume')
    await next.keys('Enter')
    await next.until('Go on with')
    await moment('resume list', next)
    await next.keys('Enter')
    await next.until('✓ done')
    await moment('resumed after a hang-up', next)
  },
}

/** A person leaves in the middle; the exit code and a line say that the task can be resumed. */
export const left: Story = {
  name: 'left',
  scene,
  async act({ terminal, model, run, say, moment }) {
    await run('artoo "What does the shop sell?"; echo "left with $?"')
    await model.held('hangs')
    await terminal.keys('C-c', 'C-c')
    const end = await terminal.until(/left with \d/)
    await moment('left')
    assert.match(end, /The task can be resumed: artoo resume \S+\nleft with 5/)
    await run('clear; artoo resume; echo "ended with $?"')
    const resumed = await terminal.until(/ended with \d/)
    assert.match(resumed, /It sells kettles\./)
    assert.match(resumed, /ended with 0/)
    await run('clear; artoo --continue')
    const begun = await terminal.until('mode ask')
    await moment('continued')
    assert.match(begun, /Goes on after 1 turn, the last one .*(now|ago)\.\n/)
    assert.match(begun, /\/help lists commands and keys\./)
    await say('/permissions shell ls')
    await terminal.until(/runs unasked: the effect that the tool declares/)
  },
}
