export {
  type CaseChange,
  type Change,
  type CheckChange,
  type CompareOptions,
  type Comparison,
  compareReports,
} from './compare/compare-reports.js'
export type { ErrorCode } from './error-codes.js'
export { evaluate } from './evaluate/evaluate.js'
export type { EvalCase, EvalCheck, EvaluateOptions, RunContext, Score, ScoredRun } from './evaluate/options.js'
export type { CheckSummary, EvalFailure, EvalReport, EvalRun, EvalSummary, EvalUsage } from './report/report.js'
export { reportTable } from './report/report-table.js'
