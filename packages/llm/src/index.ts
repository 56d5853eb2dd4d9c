export { type Budget, type BudgetLimits, type BudgetUse, createBudget } from './budget.js'
export { extractJson } from './extract-json.js'
export { type GenerateOptions, type GenerateRequest, generate, type ModelCallRecord, type Reply } from './generate.js'
export { StructuredOutputError } from './structured-output-error.js'
