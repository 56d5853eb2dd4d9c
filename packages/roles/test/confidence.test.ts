import { confidenceIn } from '@artoo/ggs'
import { describe, expect, it } from 'vitest'
import { failed, failing, matched, unjudged, verdict } from './builders.js'
import { payloadOf } from './drive.js'
import { solving } from './solving.js'

const lastRound = { hyperparameters: { maxReplans: 0 } }
const byCode = verdict({ basis: 'code' })
const blockedPart = failed({ subtaskId: '1.2', verdicts: [], undone: true })

describe('the confidence in a result', () => {
  it('of what was accepted falls with the share that a model judged', () => {
    const confidence = (...verdicts: ReturnType<typeof verdict>[]) =>
      payloadOf(solving().accept({ outcomes: [matched({ verdicts })], taskVerdicts: [] }), 'FinalResult').confidence
    expect(confidence(byCode, byCode)).toBe(confidenceIn({ D: 0, judged: 0, rounds: 1 }))
    expect(confidence(byCode, verdict())).toBe(confidenceIn({ D: 0, judged: 0.5, rounds: 1 }))
    expect(confidence(verdict())).toBe(confidenceIn({ D: 0, judged: 1, rounds: 1 }))
  })

  it('falls with the rounds that it took', () => {
    const { replan, accept } = solving()
    replan()
    const { confidence } = payloadOf(accept({ round: 2 }), 'FinalResult')
    expect(confidence).toBe(confidenceIn({ D: 0, judged: 1, rounds: 2 }))
  })

  it('of what is close enough falls with its distance', () => {
    const verdicts = [verdict(), verdict(), verdict(), failing()]
    const { confidence, directive } = payloadOf(
      solving(lastRound).replan({ outcomes: [failed({ verdicts })] }),
      'FinalResult',
    )
    expect([directive, confidence]).toEqual(['success', confidenceIn({ D: 0.25, judged: 1, rounds: 1 })])
  })

  it('of parts that are done is that in these parts, whatever became of the others', () => {
    const outcomes = [matched({ verdicts: [byCode] }), blockedPart]
    const { confidence, directive } = payloadOf(solving(lastRound).replan({ outcomes }), 'FinalResult')
    expect([directive, confidence]).toEqual(['deliver', confidenceIn({ D: 0, judged: 0, rounds: 1 })])
  })

  it.each([
    ['is given up', () => solving(lastRound).replan()],
    [
      'was judged by nobody',
      () => solving().accept({ outcomes: [matched({ verdicts: [unjudged()] })], taskVerdicts: [] }),
    ],
    ['was answered at once', () => solving().tell('Answer', { output: '7' })],
  ])('is not known of what %s', (_, end) => {
    expect(payloadOf(end(), 'FinalResult').confidence).toBeNull()
  })
})
