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
  async act({ terminal, model, run }) {
    await run('artoo "What does the shop sell?"; echo "left with $?"')
    await model.held('half')
    const half = await terminal.until('The shop\n')
    console.log(half)
    model.release('half')
    const end = await terminal.until('left with')
    console.log(end)
    assert.match(end, /left with 0\n\$/)
  },
}
