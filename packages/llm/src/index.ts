export { type AnyModel, languageModel } from './adapters/any-model.js'
export { type FunctionOptions, fromFunction, type TextFunction } from './adapters/from-function.js'
export type { AiSdkModel } from './ai-sdk/ai-sdk-model.js'
export { type FromAiSdkOptions, fromAiSdk } from './ai-sdk/from-ai-sdk.js'
export type { ErrorCode } from './error-codes.js'
export { extractJson } from './json/extract-json.js'
export { fieldText } from './json/field-text.js'
export { fieldValue } from './json/field-value.js'
export { checked } from './provider/checked.js'
export { type Fallback, fallingBack } from './provider/falling-back.js'
export { type Retry, type RetryOptions, retrying } from './provider/retrying.js'
export { type TimeLimits, timed } from './provider/timed.js'
export { type GenerateOptions, generate, type Reply } from './structured-output/generate.js'
export { plainText } from './structured-output/plain-text.js'
export { StructuredOutputError } from './structured-output/structured-output-error.js'
export { isoTime } from './text/iso-time.js'
export { escaped, oneLine, someLines } from './text/person-text.js'
export { textProtocol } from './text-protocol/text-protocol.js'
export {
  type Budget,
  type BudgetLimits,
  type BudgetOptions,
  type BudgetUse,
  createBudget,
  type Reservation,
} from './usage/budget.js'
export { discardedAnswer, type Meter, type ModelCallRecord, metered } from './usage/metered.js'
export { assertPriced, assertPrices, type Price } from './usage/prices.js'
export { wrappedModel } from './wrapped-model.js'
