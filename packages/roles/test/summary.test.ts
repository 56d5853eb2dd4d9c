import { describe, expect, it } from 'vitest'
import type { Action } from '../src/messages/execution.js'
import type { CriterionVerdict } from '../src/messages/verdict.js'
import { action, failed, failing, matched, outcomeSummary, replanRequest, unjudged, verdict } from './builders.js'
import { payloadOf } from './drive.js'
import { type Replan, solving } from './solving.js'

const lastRound = { hyperparameters: { maxReplans: 0 } } as const

/** The result of a task that ended with this round, after these calls. */
function given(round: Replan, actions: readonly Action[] = []) {
  const { tell } = solving(lastRound)
  for (const one of actions) tell('Action', one)
  return payloadOf(tell('ReplanRequest', replanRequest(round)), 'FinalResult')
}

/** The result of a task that was accepted. */
function taken(round: Parameters<typeof outcomeSummary>[0], actions: readonly Action[] = []) {
  const { tell } = solving()
  for (const one of actions) tell('Action', one)
  return payloadOf(tell('OutcomeSummary', outcomeSummary(round)), 'FinalResult')
}

const undone = (intent: string, failureReason: string | null) =>
  failed({ subtaskId: intent, intent, failureReason, verdicts: [], undone: true, output: '' })

const unmet = (...verdicts: readonly CriterionVerdict[]) => ({ outcomes: [failed({ verdicts: [...verdicts] })] })

const refused = (given: Partial<Action> = {}) =>
  action({ tool: 'delete_file', what: 'refused', bytesBefore: null, bytesAfter: null, ...given })

const second = 'the plan was changed as often as is allowed.'

describe('the first sentence of a summary', () => {
  const call = { bytesBefore: null, bytesAfter: null } as const
  it.each<[string, readonly Action[], string]>([
    ['no call that changes anything', [], 'Nothing was changed.'],
    ['a text', [action()], 'Wrote a.txt.'],
    ['one text twice', [action(), action()], 'Wrote a.txt.'],
    ['three texts', ['a', 'b', 'c'].map((target) => action({ target })), 'Wrote a, b and c.'],
    ['many texts', ['a', 'b', 'c', 'd', 'e'].map((target) => action({ target })), 'Wrote a, b, c and 2 more.'],
    ['a command', [action({ ...call, tool: 'shell', target: 'npm test' })], 'Carried out “shell npm test”.'],
    [
      'a text and a call without a target',
      [action(), action({ ...call, tool: 'send_mail', target: null })],
      'Wrote a.txt; carried out “send mail”.',
    ],
    [
      'a call that a person carried out',
      [action({ ...call, tool: 'pay', target: 'DE-7', what: 'by_hand' })],
      '“pay DE-7” was done by hand.',
    ],
    [
      'a call that failed',
      [action({ what: 'failed', bytesAfter: null })],
      '“write file a.txt” failed, and it is not known what it changed.',
    ],
    ['a call that failed before it went well', [action({ what: 'failed' }), action()], 'Wrote a.txt.'],
    ['a command of several lines', [action({ ...call, tool: 'shell', target: 'a\nb' })], 'Carried out “shell a b”.'],
  ])('names %s', (_, actions, words) => {
    const { summary } = given(unmet(failing()), actions)
    expect(summary).toBe(`${words} “it is a number” is not met (it says two); ${second}`)
  })
})

