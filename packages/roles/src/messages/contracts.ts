import { contract, type EnvelopeOf, type MessageFrom, type ReceivedBy } from '@artoo/bus'
import * as control from './control.js'
import * as execution from './execution.js'
import * as memory from './memory.js'
import * as model from './model.js'
import * as outcome from './outcome.js'
import * as plan from './plan.js'
import * as task from './task.js'
import * as tool from './tool.js'

/**
 * Every message, and who may send it to whom. R6, the auditor, is not here: it only taps.
 * `host` is the program that embeds artoo; `model`, `tools` and `checks` are its ports; `log` receives nothing, what
 * is addressed to it stands in the log.
 */
export const contracts = {
  TaskStarted: contract(control.taskStarted, [['host', 'R7']]),
  UserInput: contract(task.userInput, [['host', 'R1']]),
  ClarificationRequest: contract(task.clarificationRequest, [['R1', 'host']]),
  ClarificationAnswer: contract(task.clarificationAnswer, [['host', 'R1']]),
  TaskSpec: contract(task.taskSpec, [['R1', 'R2']]),

  MemoryQuery: contract(memory.memoryQuery, [['R2', 'R5']]),
  MemoryReading: contract(memory.memoryReading, [['R5', 'R2']]),
  SubTask: contract(plan.subTask, [
    ['R2', 'R3'],
    ['R2', 'R4a'],
  ]),
  DispatchManifest: contract(plan.dispatchManifest, [['R2', 'R4b']]),
  SequenceCompleted: contract(plan.sequenceCompleted, [['R4b', 'R2']]),

  ExecutionResult: contract(execution.executionResult, [['R3', 'R4a']]),
  CorrectionSignal: contract(execution.correctionSignal, [['R4a', 'R3']]),
  SubTaskOutcome: contract(outcome.subTaskOutcome, [['R4a', 'R4b']]),

  Progress: contract(outcome.progress, [['R4b', 'R7']]),
  ReplanRequest: contract(outcome.replanRequest, [['R4b', 'R7']]),
  OutcomeSummary: contract(outcome.outcomeSummary, [['R4b', 'R7']]),
  ControlDecision: contract(control.controlDecision, [['R7', 'log']]),
  PlanDirective: contract(control.planDirective, [['R7', 'R2']]),
  FinalResult: contract(control.finalResult, [['R7', 'host']]),
  Megram: contract(memory.megram, [['R7', 'R5']]),
  MemoryFailure: contract(memory.memoryFailure, [['R5', 'log']]),

  Interrupt: contract(control.interrupt, [
    ['host', 'R7'],
    ['model', 'R7'],
  ]),
  Waited: contract(control.waited, [['host', 'R7']]),
  JournalFailure: contract(control.journalFailure, [['host', 'log']]),
  RoleFailure: contract(control.roleFailure, [
    ['R1', 'R7'],
    ['R2', 'R7'],
    ['R3', 'R7'],
    ['R4a', 'R7'],
    ['R4b', 'R7'],
    ['R5', 'R7'],
    ['R7', 'R7'],
  ]),

  ModelRequest: contract(model.modelRequest, [
    ['R1', 'model'],
    ['R2', 'model'],
    ['R3', 'model'],
    ['R4a', 'model'],
    ['R4b', 'model'],
  ]),
  ModelReply: contract(model.modelReply, [
    ['model', 'R1'],
    ['model', 'R2'],
    ['model', 'R3'],
    ['model', 'R4a'],
    ['model', 'R4b'],
  ]),
  ModelFailure: contract(model.modelFailure, [
    ['model', 'R1'],
    ['model', 'R2'],
    ['model', 'R3'],
    ['model', 'R4a'],
    ['model', 'R4b'],
  ]),
  ModelRetry: contract(model.modelRetry, [['model', 'log']]),
  ModelCall: contract(model.modelCall, [['model', 'log']]),
  ToolRequest: contract(tool.toolRequest, [['R3', 'tools']]),
  ToolResult: contract(tool.toolResult, [['tools', 'R3']]),
  ConfirmationRequest: contract(tool.confirmationRequest, [['tools', 'host']]),
  ConfirmationAnswer: contract(tool.confirmationAnswer, [['host', 'tools']]),
  CheckRequest: contract(tool.checkRequest, [
    ['R4a', 'checks'],
    ['R4b', 'checks'],
  ]),
  CheckResult: contract(tool.checkResult, [
    ['checks', 'R4a'],
    ['checks', 'R4b'],
  ]),
} as const

export type ArtooContracts = typeof contracts
export type ArtooEvent = EnvelopeOf<ArtooContracts>

/** The roles that take part in a task. */
export type RoleId = 'R1' | 'R2' | 'R3' | 'R4a' | 'R4b' | 'R5' | 'R7'
/** The roles that ask a model. */
export type ModelRoleId = 'R1' | 'R2' | 'R3' | 'R4a' | 'R4b'

export type Incoming<Actor extends string> = ReceivedBy<ArtooContracts, Actor> & ArtooEvent

/** A message that `Actor` wants sent. */
export type Outgoing<Actor extends string> = MessageFrom<ArtooContracts, Actor>
