import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked, Reply } from '../model-server.js'
import type { Story } from '../stage.js'
import { completed, failed, plan } from './plans.js'

const wordsOf = ({ data }: Asked) => JSON.stringify(data)

function work(asked: Asked): Reply {
  const [, path = ''] = /Write (\w+\.txt)/.exec(String(asked.data.intent)) ?? []
  if (path === '') return completed('Nothing to write.')
  if (asked.results.length === 0) {
    return { calls: [{ name: 'write_file', input: { path, content: `text of ${path}\n` } }] }
  }
  return path === 'wrong.txt'
    ? failed('It is the wrong file.', 'wrong.txt is not wanted')
    : completed(`${path} is written.`)
}

/** Esc Esc goes back: to the time before a turn with its files, then to a round inside of a task. */
export const rewind: Story = {
  name: 'rewind',
  scene: {
    plan: (asked) => {
      const isSecond = asked.data.directive !== undefined || asked.data.directives !== undefined
      if (/third/.test(wordsOf(asked))) {
        return plan('change', { intent: `Write ${isSecond ? 'third' : 'wrong'}.txt`, tools: ['write_file'] })
      }
      const path = /second/.test(wordsOf(asked)) ? 'second.txt' : 'first.txt'
      return plan('change', { intent: `Write ${path}`, tools: ['write_file'] })
    },
    execution: work,
  },
  async act({ terminal, run, say, read, moment }) {
    const exists = (path: string) =>
      read(path).then(
        () => true,
        () => false,
      )
    const esc = async () => {
      await terminal.keys('Escape')
      await sleep(100)
      await terminal.keys('Escape')
    }
    await run('artoo --mode edits')
    await terminal.until('mode edits ·')
    await say('Write the first file')
    await terminal.until('first.txt is written.')
    await terminal.until(/✓ done/)
    await say('Write the second file')
    await terminal.until('second.txt is written.')
    await terminal.until(/second.txt is written[\s\S]*✓ done/)
    assert.ok(await exists('second.txt'))
    await esc()
    await terminal.until('Go back to the time before')
    await moment('points')
    await terminal.keys('Enter')
    await terminal.until('What goes back')
    await moment('parts')
    await terminal.keys('Enter')
    await terminal.until(/restored +second.txt/)
    await moment('rewound')
    assert.equal(await exists('second.txt'), false)
    assert.ok(await exists('first.txt'))
    await terminal.keys('C-u')
    await say('Write the third file')
    await terminal.until('third.txt is written.')
    await terminal.until(/third.txt is written[\s\S]*(done|partly done), /)
    await moment('third')
    assert.ok(await exists('third.txt'))
    await esc()
    await terminal.until(/Go back to the time before[\s\S]*round 2/)
    await moment('points with a round')
    await terminal.type('round')
    await terminal.keys('Enter')
    await terminal.until('What goes back')
    await terminal.keys('Enter')
    await terminal.until(/The conversation is back[\s\S]*third.txt is written[\s\S]*(done|partly done), /)
    await terminal.calm()
    await moment('forked')
    assert.ok(await exists('third.txt'))
    await say('/exit')
    await terminal.until(/\$$/)
  },
}
