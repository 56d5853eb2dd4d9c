import { contract } from '@artoo/bus'
import { humanContracts, modelContracts, runContracts, timerContracts } from '@artoo/runtime'
import { isObject } from '@artoo/spec'
import * as z from 'zod'
import type { Integration } from '../ports/workspaces.js'
import type { AtomBrief } from '../state/brief.js'
import type { CheckData } from '../state/check-data.js'
import type { CourseChange, StateEvent } from '../state/events.js'
import { haltCodes, loopStatuses, type StateFile, stateFile } from '../state/state-file.js'
import { outputs } from './outputs.js'

const state = z
  .custom<StateFile>((value) => stateFile.safeParse(value).success, 'not a state')
  .meta({ title: 'StateFile' })
const change = z.custom<CourseChange>((value) => isObject(value) && 'type' in value).meta({ title: 'CourseChange' })
const brief = z.custom<AtomBrief>(isObject).meta({ title: 'AtomBrief' })
const stateEvent = z.custom<StateEvent>((value) => isObject(value) && 'type' in value).meta({ title: 'StateEvent' })
const text = z.string()
/** Comes back with the answer, so that one to a question of before can be told. */
const ticket = z.number().int()

const loopBegun = z
  .object({
    /** Done at once, and the loop ends as it stood. */
    change: change.nullable().default(null),
    /** A person's word on an assertion, taken in at once; the loop ends as it stood. */
    word: z.object({ text, holds: z.boolean(), by: text }).nullable().default(null),
  })
  .describe('A process takes the loop up, from the state that was last written: the `settings` of the run.')

const commit = z
  .object({ revision: z.number().int(), at: z.iso.datetime(), events: z.array(stateEvent) })
  .describe(
    'What happened to the state, which is written before anything is done about it. The state is the fold of these.',
  )

const prepare = z
  .object({ ticket, loop: text, head: text.nullable() })
  .describe('The line of work is wanted at a commit.')
const prepared = z
  .object({ ticket, head: text, protected: z.record(text, text).optional() })
  .describe('The line of work stands.')

const launchRequest = z
  .object({
    launch: text,
    role: z.enum(['probe', 'worker']),
    brief,
    /** Launches beside it that may be alive. */
    parallel: z.number().int().positive(),
  })
  .describe('A sub-agent is sent out, once the commit before it is written.')

const failure = z.object({ outcome: z.literal('failure'), reason: text })
const agentReport = z
  .object({
    launch: text,
    report: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('success'), summary: text.max(2000), artifacts: z.array(text) }),
      z.object({
        outcome: z.literal('findings'),
        feasible: z.boolean(),
        findings: text.max(2000),
        costEstimate: z.number().nullable(),
      }),
      failure,
    ]),
  })
  .describe('A sub-agent is done. Of a worker, code has decided whether its criteria hold.')
export type SubAgentReport = z.output<typeof agentReport>['report']

const abort = z.object({ launches: z.array(text), reason: text }).describe('Sub-agents are called off at once.')
const discard = z.object({ launch: text }).describe('What a sub-agent left behind is thrown away.')

const integrate = z
  .object({ ticket, launch: text, claim: z.array(text), message: text })
  .describe('The work of a sub-agent becomes a commit.')
const integrated = z
  .object({
    ticket,
    launch: text,
    result: z.custom<Integration>(isObject).meta({ title: 'Integration' }),
  })
  .describe('It stands, or it changed what it may not.')

const revert = z
  .object({ ticket, commits: z.array(text) })
  .describe('Work that lost its ground is taken back, the latest first.')
const reverted = z
  .object({ ticket, head: text, residual: z.array(text) })
  .describe('What could not be taken back is named.')

const verify = z
  .object({
    ticket,
    check: z.custom<CheckData>(isObject),
    /** Atoms whose parts are done, and whose own check a person agreed to. */
    due: z.array(z.object({ atom: text, check: z.custom<CheckData>(isObject) })),
    /** The words of people on assertions. */
    words: z.array(z.object({ text, holds: z.boolean(), by: text })),
  })
  .describe(
    'The base case, and the checks that are due, are decided in a copy of what stands; no transcript comes with it.',
  )