describe('the second sentence of a summary', () => {
  it.each<[string, Replan, string]>([
    [
      'one criterion with what speaks against it',
      unmet(failing({ criterion: 'It rhymes.', evidence: 'it does not.' })),
      '“It rhymes” is not met (it does not)',
    ],
    [
      'many criteria, and counts the rest',
      unmet(...['a', 'b', 'c', 'd'].map((criterion) => failing({ criterion, evidence: '' }))),
      '“a”, “b”, “c” and 1 more are not met',
    ],
    [
      'criteria in any language',
      unmet(failing({ criterion: '住所録に三人いる。', evidence: 'Es sind zwei.' })),
      '“住所録に三人いる。” is not met (Es sind zwei)',
    ],
    [
      'criteria without a verdict',
      unmet(failing({ criterion: 'a' }), unjudged({ criterion: 'b' }), unjudged({ criterion: 'c' })),
      '“a” is not met (it says two); “b” and “c” were not checked',
    ],
    [
      'work that was not done, each with its reason',
      { outcomes: [undone('count', 'no a.txt'), undone('report', null)] },
      '“count” (no a.txt) and “report” (it failed) were not done',
    ],
    [
      'a reason without the name of a role',
      { outcomes: [undone('count', 'R3: R4a: it crashed')] },
      '“count” was not done (it crashed)',
    ],
    [
      'a change that is missing beside something else',
      { ...unmet(failing()), asks: 'change' },
      '“it is a number” is not met (it says two); the change that was asked for was not made',
    ],
    [
      'no change that work would have made which was not done',
      { outcomes: [undone('write', 'no ink')], asks: 'change' },
      '“write” was not done (no ink)',
    ],
  ])('names %s', (_, round, words) => {
    expect(given(round).summary).toBe(`Nothing was changed. ${words}; ${second}`)
  })

  it('says that the parts are given where the answer that was judged was dropped', () => {
    const parts = [matched({ output: '4' }), matched({ subtaskId: '1.2', intent: 'add', output: '42' })]
    const taskVerdicts = [failing({ criterion: 'it gives both', evidence: 'the parts say 42' })]
    const { summary, output } = given({ outcomes: parts, taskVerdicts, output: '4 and 43' })
    expect(output).not.toContain('43')
    expect(summary).toBe(
      `Nothing was changed. “it gives both” is not met (the parts say 42); the answer that was judged so was dropped, and its parts are given instead; ${second}`,
    )
  })

  it('keeps long words short, whole and on one line', () => {
    const words = `${'🦆 long\n'.repeat(400)}`
    const { summary, nextMoves } = given(unmet(failing({ criterion: words, evidence: words })))
    expect(summary.length).toBeLessThan(600)
    for (const text of [summary, ...nextMoves]) {
      expect(text).not.toMatch(/\n/)
      expect(text.isWellFormed()).toBe(true)
      expect(text).toMatch(/\.$/)
    }
  })

  it('says once that a call was refused, and by that why there is no way', () => {
    const reason = '[LAW1] refused: delete_file would delete a.txt. That was asked about and not allowed.. no way'
    const { summary, missing } = given({ outcomes: [undone('tidy up', reason)], asks: 'change' }, [refused()])
    expect(summary).toBe(
      `Nothing was changed. “tidy up” was not done, because “delete file a.txt” was refused; ${second}`,
    )
    expect(missing).toEqual([
      { what: 'tidy up', needs: 'permission for the call that was refused' },
      { what: 'the change that was asked for', needs: 'a call that makes it' },
    ])
  })

  it('does not claim that no change was made where a call failed half-way', () => {
    const one = action({ what: 'failed', bytesAfter: null })
    const { summary, nextMoves } = taken({ asks: 'change' }, [one])
    expect(summary).toBe(
      '“write file a.txt” failed, and it is not known what it changed. No call is known to have made the change that was asked for.',
    )
    expect(nextMoves).toContain('See whether this changed anything: “write file a.txt”.')
  })

  it.each([
    [[], 'Nobody checked it.'],
    [['code'], 'The only check passed (by code).'],
    [['judge', 'judge'], 'Both checks passed (by a model).'],
    [['code', 'judge', 'judge'], 'All 3 checks passed (1 by code, 2 by a model).'],
  ] as const)('of what is complete counts the checks: %s', (bases, words) => {
    const verdicts = bases.map((basis) => verdict({ basis }))
    const { summary } = taken({ taskVerdicts: [], outcomes: [matched({ verdicts })] })
    expect(summary).toBe(`Nothing was changed. ${words}`)
  })
})

describe('next moves', () => {
  it('come from what is missing, one for each kind', () => {
    const outcomes = [undone('upload', 'TOKEN is not set'), failed({ verdicts: [failing()] })]
    expect(given({ outcomes }).nextMoves).toEqual([
      'Clear up what kept “upload” from being done: TOKEN is not set.',
      'Say how this can be met: “it is a number”.',
      'Allow more new plans.',
    ])
  })

  it('allow no call whose values came from what was read', () => {
    const strange = refused({ tool: 'pay', target: 'DE-7', origin: { tool: 'read_file', target: 'mail.txt' } })
    const reason = '[LAW1] refused: pay would call pay on DE-7. no'
    const { missing, nextMoves, summary } = given({ outcomes: [undone('sum up', reason)] }, [strange])
    expect(missing).toEqual([{ what: 'sum up', needs: 'a way without the call that was refused' }])
    expect(nextMoves.join()).not.toMatch(/DE-7|[Aa]llow “/)
    expect(summary).toContain('“pay DE-7” came from mail.txt and not from your request, and was refused')
  })

  it('look at what nobody asked for, and do not ask for it again', () => {
    const stray = failing({ criterion: 'Nothing was changed but what the request asks for', evidence: 'b.txt' })
    const { nextMoves } = given(unmet(stray), [action({ target: 'b.txt' })])
    expect(nextMoves.slice(0, 2)).toEqual([
      'See what was changed without being asked for, and take it back if need be.',
      'Look at what was done and stays so: b.txt.',
    ])
  })

  it('allow a refused call, and do not take the change for needless', () => {
    const reason = '[LAW1] refused: delete_file would delete a.txt. no'
    const { nextMoves } = given({ outcomes: [undone('tidy up', reason)], asks: 'change' }, [refused()])
    expect(nextMoves).toEqual([
      'Allow “delete file a.txt”, or ask for a way without it.',
      'Allow more new plans.',
      'Split the request into smaller ones.',
    ])
  })

  it('leave a request alone that may be fulfilled already', () => {
    expect(taken({ asks: 'change' }).nextMoves).toEqual([
      'If everything is as you want it already, leave it so.',
      'Otherwise ask again, and name what is to be changed.',
    ])
  })
})
