import type { CheckVerdict } from '@artoo/spec'
import type { Criterion } from './messages/plan.js'
import type { FailureClass } from './messages/verdict.js'
import type { ModelVerdict } from './outputs.js'

/** The verdict on one criterion in one attempt. */
export interface Judgement {
  readonly pass: boolean
  readonly failureClass: FailureClass | null
  readonly evidence: string
}

/** Judgements by position in the list of criteria. */
export type Judgements = Readonly<Record<number, Judgement>>

/** The criteria that a model has to judge, numbered from 1 as the prompts do. */
export function forModel(
  criteria: readonly Criterion[],
): { criterion: number; text: string; mode: Criterion['mode'] }[] {
  return criteria.flatMap(({ text, mode, check }, index) => (check ? [] : [{ criterion: index + 1, text, mode }]))
}

/** The criteria that code has to judge. */
export function forChecks(criteria: readonly Criterion[]): { index: number; check: NonNullable<Criterion['check']> }[] {
  return criteria.flatMap(({ check }, index) => (check ? [{ index, check }] : []))
}

/** A check's verdict on the criterion it decides. */
export function judgementOf({ pass, evidence, failureClass }: CheckVerdict): Judgement {
  return { pass, failureClass: pass ? null : (failureClass ?? null), evidence }
}

/**
 * A model's verdicts on the criteria it was asked about. What it left out fails; what it said of a criterion that a
 * check decides is ignored.
 */
export function judgementsOf(criteria: readonly Criterion[], verdicts: readonly ModelVerdict[]): Judgements {
  return Object.fromEntries(
    forModel(criteria).map(({ criterion }) => {
      const given = verdicts.filter((verdict) => verdict.criterion === criterion)
      const worst = given.find((verdict) => verdict.verdict === 'fail') ?? given[0]
      const judgement: Judgement = worst
        ? { pass: worst.verdict === 'pass', failureClass: worst.failureClass ?? null, evidence: worst.evidence }
        : { pass: false, failureClass: null, evidence: 'the validator gave no verdict' }
      return [criterion - 1, judgement.pass ? { ...judgement, failureClass: null } : judgement]
    }),
  )
}
