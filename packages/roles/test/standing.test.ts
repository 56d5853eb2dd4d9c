import { describe, expect, it } from 'vitest'
import { standing } from '../src/evidence/standing.js'
import { createMetaValidator } from '../src/meta-validator/meta-validator.js'
import { call, failed, failing, manifest, matched, value, verdict } from './builders.js'
import { drive, payloadOf } from './drive.js'

const good = matched({ subtaskId: '1.1', toolCalls: [call({ id: 'c1' })] })
const misread = matched({ subtaskId: '1.2', toolCalls: [call({ id: 'c2' })] })

describe('what stands after a round', () => {
  it('is what matched', () => {
    expect(standing([good, failed({ subtaskId: '1.2' }), misread], [])).toEqual([good, misread])
  })

  it('is not what a failed task verdict names, and all that a passed one does', () => {
    const verdicts = [verdict({ records: ['c1'] }), failing({ records: ['c2'] })]
    expect(standing([good, misread], verdicts)).toEqual([good])
  })

  it('is everything, when a failed verdict names nothing', () => {
    expect(standing([good, misread], [failing({ records: [] })])).toEqual([good, misread])
  })
})

it('a rejected merge keeps for the next one what its verdicts did not blame', () => {
  const { tell } = drive(createMetaValidator())
  const [first, second] = ['1.1', '1.2'].map((subtaskId) => ({
    subtaskId,
    sequence: 1,
    intent: subtaskId,
    replaces: null,
  }))
  if (!first || !second) throw new Error('two subtasks are needed')
  tell('DispatchManifest', manifest({ subtasks: [first, second] }))
  tell('SubTaskOutcome', good)
  tell('SubTaskOutcome', misread)
  const verdicts = [{ criterion: 1, verdict: 'fail' as const, evidence: 'the wrong file', records: ['c2'] }]
  payloadOf(tell('ModelReply', value('verification', { output: 'merged', verdicts }, 'task')), 'ReplanRequest')
  tell('DispatchManifest', manifest({ round: 2, subtasks: [{ ...first, subtaskId: '2.1' }] }))
  const sent = tell('SubTaskOutcome', failed({ subtaskId: '2.1' }))
  expect(payloadOf(sent, 'ReplanRequest').kept.map(({ subtaskId }) => subtaskId)).toEqual(['1.1'])
})
