import { readFileSync } from 'node:fs'
import {
  type CriterionObservation,
  type DecisionCell,
  decisionTable,
  defaultHyperparameters,
  type FailureClass,
  intentResultDistance,
  loss,
  type Observation,
  type OutcomeObservation,
  processImplausibility,
  replay,
  resourceCost,
  stopReasonMeanings,
} from '@artoo/ggs'
import { describe, expect, it } from 'vitest'

const lines = readFileSync(new URL('../docs/controller.md', import.meta.url), 'utf8').split('\n')
const taskHeader = 'Round | Failed | Class | Elapsed (s) | D | Ω | L | ∇L | Urgency | Directive'

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
  return { id: 'subtask', status, criteria, failureClass: null, calls: [] }
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

  it.each(table('D | P | Ω | β_eff | L'))('L of %s, %s, %s has β_eff %s and is %s', (D, P, Omega, betaEffective, L) => {
    const breakdown = loss({ D: Number(D), P: Number(P), Omega: Number(Omega) })
    expect([String(breakdown.betaEffective), String(breakdown.L)]).toEqual([betaEffective, L])
  })

  it.each(
    tables(taskHeader).map((rows, index) => ({
      task: index + 1,
      rows,
    })),
  )('task $task goes as described', ({ rows }) => {
    const observations = rows.map(([, failed = '', failureClass, seconds]): Observation => {
      const [failures, criteria] = failed.split('/').map(Number)
      const verdicts = Array.from({ length: criteria ?? 0 }, (_, index) =>
        index < (failures ?? 0) ? criterion('fail', { failureClass: failureClass as FailureClass }) : criterion('pass'),
      )
      return { outcomes: [outcome(verdicts)], elapsedMs: Number(seconds) * 1_000, accepted: false }
    })
    const computed = replay(observations).map((decision, index) => [
      ...(rows[index] ?? []).slice(0, 4),
      String(decision.loss.D),
      String(decision.loss.Omega),
      String(decision.loss.L),
      String(decision.gradient),
      decision.urgency,
      decision.directive,
    ])
    expect(computed).toEqual(rows)
  })

  it('walks through three tasks', () => {
    expect(tables(taskHeader)).toHaveLength(3)
  })

  it('prints the 24 cells', () => {
    const printed = table('Cell | ∇L | D | P | Ω | Macro-state')
    const gradients: Readonly<Record<DecisionCell['gradient'], string>> = {
      falling: '≤ −ε',
      flat: 'between',
      rising: '≥ ε',
    }
    const cells = decisionTable.map(({ cell, gradient, distance, implausibility, cost, macroState }) => [
      String(cell),
      gradients[gradient],
      distance === 'near' ? '≤ δ' : '> δ',
      implausibility === 'logical' ? '> ρ' : '≤ ρ',
      cost === 'affordable' ? '< θ' : '≥ θ',
      macroState,
    ])
    expect(printed).toEqual(cells)
  })

  it('prints the default hyperparameters', () => {
    const printed = table('Name | Symbol | Default | Allowed').map(([name, , value]) => [name, value])
    const defaults = Object.entries(defaultHyperparameters).map(([name, value]) => [`\`${name}\``, String(value)])
    expect(printed).toEqual(defaults)
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
