import { describe, expect, it } from 'vitest'
import { answersText } from '../src/people/asking.js'

describe('the words with the answers', () => {
  it.each([
    ['a choice', ['a.json'], 'Go on from where you were.'],
    [
      'a refused access',
      ['access was refused: not today'],
      'Go on from where you were. A refused access stays refused in this task.',
    ],
  ])('explain %s', (_, answers, words) => {
    const { content } = answersText(answers.map((answer) => ({ questions: ['Which?'], answer })))
    expect(content.split('\n').at(-1)).toBe(words)
  })
})
