import type { StateFile } from '@artoo/agent-loop'
import type { CoordinatorState } from '../../src/coordinator/transition.js'
import type { Chance } from './chance.js'
import type { Climate } from './climate.js'
import { randomChange, randomProposal } from './proposals.js'
import type { Repository } from './repository.js'

/** A message, of whatever type. */
export interface Sent {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: one of twenty shapes, of which a harness reads a field or two
  readonly payload: any
}

export const reply = (type: string, payload: unknown): Sent => ({ type, payload })

/** What agents, workspaces, verifier, model and people say in a climate. */
export function answers(chance: Chance, climate: Climate, tree: Repository) {
  function integration() {
    if (chance.is(climate.conflicts))
      return { status: 'conflict', paths: ['x'], reason: 'changed by another meanwhile' }
    if (chance.is(0.1)) return { status: 'integrated', commit: null, head: tree.head, changed: [] }
    return { status: 'integrated', ...tree.integrate(), changed: ['x'] }
  }

  function verdict({ atoms }: StateFile) {
    const through = ['resolved', 'superseded', 'abandoned']
    const isAll = Object.values(atoms).every(({ status }) => through.includes(status))
    const verdicts = { honest: isAll, never: false, flaky: chance.is(0.2), tampered: false, open: isAll ? null : false }
    const passed = verdicts[climate.verdict]
    const failures = passed === false ? ['as it is'] : []
    return { passed, evidence: 'as it is', failures, tampered: climate.verdict === 'tampered' }
  }

  function proofs(due: readonly { readonly atom: string }[]) {
    return due.map(({ atom }) => ({ atom, fault: chance.is(climate.proofs) ? null : `not ${chance.below(3)}` }))
  }

  function report(launch: string, role: string) {
    if (role === 'probe' && chance.is(0.9)) {
      const findings = { findings: `look ${chance.below(3)}`, costEstimate: chance.is(0.5) ? 100 : null }
      return { outcome: 'findings', feasible: chance.is(0.8), ...findings }
    }
    return chance.is(climate.success)
      ? { outcome: 'success', summary: `${launch} is done`, artifacts: [] }
      : { outcome: 'failure', reason: `reason ${chance.below(3)}` }
  }

  function model(key: string, output: string, { loop, phase }: CoordinatorState): Sent {
    const isDown = climate.model === 'down' || (climate.model === 'wild' && chance.is(0.2))
    if (isDown) return reply('ModelFailure', { key, message: 'the model is down' })
    if (climate.model === 'wild' && chance.is(0.1)) return reply('ModelReply', { key, kind: 'tools' })
    const value = { choice, proposal: () => randomProposal(chance, loop), redirection }[output as 'choice']()
    return reply('ModelReply', { key, kind: 'value', output, value })

    function choice() {
      const left = phase.name === 'proposing' && phase.move.kind === 'choose' ? phase.move.choices : ['nothing']
      return { choice: climate.model === 'wild' && chance.is(0.3) ? 'nothing' : chance.pick(left), reason: 'so' }
    }

    function redirection() {
      const change = randomChange(chance, loop) as { operations?: { op: string }[] }
      // What is added has another form here.
      const isKnown = change.operations?.every(({ op }) => op !== 'add') === true
      return { questions: chance.is(0.3) ? ['what?'] : [], change: isKnown ? change : null }
    }
  }

  function intervention(loop: StateFile): Sent {
    switch (chance.below(8)) {
      case 0:
        return reply('StopAsked', { reason: 'lunch' })
      case 1: {
        const reason = chance.pick(['aborted', 'deadline', 'limit_reached', 'host_failed'])
        return reply('Interrupt', { reason, message: 'so it is' })
      }
      case 2: {
        const text = chance.is(0.1) ? 'x'.repeat(30_000) : 'do it otherwise'
        return reply('RedirectAsked', { text, change: null })
      }
      case 3:
        return reply('RedirectCancelled', {})
      default: {
        const change = chance.is(0.05) ? null : randomChange(chance, loop)
        return reply('RedirectAsked', { text: null, change })
      }
    }
  }

  return { integration, verdict, proofs, report, model, intervention }
}
