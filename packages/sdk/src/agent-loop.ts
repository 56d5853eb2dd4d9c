export type {
  AgentLoop,
  AgentTask,
  AttestOptions,
  Change,
  CheckData,
  LoopHandle,
  LoopResult,
  Plan,
  Probe,
  ProbeReport,
  RequestOptions,
  StateFile,
  Worker,
  WorkerReport,
} from '@artoo/agent-loop'
export { loopPicture, measureOf, measureText, progressOf, weightsOf } from '@artoo/agent-loop'
export { type AgentLoopOptions, createAgentLoop } from './agent-loop/create-agent-loop.js'
export { type PairWorkerOptions, pairProbe, pairWorker } from './agent-loop/pair-worker.js'
