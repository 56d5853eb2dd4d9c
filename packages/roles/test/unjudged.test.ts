import { describe, expect, it } from 'vitest'
import { observe } from '../src/controller/observe.js'
import { call, failed, failedCall, failing, matched, outcomeSummary, replanRequest, unjudged } from './builders.js'
import { payloadOf, payloadsOf } from './drive.js'
import { solving } from './solving.js'

const lastRound = { hyperparameters: { maxReplans: 0 } }
const byCheck = failing({ criterion: 'it is short', basis: 'code', mode: 'verifiable', evidence: '900 words' })
const withheld = unjudged({
  criterion: 'it is polite',
  because: 'check_failed',
  evidence: 'not judged, because a check failed: it is short',
})

describe('a criterion that was not judged, because a check had failed', () => {
  const round = { outcomes: [failed({ output: 'a long letter', verdicts: [withheld, byCheck] })] }

  it('is missing for that reason, after what failed, and its work is handed out as not accepted', () => {
    const { status, missing, output, summary } = payloadOf(solving(lastRound).replan(round), 'FinalResult')
    expect(status).toBe('partial')
    expect(missing).toEqual([
      { what: 'it is short', needs: '900 words' },
      { what: 'it is polite', needs: 'a check: not judged, because a check failed: it is short' },
    ])
    expect(output).toBe('Not accepted: count them\na long letter')
    expect(summary).not.toContain('nobody could judge')
  })

  it('does not count as met: all that is known of the work failed', () => {
    const { loss } = payloadOf(solving(lastRound).replan(round), 'FinalResult')
    expect(loss.D).toBe(1)
  })

  it('of a merge is no reason to hand the merge out', () => {
    const merge = { outcomes: [matched()], taskVerdicts: [withheld, byCheck], output: 'merged' }
    expect(payloadOf(solving(lastRound).replan(merge), 'FinalResult').output).toBe('2')
  })
})

it('names what a judge did not see', () => {
  const verdict = unjudged({ because: 'unseen', evidence: 'not seen by its judge: file-7.csv' })
  const { reason, missing, nextMoves } = payloadOf(
    solving().accept({ outcomes: [matched({ verdicts: [verdict] })], taskVerdicts: [] }),
    'FinalResult',
  )
  expect(reason).toBe('unjudged')
  expect(missing).toEqual([{ what: 'it is a number', needs: 'a check: not seen by its judge: file-7.csv' }])
  expect(nextMoves[0]).toContain('not seen by its judge: file-7.csv')
})

describe('the looks of a judge', () => {
  const lookThatFailed = failedCall({ id: 'look', tool: 'glob', target: 'gone', look: true })
  const verdicts = [failing({ failureClass: 'environmental' })]
  const round = replanRequest({ outcomes: [failed({ verdicts, toolCalls: [call(), lookThatFailed] })] })

  it('are no calls of the work: none is blocked, and none is a lesson', () => {
    const sent = solving().replan(round)
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({ blockedTargets: [], blockedTools: [] })
    expect(JSON.stringify(payloadsOf(sent, 'Megram'))).not.toContain('glob')
    const work = failedCall({ id: 'work', tool: 'glob', target: 'gone' })
    const blamed = solving().replan({ ...round, outcomes: [failed({ verdicts, toolCalls: [call(), work] })] })
    expect(payloadOf(blamed, 'PlanDirective').blockedTargets).toEqual([{ tool: 'glob', target: 'gone' }])
  })

  it('are left out of what the controller observes', () => {
    const rejected = observe(round, { accepted: false })
    const work = outcomeSummary({ outcomes: [matched({ toolCalls: [lookThatFailed] })], taskVerdicts: [] })
    expect(rejected.outcomes[0]?.calls.map(({ tool }) => tool)).toEqual(['read_file'])
    expect(observe(work, { accepted: true }).outcomes[0]?.calls).toEqual([])
  })
})

it('of calls of an earlier round on which work rests the controller counts none again', () => {
  const earlier = failedCall({ id: 'before', tool: 'glob', target: 'gone', earlier: true })
  const verdicts = [failing({ failureClass: 'environmental' })]
  const sent = solving().replan(replanRequest({ outcomes: [failed({ verdicts, toolCalls: [earlier, call()] })] }))
  expect(payloadOf(sent, 'PlanDirective').blockedTargets).toEqual([])
  expect(JSON.stringify(payloadsOf(sent, 'Megram'))).not.toContain('glob')
})
