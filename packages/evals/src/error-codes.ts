/** Codes of errors of evals. Each with its cause and the way out. */
export const errorCodes = {
  eval_timeout: [
    'A run or a check took longer than `timeoutMs`; stands in `errors` of the run.',
    'Raise `timeoutMs`, or find out why it hangs.',
  ],
  invalid_report: [
    'A value is not a report as `evaluate` returns it, or is one of another version.',
    'Give it as it was returned, also after `JSON.parse`; measure an older one again.',
  ],
  invalid_score: [
    'A check returned something that is no score; stands in `errors` of the run.',
    'Return true, false, a number from 0 to 1, or `{ score, note }`.',
  ],
  nothing_to_compare: [
    'Two reports have no run of the same case and repeat, or no check, in common.',
    'Compare reports of the same cases and checks.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes
