import { contract, type EnvelopeOf, type MessageFrom } from '@artoo/bus'
import {
  checkContracts,
  hookContracts,
  humanContracts,
  type Incoming as IncomingOf,
  modelContracts,
  runContracts,
  timerContracts,
  toolContracts,
  userWordsContract,
} from '@artoo/runtime'
import * as control from './control.js'
import * as escalation from './escalation.js'
import * as execution from './execution.js'
import * as memory from './memory.js'
import * as need from './need.js'
import * as outcome from './outcome.js'
import { outputs } from './outputs.js'
import * as plan from './plan.js'
import * as steering from './steering.js'
import * as task from './task.js'

/**
 * Every message, and who may send it to whom. R6, the auditor, is not here: it only taps.
 * `host` is the program that embeds artoo; `model`, `tools` and `checks` are its ports; `log` receives nothing, what
 * is addressed to it stands in the log.
 */
export const contracts = {
  UserInput: contract(task.userInput.describe("The task in the user's words."), [['host', 'R1']]),
  TaskSpec: contract(
    task.taskSpec.describe(
      'What the user wants, still as fuzzy as the user put it. `rawInput` is copied by code, never by a model.',
    ),
    [['R1', 'R2']],
  ),
  Deadline: contract(
    task.deadline.describe(
      'By when the user wants it: then the task ends, however long people took. Milliseconds since the Unix epoch; a time that was named and can’t be kept is null, and `problem` says why.',
    ),
    [
      ['R1', 'R7'],
      ['R2', 'R7'],
    ],
  ),

  MemoryQuery: contract(
    memory.memoryQuery.describe('What the planner wants to know from experience, before every plan.'),
    [['R2', 'R5']],
  ),
  MemoryReading: contract(
    memory.memoryReading.describe(
      'What memory knows. `error` says why it could not be read; planning goes on without it.',
    ),
    [['R5', 'R2']],
  ),
  SubTask: contract(
    plan.subTask.describe(
      'One unit of work. `subtaskId` is assigned by code. Subtasks of one `sequence` run in parallel.',
    ),
    [
      ['R2', 'R3'],
      ['R2', 'R4a'],
    ],
  ),
  DispatchManifest: contract(
    plan.dispatchManifest.describe('What the meta-validator must wait for, and hold the merged result against.'),
    [['R2', 'R4b']],
  ),
  Answer: contract(plan.answer.describe('What needs no tool, answered at once. Nobody judges it.'), [['R2', 'R7']]),
  Unanswered: contract(
    need.unanswered.describe('What the planner has to ask and nobody answered: the task ends with the questions.'),
    [['R2', 'R7']],
  ),
  SequenceCompleted: contract(
    plan.sequenceCompleted.describe('All subtasks of a sequence matched: the planner may dispatch the next one.'),
    [['R4b', 'R2']],
  ),

  ExecutionResult: contract(
    execution.executionResult.describe('How one attempt at a subtask ended, with every tool call as evidence.'),
    [['R3', 'R4a']],
  ),
  PlanWanted: contract(
    escalation.planWanted.describe(
      'A direct conversation hands its task to the planner, before it has changed anything.',
    ),
    [['R3', 'R2']],
  ),
  Action: contract(execution.action.describe('A tool call that changed something, or was refused, as it happens.'), [
    ['R3', 'R7'],
  ]),
  CorrectionSignal: contract(
    execution.correctionSignal.describe('The attempt failed a criterion: what was wrong, and what to do about it.'),
    [['R4a', 'R3']],
  ),
  SubTaskOutcome: contract(
    outcome.subTaskOutcome.describe(
      "What crosses from the fast loop to the medium loop: the last attempt, with every criterion's record.",
    ),
    [['R4a', 'R4b']],
  ),

  Progress: contract(
    outcome.progress.describe(
      'An outcome, or an attempt that is judged next or was sent back, reported at once so that a task that is cut off delivers what it reached.',
    ),
    [
      ['R4a', 'R7'],
      ['R4b', 'R7'],
    ],
  ),
  ReplanRequest: contract(
    outcome.replanRequest.describe('The round failed; carries all that the controller needs for its loss.'),
    [['R4b', 'R7']],
  ),
  OutcomeSummary: contract(outcome.outcomeSummary.describe('The merged output passed every task criterion.'), [
    ['R4b', 'R7'],
  ]),
  Escalation: contract(
    escalation.escalation.describe('Why a direct conversation is judged, or planned anew, in a task of depth `auto`.'),
    [
      ['R2', 'log'],
      ['R4a', 'log'],
    ],
  ),
  Steering: contract(steering.steering.describe('What the user added while the task was under way.'), [
    ['R7', 'R2'],
    ['R7', 'R3'],
  ]),
  SteeringHeard: contract(
    steering.steeringHeard.describe(
      'A model is told of what was added with its next call; the rest is missing from the result.',
    ),
    [
      ['R2', 'R7'],
      ['R3', 'R7'],
    ],
  ),
  ControlDecision: contract(control.controlDecision.describe('The whole decision of a round, for the log.'), [
    ['R7', 'log'],
  ]),
  PlanDirective: contract(
    control.planDirective.describe('What kind of change the next plan must make, and what it may not use.'),
    [['R7', 'R2']],
  ),
  FinalResult: contract(control.finalResult.describe('The one result of a task, on every path.'), [['R7', 'host']]),
  Megram: contract(memory.megram.describe('An experience to be kept.'), [['R7', 'R5']]),
  MemoryFailure: contract(memory.memoryFailure.describe('An experience that could not be kept.'), [['R5', 'log']]),

  RoleFailure: contract(control.roleFailure.describe("A role that can't do its part: the task ends."), [
    ['R1', 'R7'],
    ['R2', 'R7'],
    ['R3', 'R7'],
    ['R4a', 'R7'],
    ['R4b', 'R7'],
    ['R7', 'R7'],
  ]),

  ...runContracts('R7'),
  ...userWordsContract('R7'),
  ...hookContracts(),
  ...humanContracts(['R1', 'R2', 'R3']),
  ...modelContracts(outputs, ['R1', 'R2', 'R3', 'R4a', 'R4b'], 'R7'),
  ...toolContracts(['R3', 'R4a', 'R4b']),
  ...checkContracts(['R4a', 'R4b']),
  ...timerContracts(['R3', 'R7']),
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
