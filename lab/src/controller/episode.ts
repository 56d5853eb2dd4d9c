import {
  type CallObservation,
  type Cause,
  type CriterionObservation,
  intentResultDistance,
  type Observation,
  type OutcomeObservation,
  type StopReason,
  type Trust,
} from '@artoo/ggs'
import type { Attempted, Choice, Plant } from '../plants/plant.js'
import { draw } from '../random.js'
import { type Naming, verdictsOn, verdictsOnMerge } from './judge.js'
import { type Plan, replan } from './planner.js'
import { type End, type Move, mostRounds, type Policy } from './policies/policy.js'

/** How a task went. */
export interface Episode {
  /** The whole was delivered, and it is truly right. */
  readonly solved: boolean
  readonly delivers: End['delivers']
  readonly reason: StopReason
  readonly confidence: number | null
  /** Parts that are delivered and truly right, of those that can be done at all. */
  readonly rightParts: number
  readonly possibleParts: number
  /** Parts that are delivered as done and are not. */
  readonly wrongParts: number
  readonly rounds: number
  /** Model calls: one for a plan, two for each attempt at a part, one for a merge. */
  readonly calls: number
  /** The facts by which a host is told how far to trust what is delivered, and whether it is right; null when nothing is. */
  readonly trust: (Trust & { readonly isRight: boolean }) | null
  /** Observations, as the controller saw them. */
  readonly observations: readonly Observation[]
}

interface Part {
  tried: Choice[]
  /** Of its last round. */
  result: Attempted | null
  seen: { failedCall: boolean; logical: boolean; share: number; named: Cause | null }
  /** Its judges let it pass. */
  matched: boolean
  /** The controller leaves it as it is. */
  left: boolean
  /** The outcome that it has to make good. */
  replaces: string | null
  calls: CallObservation[]
  outcome: OutcomeObservation | null
  isPrepared: boolean
  isAnswered: boolean
  pauses: number
  isImpossible: boolean
}

interface Game {
  readonly plant: Plant
  readonly naming: Naming
  readonly policy: Policy
  readonly parts: Part[]
  calls: number
}

const draws = { plan: 41, correction: 42, person: 43 } as const
/** The first attempt and two corrections. */
const mostAttempts = 3

/** One task under a policy. */
export function runEpisode(
  plant: Plant,
  policy: Policy,
  { family, naming }: { readonly family: string; readonly naming: Naming },
): Episode {
  const decide = policy.start({ family, seed: plant.seed })
  const parts: Part[] = plant.parts.map(({ first }) => ({
    ...{ tried: [first], result: null, matched: false, left: false, replaces: null, calls: [], outcome: null },
    ...{ seen: { failedCall: false, logical: false, share: 1, named: null } },
    ...{ isPrepared: false, isAnswered: false, pauses: 0, isImpossible: false },
  }))
  const game: Game = { plant, naming, policy, parts, calls: 0 }
  const observations: Observation[] = []
  const rightAfter: boolean[] = []
  const ended = (end: End): Episode => {
    const isWhole = end.delivers === 'result'
    const delivered = end.delivers === 'nothing' ? [] : parts.filter(({ matched }) => isWhole || matched)
    return {
      solved: isWhole && rightAfter[end.round - 1] === true,
      delivers: end.delivers,
      reason: end.reason,
      confidence: end.confidence ?? null,
      rightParts: delivered.filter(({ result }) => result?.cause === null).length,
      possibleParts: parts.filter(({ isImpossible }) => !isImpossible).length,
      wrongParts: delivered.filter(({ result }) => result?.cause !== null).length,
      trust: trustIn(plant, parts, end, observations),
      ...{ rounds: observations.length, calls: game.calls, observations },
    }
  }
  for (let round = 1; ; round++) {
    observations.push(play(game, round))
    rightAfter.push(parts.every(({ result }) => result?.cause === null))
    const observation = observations.at(-1) as Observation
    const move = decide(observation, { causeOf: (outcome) => causeOf(parts, outcome) })
    if ('end' in move) return ended(move.end)
    if (round > 2 * mostRounds) throw new RangeError(`${policy.name} does not end`)
    if (!replanned(game, move, round)) {
      const delivers = parts.some(({ matched }) => matched) ? 'parts' : 'nothing'
      return ended({ reason: 'stalled', delivers, round })
    }
  }
}

