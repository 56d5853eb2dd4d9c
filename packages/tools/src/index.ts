export { type CheckDefinition, defineCheck } from './checks/define-check.js'
export { defineTool, type ToolDefinition } from './define-tool.js'
export {
  type BlockableCall,
  type Confirm,
  type ConfirmOptions,
  type ConfirmRequest,
  runToolCall,
  type ToolCallOptions,
  type ToolCallOutcome,
} from './run-tool-call.js'
export { type GivenContext, toolContext } from './tool-context.js'
export { truncateOutput } from './truncate-output.js'
