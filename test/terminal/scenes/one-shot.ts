import assert from 'node:assert/strict'
import type { Story } from '../stage.js'
import { completed, plan } from './plans.js'

const answer = `## The shop

It sells **kettles**, and says so in \`README.md\`:

- red ones
- blue ones (蓝色的水壶)

\`\`\`ts
const price = 42
\`\`\`

| kettle | price |
|---|---|
| 红色 | 42.00 |
| blue | 40.00 |
`

/** One task from the shell: a read, and an answer in Markdown that is written while one looks. */
export const oneShot: Story = {
  name: 'one-shot',
  scene: {
    plan: plan('answer', { intent: 'Say what the shop sells' }),
    execution: [
      { calls: [{ name: 'read_file', input: { path: 'README.md' } }] },
      { ...completed(answer), pause: 'half' },
    ],
  },
  async act({ terminal, model, run, moment }) {
    await run('artoo "What does the shop sell?"; echo "left with $?"')
    await model.held('half')
    const half = await terminal.until('(蓝色的水壶)')
    assert.match(half, /\nThe shop\n/)
    assert.match(half, /✓ read_file README\.md/)
    assert.match(half, /Esc interrupts/)
    assert.doesNotMatch(half, /\[\d+m/)
    await moment('answer under way')
    model.release('half')
    const end = await terminal.until(/left with \d/)
    await moment('one shot')
    assert.match(end, /const price = 42/)
    assert.match(end, /│ 红色 +│ 42\.00 │/)
    assert.match(end, /✓ done/)
    assert.match(end, /left with 0\n\$$/)
    // The prompt of the program is gone, and the shell's is there.
    assert.doesNotMatch(end, /Esc interrupts|mode ask/)
    assert.equal(await terminal.program(), null)
  },
}
