import { isoTime } from '@artoo/llm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPerceiver } from '../src/perceiver/perceiver.js'
import { answered, modelFailure, value } from './builders.js'
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
      clarifications: [],
      receivedAt: 42,
      verbatim: false,
    })
  })
})

describe('clarification', () => {
  it('asks all questions in one message', () => {
    const { tell } = listening()
    const sent = tell('ModelReply', unclear('Count what?', 'Where?'))
    expect(sent).toEqual([
      {
        type: 'ClarificationRequest',
        to: 'host',
        payload: {
          requests: [
            { question: 'Count what?', kind: 'question', from: 'perceiver' },
            { question: 'Where?', kind: 'question', from: 'perceiver' },
          ],
        },
      },
    ])
  })

  const files = { questions: ['What?', 'Which kind?'], answer: 'text files' }
  const here = { questions: ['Where?'], answer: 'here' }

  it('stands beside its questions, for the model and in the task', () => {
    const { tell } = listening('count')
    tell('ModelReply', unclear(...files.questions))
    const again = tell('ClarificationAnswer', answered(files.answer, 'ann', 2))
    expect(briefOf(again)).toMatchObject({ text: 'count', clarifications: [files] })
    expect(payloadOf(tell('ModelReply', understood()), 'TaskSpec')).toMatchObject({
      rawInput: 'count',
      clarifications: [files],
    })
  })

  it('begins a conversation of its own in each round', () => {
    const { tell, first } = listening()
    tell('ModelReply', unclear('What?'))
    const again = tell('ClarificationAnswer', answered('files'))
    for (const sent of [first, again]) {
      const { messages, continues } = payloadOf(sent, 'ModelRequest')
      expect(continues).toBe(false)
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    }
  })

  it('takes at most two rounds, then goes on with what it has', () => {
    const { tell } = listening()
    expect(routesOf(tell('ModelReply', unclear(...files.questions)))).toEqual(['ClarificationRequest → host'])
    tell('ClarificationAnswer', answered(files.answer, 'ann', 2))
    expect(routesOf(tell('ModelReply', unclear(...here.questions)))).toEqual(['ClarificationRequest → host'])
    const third = tell('ClarificationAnswer', answered(here.answer))
    expect(briefOf(third)).toMatchObject({ clarifications: [files, here] })
    const sent = tell('ModelReply', unclear('Really?'))
    expect(routesOf(sent)).toEqual(['TaskSpec → R2'])
    expect(payloadOf(sent, 'TaskSpec').clarifications).toEqual([files, here])
  })

  it.each(['', ' \n'])('goes on after the empty answer %j', (answer) => {
    const { tell } = listening()
    tell('ModelReply', unclear('What?'))
    expect(routesOf(tell('ClarificationAnswer', answered(answer)))).toEqual(['ModelRequest → model'])
    const sent = tell('ModelReply', unclear('What then?'))
    expect(routesOf(sent)).toEqual(['TaskSpec → R2'])
    expect(payloadOf(sent, 'TaskSpec').clarifications).toEqual([{ questions: ['What?'], answer }])
  })

  it('is shortened when it is very long, and says so', () => {
    const { tell } = listening()
    tell('ModelReply', unclear('What?'))
    const answer = `this: ${'word '.repeat(20_000)}that.`
    tell('ClarificationAnswer', answered(answer))
    const [known] = payloadOf(tell('ModelReply', understood()), 'TaskSpec').clarifications
    expect(known?.answer).toMatch(/^this: word [\s\S]*\[… \d+ bytes left out …\][\s\S]* that\.$/)
    expect(known?.answer.length).toBeGreaterThan(15_000)
    expect(known?.answer.length).toBeLessThan(25_000)
  })

  it.each([[undefined], [null], [[]]])('is left out when the questions are %j', (questions) => {
    const { tell } = listening()
    expect(routesOf(tell('ModelReply', understood({ questions })))).toEqual(['TaskSpec → R2'])
  })
})

it('knows the user’s words, their time and the answers, and nothing else', () => {
  const { first } = listening('count')
  expect(briefOf(first)).toEqual({ text: 'count', now: isoTime(0), clarifications: [] })
  expect(payloadOf(first, 'ModelRequest')).toMatchObject({ output: 'task_spec', tools: [] })
})

it.each([
  ['model', false, 'invalid_output'],
  ['provider', true, 'provider_unavailable'],
])('reports a failing %s to the controller', (_, infrastructure, code) => {
  const { tell } = listening()
  const sent = tell('ModelFailure', modelFailure('task_spec', infrastructure))
  expect(sent).toMatchObject([{ type: 'RoleFailure', to: 'R7', payload: { code, infrastructure } }])
})