/** Of what is delivered: all parts of a result, else those that are done. */
function trustIn(
  plant: Plant,
  parts: readonly Part[],
  { delivers, round }: End,
  observations: readonly Observation[],
): Episode['trust'] {
  const given = parts.flatMap((part, index) => (delivers === 'result' || part.matched ? [{ part, index }] : []))
  const observation = observations[round - 1] ?? observations.at(-1)
  if (delivers === 'nothing' || given.length === 0 || !observation) return null
  const criteria = given.flatMap(({ index }) => plant.parts[index]?.criteria ?? [])
  const judged = criteria.filter(({ basis }) => basis === 'judge').length / Math.max(1, criteria.length)
  const D = delivers === 'parts' ? 0 : intentResultDistance(observation.outcomes, { met: observation.met ?? 0 })
  const isRight = given.every(({ part }) => part.result?.cause === null)
  return { D, judged, rounds: observations.length, isRight }
}

function causeOf(parts: readonly Part[], outcome: string): Cause | 'impossible' | null {
  const part = parts.find(({ replaces, matched }) => replaces === outcome && !matched)
  if (part?.isImpossible) return 'impossible'
  return part?.result?.cause ?? null
}

/** Plans anew what has not matched; false when everything that there is to try is blocked. */
function replanned(
  { plant, parts, policy }: Game,
  { orders, blockedTargets }: Exclude<Move, { end: unknown }>,
  round: number,
): boolean {
  const isLeft = (part: Part) =>
    orders.some(({ outcome, directive }) => outcome === part.replaces && directive === 'deliver')
  for (const [index, part] of parts.entries()) {
    const of = plant.parts[index]
    if (part.matched || !of) continue
    if (isLeft(part)) part.left = true
    if (part.left) continue
    const order = orders.find(({ outcome }) => outcome === part.replaces)
    const next = replan({
      part: of,
      tried: part.tried,
      seen: part.seen,
      guidance: {
        directive: order?.directive ?? null,
        words: policy.words ? part.seen.named : null,
        blockedTools: (order?.blockedTools ?? []).map(numberIn),
        isBlocked: (tool, target) =>
          blockedTargets.some((pair) => pair.tool === toolName(tool) && pair.target === targetName(index, target)),
      },
      traits: plant.planner,
      draw: (purpose) => draw(plant.seed, draws.plan, index, round, purpose),
    })
    if (next === null) return false
    prepare(plant, part, next, { index, round })
  }
  return true
}

/** What a plan does before the work itself. */
function prepare(
  plant: Plant,
  part: Part,
  { choice, first }: Plan,
  { index, round }: { readonly index: number; readonly round: number },
): void {
  part.tried.push(choice)
  if (first === 'prepare') part.isPrepared = true
  if (first === 'pause') part.pauses++
  if (first === 'ask' && draw(plant.seed, draws.person, index, round) < plant.personAnswers) part.isAnswered = true
}

/** Carries out what has not matched, has it judged, and the whole of it when all of it matched. */
function play(game: Game, round: number): Observation {
  const { plant, parts } = game
  game.calls++
  const elapsedMs = round * plant.roundMs
  const outcomes: OutcomeObservation[] = []
  const met = parts.flatMap((part, index) => (part.matched ? (plant.parts[index]?.criteria ?? []) : [])).length
  for (const [index, part] of parts.entries()) {
    if (part.left && part.outcome) outcomes.push({ ...part.outcome, calls: [], left: true })
    else if (!part.matched) outcomes.push(attempt(game, index, part, round))
  }
  const isChanged = outcomes.some(({ calls }) => calls.some((call) => call.changed))
  const shared = { elapsedMs, ...(isChanged && { changed: true }) }
  const isAllMatched = parts.every(({ matched }) => matched)
  if (!isAllMatched || parts.length === 1) return { outcomes, ...shared, accepted: isAllMatched, met }
  game.calls++
  const criteria = verdictsOnMerge(
    parts.map(({ result }) => result),
    { ...game, round },
  )
  const rejected = criteria.flatMap(({ verdict }, index) => (verdict === 'fail' ? [parts[index]] : []))
  for (const part of rejected) if (part) Object.assign(part, { matched: false, replaces: 'task' })
  const isRejected = rejected.length > 0
  const calls = isRejected ? parts.flatMap((part) => part.calls) : []
  const status = isRejected ? 'failed' : 'matched'
  const task: OutcomeObservation = { id: 'task', status, criteria, failureClass: null, calls }
  return { outcomes: [task], ...shared, accepted: !isRejected }
}

