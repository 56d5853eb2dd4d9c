import type { Cause } from '@artoo/ggs'

/**
 * A kind of task. Whoever brings plants of their own exports a list of these as `families` from a module, and runs
 * `npm run lab -- --plants PATH`.
 */
export interface Family {
  readonly name: string
  /** The task of a number, from 0: the same each time. */
  plant(number: number): Plant
}

/** A task, its hidden truth, and the model that plans it. */
export interface Plant {
  /** A part of every number that is drawn for the task. */
  readonly seed: number
  /** Each of them has to be right for the task to be right. */
  readonly parts: readonly PartPlant[]
  /** Milliseconds that a round takes. */
  readonly roundMs: number
  readonly planner: PlannerTraits
  readonly judge: JudgeTraits
  /** The chance that a person who is asked gives the answer or access that is missing. */
  readonly personAnswers: number
}

/** The way in which a part is tried. Tools, targets and ways are numbers from 0. */
export interface Choice {
  readonly tool: number
  readonly target: number
  /** The method: the reasoning behind it, whatever the tool. */
  readonly way: number
  /** Steps between the parameter and the right one. */
  readonly offset: number
}

/** A subtask and its hidden truth. */
export interface PartPlant {
  readonly tools: number
  readonly targets: number
  readonly ways: number
  readonly criteria: readonly CriterionPlant[]
  /** The first plan. Its parameter is the plan's; `fresh` gives those of other tools, targets and ways. */
  readonly first: Choice
  /** Steps from the right parameter with which a new tool, target or way begins. `draw`: a number in [0, 1). */
  fresh(draw: number): number
  /** What truly comes of a choice. Pure: it may depend on nothing but its arguments and the plant. */
  attempt(choice: Choice, moment: Moment): Attempted
}

export interface CriterionPlant {
  /** `code`: a check decides it and is never wrong. `judge`: a model does. */
  readonly basis: 'code' | 'judge'
  readonly mode: 'verifiable' | 'plausible'
}

/** The state of the world in which a part is tried. */
export interface Moment {
  /** 1 for the first. */
  readonly round: number
  /** 1 for the first attempt of the round; later ones are corrections. */
  readonly attempt: number
  /** The number of earlier rounds in which this part was tried with the same tool, target and way. */
  readonly sameChoice: number
  /** The number of earlier rounds in which it was tried with the same tool. */
  readonly sameTool: number
  /** Which parts are truly done, by number. */
  readonly done: readonly boolean[]
  /** The plan of some round so far brought about what has to be there first. */
  readonly isPrepared: boolean
  /** Rounds so far before which the task paused. */
  readonly pauses: number
  /** A person gave the missing answer or access. */
  readonly isAnswered: boolean
}

/** What truly came of a choice. */
export interface Attempted {
  /** Whether each criterion is truly met, in their order. */
  readonly met: readonly boolean[]
  /** The cause that has to be put right next; null when all are met. Never `judged_wrongly`. */
  readonly cause: Cause | null
  /** A call failed with an error. @defaultValue false */
  readonly failed?: boolean
  /** The code of that error as code would see it. `passing`: a time limit, an outage. `missing`: the target does not exist. @defaultValue 'other' */
  readonly error?: 'missing' | 'passing' | 'denied' | 'said_no' | 'other'
  /** The work changed the world after the call failed. @defaultValue false */
  readonly changed?: boolean
  /** The directive that would truly help most, where the cause alone does not say it: `deliver` for a part that cannot be done. */
  readonly isImpossible?: boolean
}

/** The behaviour of the model that plans. Shares are of replans. */
export interface PlannerTraits {
  /** Share in which it does what a directive says. */
  readonly obedience: number
  /** Share in which it understands what the judge wrote, when it goes its own way. */
  readonly reading: number
  /** Share in which it keeps its tool, when it neither obeys nor reads. */
  readonly stickiness: number
  /** Share in which a parameter is moved the right way. */
  readonly aim: number
  /** Share in which it remembers what it tried before. */
  readonly recall: number
}

export interface JudgeTraits {
  /** Share of unmet criteria that pass, and of met ones that fail. They last for the round. Criteria that code decides have none. */
  readonly falsePass: number
  readonly falseFail: number
  /** Share of failures whose coarse class, logical or environmental, is taken for the other one. */
  readonly classErrors: number
}
