import { describe, expect, it } from 'vitest'
import { call, failed, failing, verdict } from './builders.js'
import { payloadOf } from './drive.js'
import { solving } from './solving.js'

const part = (round: number, met: number, given: Parameters<typeof failed>[0] = {}) =>
  failed({
    ...{ subtaskId: `${round}.1`, replaces: round > 1 ? `${round - 1}.1` : null, output: `output of round ${round}` },
    verdicts: [
      ...Array.from({ length: met }, (_, index) => verdict({ criterion: `met ${index}` })),
      failing({ criterion: 'never met', cause: 'wrong_parameter' }),
      ...Array.from({ length: 3 - met }, (_, index) => failing({ criterion: `unmet ${index}` })),
    ],
    ...given,
  })

const resultOf = (...rounds: ReturnType<typeof part>[]) => {
  const { replan } = solving({ hyperparameters: { maxReplans: rounds.length - 1, delta: 0 } })
  const sent = rounds.map((outcome, index) => replan({ round: index + 1, outcomes: [outcome] }))
  return payloadOf(sent.at(-1) ?? [], 'FinalResult')
}

describe('a part that fails to the end', () => {
  it('is shown as it was when it met most criteria', () => {
    const { output, missing } = resultOf(part(1, 1), part(2, 2), part(3, 0))
    expect(output).toBe('output of round 2')
    expect(missing.map(({ what }) => what)).toEqual(['never met', 'unmet 0'])
  })

  it('is shown as it was last where several are as good', () => {
    expect(resultOf(part(1, 1), part(2, 2), part(3, 2)).output).toBe('output of round 3')
  })

  it('is shown as it was after the last change of the world', () => {
    const changes = { toolCalls: [call({ id: 'w', tool: 'write_file', effect: 'repeatable', status: 'ok' })] }
    expect(resultOf(part(1, 1), part(2, 2), part(3, 1, changes)).output).toBe('output of round 3')
  })
})
