import type { Cause } from '../terms/causes.js'

/**
 * Names that a judge gave (columns) for failing rounds whose cause is known (rows): 100 rounds made from real runs of tools, named twice by a language
 * model from the judge's request alone (`npm run lab:naming`). Nobody can be shown a verdict that is wrong and be asked why it failed, so
 * `judged_wrongly` has none.
 */
export const judgeCounts: Readonly<Record<Cause, Readonly<Partial<Record<Cause, number>>>>> = {
  wrong_tool: { wrong_tool: 18, wrong_method: 4 },
  wrong_target: { wrong_target: 27, wrong_parameter: 1 },
  wrong_parameter: { wrong_parameter: 22, wrong_method: 2 },
  wrong_method: { wrong_target: 2, wrong_method: 20 },
  not_yet: { not_yet: 24 },
  outage: { outage: 18, unknown: 2 },
  no_access: { no_access: 24 },
  needs_answer: { needs_answer: 20 },
  judged_wrongly: {},
  unknown: { unknown: 16 },
}
