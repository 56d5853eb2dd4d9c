export { type AiSdkTool, type AiSdkToolOptions, aiSdkTools } from './ai-sdk-tools.js'
export { argumentsReview } from './checks/arguments-review.js'
export { type CheckDefinition, defineCheck } from './checks/define-check.js'
export { patternText } from './checks/pattern-text.js'
export {
  type Allowance,
  type ConfirmAnswer,
  type Denial,
  type ReadAnswer,
  readConfirmAnswer,
} from './confirm-answer.js'
export { defineTool, type ToolDefinition } from './define-tool.js'
export type { ErrorCode } from './error-codes.js'
export { shellLine } from './law1/shell-line.js'
export { outputLimits } from './output-limit.js'
export {
  type DecidedCall,
  type Decider,
  type Decision,
  decide,
  type Grant,
  isSameGrant,
  type Standing,
} from './permissions/decide.js'
export { explainPermission, type PermissionExplanation } from './permissions/explain.js'
export { isNamedIn } from './permissions/outbound.js'
export {
  compareModes,
  isPermissionMode,
  joinedPermissions,
  type KnownPermissions,
  type KnownRule,
  knownPermissions,
  type PermissionMode,
  type PermissionRule,
  type Permissions,
  permissionModes,
} from './permissions/permissions.js'
export { hostPattern } from './permissions/reach.js'
export type { AgreedCommand, FilePins } from './pins/agreed-command.js'
export { resultLimits } from './result-text.js'
export { runToolCall } from './run-tool-call.js'
export { assertSandbox } from './sandbox-option.js'
export { jsonSchema, jsonSchemaReview, type SchemaReview } from './schemas/json-schema.js'
export { formsOf, masked, maskOf } from './secrets/masked.js'
export { hasKnownForm, looksRandom } from './secrets/shape.js'
export { createVault, type Vault } from './secrets/vault.js'
export {
  type BlockableCall,
  type Confirm,
  type ConfirmRequest,
  decideAgain,
  type Offer,
  type ToolCallOptions,
  type ToolCallOutcome,
} from './tool-call.js'
export { toolContext } from './tool-context.js'
export { truncateOutput } from './truncate-output.js'
export { redactingCut } from './truncate-redacted.js'
