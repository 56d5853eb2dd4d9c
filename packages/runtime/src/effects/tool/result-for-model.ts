import type { ToolCallRecord } from './tool-contracts.js'

/** A result as a model is sent it: text, whose first line says so where the call did not go well. */
export const resultForModel = ({ status, code, output }: Pick<ToolCallRecord, 'status' | 'code' | 'output'>): string =>
  status === 'ok' ? output : `[${status}: ${code}]\n${output}`
