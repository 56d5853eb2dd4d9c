import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createArtoo } from '@artoo/sdk'
import { fakeTool, honest } from '@artoo/sdk/testing'
import { countWords } from './tools.ts'

const counting = {
  asks: 'answer',
  calls: [{ name: 'count_words', input: { text: 'to be or not' } }],
  answer: 'There are four words.',
} as const

test('an answer stands on a call of the tool', async () => {
  const artoo = createArtoo({ model: honest(counting), tools: [countWords] })
  const { status, output } = await artoo.run('How many words are in “to be or not”?')
  await artoo.close()
  assert.equal(status, 'complete')
  assert.equal(output, 'There are four words.')
})

test('a call that cannot be undone is not made after a no', async () => {
  const send = fakeTool('send', ['sent'], { effect: 'irreversible' })
  const model = honest({ calls: [{ name: 'send', input: {} }], answer: 'It is sent.' })
  const artoo = createArtoo({ model, tools: [send], confirm: () => false })
  const { refused } = await artoo.run('Send it.')
  await artoo.close()
  assert.equal(refused.length, 1)
  assert.equal(send.calls.length, 0)
})
