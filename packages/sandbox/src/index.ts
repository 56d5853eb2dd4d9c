export type { SandboxOptions } from './options.js'
export { probe, sandbox } from './sandbox.js'