function attempt(game: Game, index: number, part: Part, round: number): OutcomeObservation {
  const { plant, parts, policy } = game
  const of = plant.parts[index]
  let choice = part.tried.at(-1)
  if (choice === undefined || of === undefined) throw new RangeError('nothing is planned')
  const { tool, target, way } = choice
  const before = part.tried.slice(0, -1).filter((known) => known.tool === tool)
  const moment = {
    ...{
      round,
      sameTool: before.length,
      isPrepared: part.isPrepared,
      isAnswered: part.isAnswered,
      pauses: part.pauses,
    },
    sameChoice: before.filter((known) => known.target === target && known.way === way).length,
    done: parts.map(({ result }) => result?.cause === null),
  }
  const results: Attempted[] = []
  let criteria: readonly CriterionObservation[] = []
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const result = of.attempt(choice, { ...moment, attempt })
    if (result.isImpossible) part.isImpossible = true
    results.push(result)
    game.calls += 2
    criteria = verdictsOn(results, { ...game, index, round })
    const named = criteria.find(({ verdict }) => verdict === 'fail')?.cause ?? null
    if (attempt === mostAttempts || criteria.every(({ verdict }) => verdict === 'pass')) break
    if (policy.corrects && !policy.corrects(named)) break
    // A correction by the executor sometimes hits the parameter.
    if (draw(plant.seed, draws.correction, index, round, attempt) < 0.15) {
      choice = { ...choice, offset: choice.offset - Math.sign(choice.offset) }
    }
  }
  part.tried[part.tried.length - 1] = choice
  const outcome = outcomeOf(criteria, { index, round, part, choice, last: results.at(-1) ?? null })
  return outcome
}

interface Tried {
  readonly index: number
  readonly round: number
  readonly part: Part
  readonly choice: Choice
  readonly last: Attempted | null
}

function outcomeOf(
  criteria: readonly CriterionObservation[],
  { index, round, part, choice, last }: Tried,
): OutcomeObservation {
  const failing = criteria.filter(({ verdict }) => verdict === 'fail')
  const id = `part ${index} of round ${round}`
  const { failed = false, error = 'other', changed = false } = last ?? {}
  const lifted = changed || error === 'passing'
  const calls = [
    {
      ...{ tool: toolName(choice.tool), target: targetName(index, choice.target), failed },
      ...(failed && { error, ...(lifted && { lifted: true }), ...(changed && { changed: true }) }),
    },
  ]
  const outcome: OutcomeObservation = {
    ...{
      id,
      status: failing.length > 0 ? ('failed' as const) : ('matched' as const),
      criteria,
      failureClass: null,
      calls,
    },
    replaces: part.replaces,
  }
  const logical = failing.filter(({ failureClass }) => failureClass === 'logical').length
  Object.assign(part, {
    result: last,
    matched: failing.length === 0,
    replaces: id,
    calls,
    outcome,
    seen: {
      failedCall: failed,
      logical: logical > failing.length / 2,
      share: failing.length / Math.max(1, criteria.length),
      named: failing[0]?.cause ?? null,
    },
  } satisfies Partial<Part>)
  return outcome
}

const toolName = (tool: number) => `tool ${tool}`
const targetName = (index: number, target: number) => `target ${index}.${target}`
const numberIn = (tool: string) => Number(tool.slice('tool '.length))
