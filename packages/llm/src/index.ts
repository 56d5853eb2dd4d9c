export type { AiSdkModel } from './ai-sdk/ai-sdk-model.js'
export { type FromAiSdkOptions, fromAiSdk, isAiSdkModel } from './ai-sdk/from-ai-sdk.js'
export { type AnyModel, languageModel } from './any-model.js'
export {
  type Budget,
  type BudgetLimits,
  type BudgetOptions,
  type BudgetUse,
  createBudget,
  type Reservation,
  type Spending,
} from './budget.js'
export { checked } from './checked.js'
export { extractJson } from './extract-json.js'
export { type FieldListener, fieldText } from './field-text.js'
export { type FunctionOptions, fromFunction, type TextFunction } from './from-function.js'
export { type GenerateOptions, type GenerateRequest, generate, type Reply } from './generate.js'
export { type Meter, type ModelCallRecord, metered } from './metered.js'
export { escaped, oneLine, someLines } from './person-text.js'
export { assertPrices, type Price } from './prices.js'
export { type Retry, type RetryOptions, retrying } from './retrying.js'
export { StructuredOutputError } from './structured-output-error.js'
export { type InWords, textProtocol } from './text-protocol.js'
export { type TimeLimits, timed } from './timed.js'