const verdict = z
  .object({
    ticket,
    passed: z.boolean().nullable(),
    evidence: text,
    failures: z.array(text),
    tampered: z.boolean(),
    /** The results of the checks that were due: the reason why one doesn't hold; null when it does. */
    proofs: z.array(z.object({ atom: text, fault: text.nullable() })),
  })
  .describe('Whether the base case holds; null when only a person could tell.')

const stopAsked = z.object({ reason: text.nullable() }).describe('A person wants the loop to stop.')
const redirectAsked = z
  .object({ text: text.nullable(), change: change.nullable() })
  .describe('A person wants another course: in words, as a change, or with neither, until one is sent.')
const redirectCancelled = z.object({}).describe('The person wants no change after all.')

const redirectSettled = z
  .object({ applied: z.boolean(), refusal: text.nullable() })
  .describe('The course was changed, or why it was not.')

const noWaySeen = z
  .object({
    /** Null when all atoms are done and the base case fails. */
    atom: text.nullable(),
    reason: text,
    /** The action that a person can take. */
    whatToDo: text,
  })
  .describe('Its model says that it can not be done.')

const spent = z
  .object({ tokens: z.number().int().nonnegative() })
  .describe('Tokens of the calls to models in this run so far, those of its sub-agents included.')

const loopResult = z
  .object({
    status: z.enum(loopStatuses),
    code: z.enum(haltCodes).nullable(),
    detail: text.nullable(),
    /** Fields of the alignment that are empty. */
    missing: z.array(text),
    /** Atoms and groups that are not done, as things are chosen now; parts of others are left out. */
    undone: z.array(text),
    state,
  })
  .describe('How the loop stands now that this process leaves it.')

/** The messages of a loop. Only the coordinator decides; whom it asks answers and knows nothing else. */
export const contracts = {
  ...runContracts('coordinator'),
  ...modelContracts(outputs, ['coordinator']),
  ...humanContracts(['coordinator']),
  ...timerContracts(['coordinator']),
  LoopBegun: contract(loopBegun, [['host', 'coordinator']]),
  Commit: contract(commit, [['coordinator', 'ledger']]),
  Prepare: contract(prepare, [['coordinator', 'workspaces']]),
  Prepared: contract(prepared, [['workspaces', 'coordinator']]),
  LaunchRequest: contract(launchRequest, [['coordinator', 'agents']]),
  AgentReport: contract(agentReport, [['agents', 'coordinator']]),
  Abort: contract(abort, [['coordinator', 'agents']]),
  Discard: contract(discard, [['coordinator', 'agents']]),
  Integrate: contract(integrate, [['coordinator', 'workspaces']]),
  Integrated: contract(integrated, [['workspaces', 'coordinator']]),
  Revert: contract(revert, [['coordinator', 'workspaces']]),
  Reverted: contract(reverted, [['workspaces', 'coordinator']]),
  Verify: contract(verify, [['coordinator', 'verifier']]),
  Verdict: contract(verdict, [['verifier', 'coordinator']]),
  StopAsked: contract(stopAsked, [['person', 'coordinator']]),
  RedirectAsked: contract(redirectAsked, [['person', 'coordinator']]),
  RedirectCancelled: contract(redirectCancelled, [['person', 'coordinator']]),
  RedirectSettled: contract(redirectSettled, [['coordinator', 'person']]),
  NoWaySeen: contract(noWaySeen, [['coordinator', 'host']]),
  Spent: contract(spent, [['ledger', 'coordinator']]),
  LoopResult: contract(loopResult, [['coordinator', 'host']]),
} as const

export type LoopContracts = typeof contracts

/** The status of a loop when a process leaves it. */
export type LoopResult = z.output<typeof loopResult>
