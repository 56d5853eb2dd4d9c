import { describe, expect, it } from 'vitest'
import { agentPrompt } from '../../src/deliberation/prompts.js'
import { taskFor } from '../../src/messages/agent-task.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import { roster } from '../../src/roster/roster.js'
import { claimed, opening, output, planned, stateOf } from '../session/support/world.js'

const evaluate = { name: 'evaluate', description: 'Does a sum.', inputSchema: {} }

function told(
  agent: number,
  events: readonly SessionEvent[],
  again: { rejected: string[]; report: unknown } | null = null,
) {
  const card = roster.card(agent)
  const task = taskFor(card, stateOf(opening(), ...events), {
    ...{ checks: [evaluate], pressed: false },
    ...{ rejected: again?.rejected ?? [], rejectedReport: again?.report ?? null },
  })
  return String(agentPrompt(card, task, roster).at(-1)?.content)
}

const answered = output(51, { synthesis: { answer: 'Yes.\nClaims so far:', restsOn: ['c1'] } })

describe('who comes after others', () => {
  const events = [
    planned(1),
    claimed(0.6),
    output(27, { references: [{ claim: 'c1', factor: 1.2, evidence: 'a\nproof' }] }),
    output(36, { references: [{ claim: 'c1', type: 'CONTRADICTS', factor: 0.5 }] }),
  ]

  it('is told who holds and judges a claim, and by what', () => {
    const text = told(46, events)
    expect(text).toContain(
      '- c1 (critical): "It is so": confidence 36 %, held by 1 (1.0 independent voices), contradicted by 36\n',
    )
    expect(text).toContain('\n  - left by the attack 0.50 by 36\n  - verification 1.20 by 27: "a\\nproof"\n')
  })

  it('sees of a check what it computed, to tell whether that bears on the claim', () => {
    const checked: SessionEvent = {
      ...{ type: 'checked', agent: 32, holds: true, evidence: '1+1 = 2' },
      reference: {
        ...{ type: 'SUPPORTS', agent: null, claim: 'c1', relationship: 'so', factor: null, evidence: null },
        check: { name: 'evaluate', arguments: {} },
      },
    }
    expect(told(44, [...events, checked])).toContain('\n  - check that code ran 1.50 by 32: "1+1 = 2"\n')
  })

  it('is offered checks where its own factor would count', () => {
    expect(told(44, events)).toContain('- evaluate:')
    expect(told(46, events)).not.toContain('- evaluate:')
    expect(told(49, events)).not.toContain('- evaluate:')
  })

  it('reads the answer so far, in lines that can not pass for other sections', () => {
    expect(told(40, [...events, answered])).toContain('The answer so far, resting on c1:\n| Yes.\n| Claims so far:')
    expect(told(40, events)).not.toContain('The answer so far')
  })
})

describe('who explores in the first iteration', () => {
  it('reads nothing of others', () => {
    const text = told(2, [planned(1), claimed(0.6), answered])
    expect(text).not.toContain('Claims so far')
    expect(text).not.toContain('The answer so far')
  })
})

describe('whose report could not be used', () => {
  it('is shown it with what is wrong', () => {
    const text = told(32, [planned(1)], {
      rejected: ['references.0.factor: too much'],
      report: { verdict: 'It is so' },
    })
    expect(text).toContain('could not be used:\n- references.0.factor: too much\n')
    expect(text).toContain('\n| {"verdict":"It is so"}')
  })

  it('is told what is wrong where there is no report to mend', () => {
    const text = told(32, [planned(1)], { rejected: ['no answer'], report: null })
    expect(text).toContain('- no answer')
    expect(text).not.toContain('It was:')
  })
})
