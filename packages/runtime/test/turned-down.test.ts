import { askModel, turnedDown } from '@artoo/runtime'
import { describe, expect, it } from 'vitest'

describe('an answer that was turned down', () => {
  it('is asked for again with all that is wrong, until the model was asked often enough', () => {
    expect(turnedDown(['no title', 'no date'], 1, 3)).toEqual({ why: 'no title; no date', asked: 2 })
    expect(turnedDown(['no date'], 2, 3)).toEqual({ why: 'no date', asked: 3 })
    expect(turnedDown(['no date'], 3, 3)).toEqual({ why: 'no date', asked: null })
  })

  it('costs no more words than there is room for, however much is wrong', () => {
    const { why } = turnedDown(Array<string>(10_000).fill('no date'), 1, 2)
    expect(Buffer.byteLength(why)).toBeLessThanOrEqual(8_192)
  })
})

describe('a request to a model', () => {
  const messages = [{ role: 'user', content: 'again' }] as const

  it('begins a conversation of its own without tools', () => {
    const payload = { key: 'plan', output: 'plan', messages, continues: false, tools: [] }
    expect(askModel('plan', messages)).toEqual({ type: 'ModelRequest', to: 'model', payload })
  })

  it('names what it is given', () => {
    const options = { key: 'task', continues: true, tools: ['look'], answer: 'text', aim: 10 }
    expect(askModel('plan', messages, options).payload).toEqual({ output: 'plan', messages, ...options })
  })
})
