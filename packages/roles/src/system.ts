import type { Hyperparameters, ProfileName } from '@artoo/ggs'
import type { AnyDecider, System } from '@artoo/runtime'
import { errorCode, errorMessage, type Tool } from '@artoo/spec'
import { createAgentValidator } from './agent-validator/agent-validator.js'
import { createGoalGradientSolver } from './controller/goal-gradient-solver.js'
import { type ReadFacts, readToolsOf } from './evidence/read-tools.js'
import { createExecutor } from './executor/executor.js'
import type { MemoryProfile } from './memory/memory-profile.js'
import type { MemoryProfileName } from './memory/memory-profiles.js'
import { type ArtooContracts, contracts } from './messages/contracts.js'
import { createMetaValidator } from './meta-validator/meta-validator.js'
import type { NobodyConfirms } from './people/nobody-confirms.js'
import { createPerceiver } from './perceiver/perceiver.js'
import { createDirectPlanner } from './planner/direct-planner.js'
import { createPlanner } from './planner/planner.js'
import type { PlannableCheck } from './planner/state.js'
import { surroundingsOf } from './prompts/surroundings.js'
import type { Depth } from './role/depth.js'
import type { WithShape } from './typed-output/shape.js'

/** The seven roles as a system for `createRuntime`: R7 decides how a task ends. */
export const artooSystem: System<ArtooContracts, 'R7', 'FinalResult'> = {
  contracts,
  controller: 'R7',
  result: 'FinalResult',
  version: '1',
  // The best output so far of an abandoned task is not an answer.
  answerOf: ({ directive, output }) => (directive === 'abandon' ? null : output),
  wordsOf: ({ type, payload }) =>
    type === 'UserInput' ? [payload.text, ...(payload.earlier ?? []).map(({ asked }) => asked)] : [],
  reportFailure(error) {
    const payload = { code: errorCode(error) ?? 'role_failed', message: errorMessage(error) }
    return { type: 'RoleFailure', to: 'R7', payload }
  },
}

export interface RolesOptions extends WithShape {
  /** `deferred`: models are told of the tool in one line, until a plan names it or a conversation asks for it. */
  readonly tools: readonly (Pick<Tool, 'name' | 'description' | 'surroundings'> &
    ReadFacts & { readonly deferred?: boolean | undefined })[]
  readonly checks: readonly PlannableCheck[]
  /** Facts about the world that the tools work in. @defaultValue the tools are asked */
  readonly surroundings?: readonly string[]
  /** The place where the agent runs; experiences of different places are kept apart. @defaultValue 'local' */
  readonly environment?: string
  /** Instructions of the host, in words for the models. @defaultValue none */
  readonly instructions?: string | undefined
  readonly hyperparameters?: Partial<Hyperparameters>
  /** The rule by which R7 judges a round. @defaultValue 'causes' */
  readonly profile?: ProfileName | undefined
  /** The lessons that are written and how they are read. @defaultValue 'measured' */
  readonly memoryProfile?: MemoryProfileName | MemoryProfile | undefined
  /** The amount of assurance that a task buys. @defaultValue 'lean' */
  readonly depth?: Depth | undefined
  /** The tools whose calls may be refused because no person can be asked. @defaultValue a person can be asked */
  readonly nobodyConfirms?: NobodyConfirms | undefined
  /** A person may answer the questions of a direct conversation. @defaultValue false */
  readonly asksUser?: boolean | undefined
  /** The result is a plan, and only reads are carried out. @defaultValue false */
  readonly plansOnly?: boolean | undefined
  /** Model turns with tool calls in one attempt. @defaultValue 12 */
  readonly maxToolTurns?: number
  /** Corrections of a subtask after its first attempt. @defaultValue 2 */
  readonly maxRetries?: number
  /**
   * True when the last judge asks another model than the first: it is asked for verdicts that the first still owes.
   *
   * @defaultValue false
   */
  readonly hasSecondJudge?: boolean
  /** `conversationCharacters` of the limits, by which requests are measured. @defaultValue 400_000 */
  readonly room?: number
}

/** The deciders of one task: R1, R2, R3, R4a, R4b and R7. R5 is an effect, R6 only taps. */
export function createRoles(options: RolesOptions): readonly AnyDecider[] {
  const { surroundings = surroundingsOf(options.tools) } = options
  const readTools = readToolsOf(options.tools)
  const toolNames = options.tools.map(({ name }) => name)
  const deferred = options.tools.flatMap(({ name, deferred }) => (deferred ? [name] : []))
  return [
    createPerceiver({ byModel: options.depth === 'full', room: options.room }),
    options.depth === 'direct' ? createDirectPlanner(options) : createPlanner({ ...options, surroundings }),
    createExecutor({ ...options, surroundings }),
    createAgentValidator({ ...options, readTools, deferred, toolNames }),
    createMetaValidator({ ...options, readTools }),
    createGoalGradientSolver(options),
  ]
}
