import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPerceiver } from '../src/index.js'
import { modelFailure, value } from './builders.js'
import { briefOf, drive, payloadOf, routesOf } from './drive.js'

fc.configureGlobal({ seed: 20260221 })

const understood = (given = {}) => value('task_spec', { intent: 'count', scope: null, deadline: null, ...given })
const unclear = (...questions: string[]) => understood({ questions })

/** A perceiver that has heard the user. */
function listening(text = 'count', at = 0) {
  const perceiver = drive(createPerceiver())
  return { ...perceiver, first: perceiver.tell('UserInput', { text }, { at }) }
}

describe('the task it passes on', () => {
  it('holds the user’s words as they are, whatever they are and whatever the model says', () => {
    const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(anyText, fc.string(), (text, claim) => {
        const { tell } = listening(text)
        const spec = payloadOf(tell('ModelReply', understood({ rawInput: claim, raw_input: claim })), 'TaskSpec')
        return spec.rawInput === text
      }),
      { numRuns: 50 },
    )
  })

  it.each(['\u202Eabc', 'e\u0301 ≠ é', '👩‍👩‍👧 \u0000', '\uD800 alone', '  spaced \r\n out\t'])('keeps %j', (text) => {
    const { tell } = listening(text)
    expect(payloadOf(tell('ModelReply', understood()), 'TaskSpec').rawInput).toBe(text)
  })

  it('holds the time at which the user spoke, and only what the model found', () => {
    const { tell } = listening('count in src', 42)
    const sent = tell('ModelReply', understood({ intent: 'count files', scope: 'src', deadline: undefined }))
    expect(payloadOf(sent, 'TaskSpec')).toEqual({
      intent: 'count files',
      scope: 'src',
      deadline: null,
      rawInput: 'count in src',
      receivedAt: 42,
    })
  })
})

describe('clarification', () => {
  it('asks all questions in one message', () => {
    const { tell } = listening()
    const sent = tell('ModelReply', unclear('Count what?', 'Where?'))
    expect(sent).toEqual([
      { type: 'ClarificationRequest', to: 'host', payload: { questions: ['Count what?', 'Where?'] } },
    ])
  })

  it('takes at most two rounds, then goes on with what it has', () => {
    const { tell } = listening()
    expect(routesOf(tell('ModelReply', unclear('What?')))).toEqual(['ClarificationRequest → host'])
    expect(briefOf(tell('ClarificationAnswer', { answer: 'files' }))).toMatchObject({ answers: ['files'] })
    expect(routesOf(tell('ModelReply', unclear('Where?')))).toEqual(['ClarificationRequest → host'])
    expect(briefOf(tell('ClarificationAnswer', { answer: 'here' }))).toMatchObject({ answers: ['files', 'here'] })
    expect(routesOf(tell('ModelReply', unclear('Really?')))).toEqual(['TaskSpec → R2'])
  })

  it.each(['', ' \n'])('goes on after the empty answer %j', (answer) => {
    const { tell } = listening()
    tell('ModelReply', unclear('What?'))
    expect(routesOf(tell('ClarificationAnswer', { answer }))).toEqual(['ModelRequest → model'])
    expect(routesOf(tell('ModelReply', unclear('What then?')))).toEqual(['TaskSpec → R2'])
  })

  it.each([[undefined], [null], [[]]])('is left out when the questions are %j', (questions) => {
    const { tell } = listening()
    expect(routesOf(tell('ModelReply', understood({ questions })))).toEqual(['TaskSpec → R2'])
  })
})

it('knows the user’s words and answers, and nothing else', () => {
  const { first } = listening('count')
  expect(briefOf(first)).toEqual({ text: 'count', answers: [] })
  expect(payloadOf(first, 'ModelRequest')).toMatchObject({ output: 'task_spec', tools: [] })
})

it('reports a failing model to the controller', () => {
  const { tell } = listening()
  const sent = tell('ModelFailure', modelFailure('task_spec'))
  expect(sent).toMatchObject([{ type: 'RoleFailure', to: 'R7', payload: { code: 'model_timeout' } }])
})
