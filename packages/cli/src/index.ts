export { type Config, defineConfig } from './agent/config.js'
export type { ErrorCode } from './error-codes.js'
