import { contract } from '@artoo/bus'
import { checkContracts, humanContracts, modelContracts, runContracts, toolContracts } from '@artoo/runtime'
import { isObject } from '@artoo/spec'
import * as z from 'zod'
import type { LessonInput } from '../lessons/lesson-megrams.js'
import { classification, type GivenClassification } from '../protocol/classification.js'
import type { LogEntry, RecalledLesson, SessionLimits } from '../protocol/log-event.js'
import { deliberationReport } from '../report/deliberation-report.js'
import type { AgentTask } from './agent-task.js'
import type { OmegaOutputs } from './outputs.js'

const text = z.string()

const deliberationBegun = z
  .object({
    problem: text.min(1),
    /** The part of the classification that the host gave; PHI finds out the rest. */
    given: z.custom<GivenClassification>(isObject).meta({ title: 'GivenClassification' }),
    limits: z.custom<SessionLimits>(isObject).meta({ title: 'SessionLimits' }),
  })
  .describe('A problem is put to the panel.')

const sessionEntry = z
  .custom<LogEntry>((value) => isObject(value) && isObject(value.event))
  .meta({ title: 'LogEntry' })
  .describe('Something happened in the session. Its whole state is the fold of these.')

const agentRequest = z
  .object({ key: text, agent: z.number().int(), task: z.custom<AgentTask>(isObject).meta({ title: 'AgentTask' }) })
  .describe('An agent that is a function of the host is asked.')
const agentReply = z
  .object({ key: text, report: z.unknown() })
  .describe('The report that it gave, which is read like one of a model.')
const agentFailure = z.object({ key: text, message: text }).describe('It threw, or took too long.')

const recallRequest = z
  .object({ problem: text, classification })
  .describe('What do earlier sessions say of such a problem?')
const recalled = z
  .object({
    lessons: z.array(z.custom<RecalledLesson>(isObject).meta({ title: 'RecalledLesson' })),
    repelled: z.array(text),
  })
  .describe('Their lessons, strongest first. None when memory could not be read, which is logged.')
const remember = z
  .object({ lesson: z.custom<Omit<LessonInput, 'id'>>(isObject).meta({ title: 'Lesson' }) })
  .describe('The session is over: its lesson is kept.')
const memoryProblem = z.object({ message: text }).describe('Memory could not be read or written; the session goes on.')

/** The messages of a deliberation. Only PHI decides; whom it asks answers and knows nothing else. */
export const contracts = {
  ...runContracts('phi'),
  ...modelContracts<OmegaOutputs, 'phi', 'phi'>({} as OmegaOutputs, ['phi'], 'phi'),
  ...toolContracts(['phi']),
  ...checkContracts(['phi']),
  ...humanContracts(['phi']),
  DeliberationBegun: contract(deliberationBegun, [['host', 'phi']]),
  SessionEntry: contract(sessionEntry, [['phi', 'log']]),
  AgentRequest: contract(agentRequest, [['phi', 'agents']]),
  AgentReply: contract(agentReply, [['agents', 'phi']]),
  AgentFailure: contract(agentFailure, [['agents', 'phi']]),
  RecallRequest: contract(recallRequest, [['phi', 'memory']]),
  Recalled: contract(recalled, [['memory', 'phi']]),
  Remember: contract(remember, [['phi', 'memory']]),
  MemoryProblem: contract(memoryProblem, [['memory', 'log']]),
  DeliberationResult: contract(deliberationReport, [['phi', 'host']]),
} as const

export type OmegaContracts = typeof contracts
