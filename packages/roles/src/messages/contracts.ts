import { contract, type EnvelopeOf, type MessageFrom } from '@artoo/bus'
import {
  checkContracts,
  humanContracts,
  type Incoming as IncomingOf,
  modelContracts,
  runContracts,
  toolContracts,
} from '@artoo/runtime'
import { outputs } from '../outputs.js'
import * as control from './control.js'
import * as execution from './execution.js'
import * as memory from './memory.js'
import * as outcome from './outcome.js'
import * as plan from './plan.js'
import * as task from './task.js'

/**
 * Every message, and who may send it to whom. R6, the auditor, is not here: it only taps.
 * `host` is the program that embeds artoo; `model`, `tools` and `checks` are its ports; `log` receives nothing, what
 * is addressed to it stands in the log.
 */
export const contracts = {
  UserInput: contract(task.userInput, [['host', 'R1']]),
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

  RoleFailure: contract(control.roleFailure, [
    ['R1', 'R7'],
    ['R2', 'R7'],
    ['R3', 'R7'],
    ['R4a', 'R7'],
    ['R4b', 'R7'],
    ['R5', 'R7'],
    ['R7', 'R7'],
  ]),

  ...runContracts('R7'),
  ...humanContracts(['R1']),
  ...modelContracts(outputs, ['R1', 'R2', 'R3', 'R4a', 'R4b']),
  ...toolContracts(['R3']),
  ...checkContracts(['R4a', 'R4b']),
} as const

export type ArtooContracts = typeof contracts
export type ArtooEvent = EnvelopeOf<ArtooContracts>

/** The roles that take part in a task. */
export type RoleId = 'R1' | 'R2' | 'R3' | 'R4a' | 'R4b' | 'R5' | 'R7'
/** The roles that ask a model. */
export type ModelRoleId = 'R1' | 'R2' | 'R3' | 'R4a' | 'R4b'

export type Incoming<Actor extends string> = IncomingOf<ArtooContracts, Actor>

/** A message that `Actor` wants sent. */
export type Outgoing<Actor extends string> = MessageFrom<ArtooContracts, Actor>
