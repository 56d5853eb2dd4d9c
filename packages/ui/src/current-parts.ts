/** The parts of a message that stand: texts and data before the answer was written anew are left out, and so are marks. */
export function currentParts<P extends { readonly type: string }>(parts: readonly P[]): readonly P[] {
  const voided = parts.findLastIndex(({ type }) => type === 'data-answer-reset')
  return parts.filter(({ type }, index) => !marks.includes(type) && (!ofAnswer.includes(type) || index > voided))
}

const ofAnswer = ['text', 'data-answer-value']

const marks = ['data-answer-reset', 'data-answered', 'step-start']
