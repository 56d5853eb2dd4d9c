/** Why a task ended, one code per way of ending. The controller itself gives the first six. */
export const stopReasons = [
  'accepted',
  'converged',
  'budget',
  'diverging',
  'replans_exhausted',
  'hopeless',
  'absent',
  'answered',
  'unjudged',
  'needs_answer',
  'stalled',
  'refused',
  'aborted',
  'deadline',
  'limit_reached',
  'planning_failed',
  'infeasible',
  'infrastructure',
  'host_failed',
  'role_failed',
] as const

export type StopReason = (typeof stopReasons)[number]

export const stopReasonMeanings: Readonly<Record<StopReason, string>> = Object.freeze({
  accepted: 'Every criterion passed.',
  converged: 'Not every criterion passed, but the distance is within δ: close enough to deliver.',
  budget: 'The resource cost Ω reached θ: another round would cost more than the gap is worth.',
  diverging: 'The loss rose by more than ε in consecutive rounds (Law 2).',
  replans_exhausted: 'The task was replanned as often as it may be and still failed.',
  hopeless: 'No open part is likely enough to be mended to be worth another round.',
  absent: 'What was asked for does not exist, which records of a search show.',
  answered: 'Answered at once, without a tool: nobody judged it.',
  unjudged: 'No criterion failed, but there is one that nobody could judge.',
  needs_answer: 'Only a person can give an answer or an access that the work needs, and nobody gave it.',
  stalled: 'No new plan was left: what there is to try was tried, or is set aside because it failed.',
  refused:
    'What it takes was refused, and so was another way: by a person, by a rule, or because nobody is there to allow it.',
  aborted: 'The host or the user stopped the task.',
  deadline: 'The time limit of the task passed.',
  limit_reached: 'A hard limit on model calls, tokens or cost was reached.',
  planning_failed: 'No valid plan was given.',
  infeasible: 'There is no way to do this with the tools that are there.',
  infrastructure: 'A model could not be reached or would not answer: the provider failed, not the work.',
  host_failed: 'A part that the host program gave failed: its journal, clock or id generator.',
  role_failed: 'A part of the agent failed in a way it could not recover from.',
})
