import { readFileSync } from 'node:fs'
import {
  type CriterionObservation,
  causeNames,
  causes,
  defaultHyperparameters,
  type FailureClass,
  intentResultDistance,
  loss,
  type OutcomeObservation,
  processImplausibility,
  profiles,
  resourceCost,
  stopReasonMeanings,
} from '@artoo/ggs'
import { describe, expect, it } from 'vitest'
import { type Cell, cells, macroStateOf } from '../packages/ggs/test/appendix-a.js'

const lines = readFileSync(new URL('../docs/controller.md', import.meta.url), 'utf8').split('\n')

/** The rows of every table that has these headings. */
function tables(header: string): readonly (readonly (readonly string[])[])[] {
  return lines.flatMap((line, index) => {
    if (cellsOf(line).join(' | ') !== header) return []
    const end = lines.findIndex((other, place) => place > index && !other.startsWith('|'))
    return [lines.slice(index + 2, end).map(cellsOf)]
  })
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function table(header: string): readonly (readonly string[])[] {
  const [only, ...others] = tables(header)
  if (only === undefined || others.length > 0) throw new Error(`expected one table with the header ${header}`)
  return only
}

function criterion(verdict: 'pass' | 'fail', overrides: Partial<CriterionObservation> = {}): CriterionObservation {
  const failedAttempts = verdict === 'fail' ? 1 : 0
  return { criterion: 'c', mode: 'verifiable', verdict, failureClass: null, failedAttempts, attempts: 1, ...overrides }
}

function outcome(criteria: readonly CriterionObservation[]): OutcomeObservation {
  const status = criteria.some(({ verdict }) => verdict === 'fail') ? 'failed' : 'matched'
  return { id: 'subtask', replaces: 'subtask', status, criteria, failureClass: null, calls: [] }
}

function readCriterion(text: string): CriterionObservation {
  if (text === 'pass') return criterion('pass')
  if (text === 'verifiable fail') return criterion('fail')
  const [, failedAttempts, attempts] = /^plausible fail (\d)\/(\d)$/.exec(text) ?? []
  if (attempts === undefined) throw new Error(`no criterion: ${text}`)
  return criterion('fail', { mode: 'plausible', failedAttempts: Number(failedAttempts), attempts: Number(attempts) })
}

describe('docs/controller.md', () => {
  it.each(table('Criteria | D'))('D of %s is %s', (criteria, D) => {
    expect(String(intentResultDistance([outcome(String(criteria).split(', ').map(readCriterion))]))).toBe(D)
  })

  it.each(table('Classes of the failing criteria | P'))('P of %s is %s', (classes, P) => {
    const criteria = String(classes)
      .split(', ')
      .filter((name) => name !== 'none')
      .map((name) => criterion('fail', { failureClass: name === 'unclassified' ? null : (name as FailureClass) }))
    expect(String(processImplausibility([outcome(criteria)]))).toBe(P)
  })

  it.each(table('Replans | Elapsed (s) | Ω'))('Ω of %s replans and %s s is %s', (replans, seconds, Omega) => {
    expect(String(resourceCost({ replans: Number(replans), elapsedMs: Number(seconds) * 1_000 }))).toBe(Omega)
  })

  it.each(table('Replans performed | Seconds until Ω = θ'))('Ω = θ after %s replans and %s s', (replans, seconds) => {
    const elapsedMs = Number(seconds) * 1_000
    expect(resourceCost({ replans: Number(replans), elapsedMs })).toBe(defaultHyperparameters.theta)
    expect(resourceCost({ replans: Number(replans), elapsedMs: elapsedMs - 1 })).toBeLessThan(
      defaultHyperparameters.theta,
    )
  })

  it.each(table('D | P | Ω | β_eff | L | gap'))('of %s, %s, %s: β_eff %s, L %s, gap %s', (D, P, Omega, ...expected) => {
    const { betaEffective, L } = loss({ D: Number(D), P: Number(P), Omega: Number(Omega) })
    // Without a weight on the cost, L is the gap.
    const gap = loss({ D: Number(D), P: Number(P), Omega: Number(Omega) }, { ...defaultHyperparameters, lambda: 0 }).L
    expect([betaEffective, L, gap].map(String)).toEqual(expected)
  })

  it("prints the grid of the paper's actions", () => {
    const [flat, signal] = table(' | P ≤ ρ, environmental | P > ρ, logical')
    const action = (P: number, gradient: number) =>
      `\`${macroStateOf({ D: 1, P, Omega: 0, gradient }, defaultHyperparameters)}\``
    expect(flat?.slice(-2)).toEqual([action(0.5, 0), action(1, 0)])
    expect(signal?.slice(-2)).toEqual([action(0.5, -0.1), action(1, 0.1)])
  })

  it('prints the 24 cells', () => {
    const printed = table('Cell | ∇L | D | P | Ω | Macro-state')
    const gradients: Readonly<Record<Cell['gradient'], string>> = {
      falling: '≤ −ε',
      flat: 'between',
      rising: '≥ ε',
    }
    const expected = cells.map(({ cell, gradient, distance, implausibility, cost, macroState }) => [
      String(cell),
      gradients[gradient],
      distance === 'near' ? '≤ δ' : '> δ',
      implausibility === 'logical' ? '> ρ' : '≤ ρ',
      cost === 'affordable' ? '< θ' : '≥ θ',
      macroState,
    ])
    expect(printed).toEqual(expected)
  })

  it('prints the default hyperparameters', () => {
    const printed = table('Name | Symbol | Default | Allowed | Larger means').map(([name, , value]) => [name, value])
    const defaults = Object.entries(defaultHyperparameters).map(([name, value]) => [`\`${name}\``, String(value)])
    expect(printed.sort()).toEqual(defaults.sort())
  })

  it('prints the causes, each with the directive that mends it', () => {
    const printed = table('Cause | Meaning | Directive that mends it').map(([name, , directive]) => [
      name,
      String(directive).replace(/:.*/, ''),
    ])
    const expected = causeNames.map((cause) => {
      const { mendedBy } = causes[cause]
      return [`\`${cause}\``, mendedBy === null || mendedBy === 'deliver' ? 'none' : `\`${mendedBy}\``]
    })
    expect(printed).toEqual(expected)
  })

  it('names the weight of earlier evidence', () => {
    const { memory } = profiles.causes
    expect(lines.join(' ')).toContain(
      `counts ${memory} times as much, that of the round before it ${memory ** 2} times`,
    )
  })

  it('prints the stop reasons', () => {
    const reasons = Object.entries(stopReasonMeanings).map(([code, meaning]) => [`\`${code}\``, meaning])
    expect(table('Code | Meaning')).toEqual(reasons)
  })

  it('names what a replan and a second cost when nothing else moves', () => {
    const L = (replans: number, elapsedMs: number) =>
      loss({ D: 0.5, P: 0, Omega: resourceCost({ replans, elapsedMs }) }).L
    const text = lines.join(' ')
    expect(text).toContain(`a replan adds ${(L(1, 0) - L(0, 0)).toFixed(2)} to L`)
    expect(text).toContain(`every second ${(L(0, 1_000) - L(0, 0)).toFixed(6)}`)
    const standstill = (defaultHyperparameters.epsilon - (L(1, 0) - L(0, 0))) / (L(0, 1_000) - L(0, 0))
    expect(text).toContain(`stands still for ${standstill.toFixed(1)} s or longer`)
  })
})
