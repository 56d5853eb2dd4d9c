import type { Judgement } from '../evidence/verdicts.js'
import type { CorrectionSignal } from '../messages/execution.js'
import type { OutputValue } from '../messages/outputs.js'
import type { Criterion } from '../messages/plan.js'

export interface UnmetCriterion {
  readonly criterion: Criterion
  readonly judgement: Judgement
}

/**
 * The correction for the executor: the first unmet criterion, and the evidence on all others. The model's advice is
 * about a criterion that the model judged, so it is not given for one that a check decides.
 */
export function correctionFor(
  { criterion, judgement }: UnmetCriterion,
  others: readonly UnmetCriterion[],
  advice: NonNullable<OutputValue<'verdicts'>['correction']> | null,
): Omit<CorrectionSignal, 'subtaskId' | 'attempt'> {
  const applicable = criterion.check ? null : advice
  const whatWasWrong = applicable?.whatWasWrong ?? judgement.evidence
  const alsoUnmet = others.map((other) => `also unmet: ${other.criterion.text} (${other.judgement.evidence})`)
  return {
    failedCriterion: criterion.text,
    failureClass: judgement.failureClass,
    whatWasWrong: [whatWasWrong, ...alsoUnmet].join('; '),
    whatToDo: applicable?.whatToDo ?? `Satisfy the criterion: ${criterion.text}`,
  }
}
