import type { CallObservation, Directive, Observation, OutcomeObservation, StopReason } from '@artoo/ggs'
import { draw } from '../random.js'
import { verdictsOn, verdictsOnMerge } from './judge.js'
import { replan } from './planner.js'
import { execute, goodTargetIn, type Result } from './plants/execute.js'
import type { Choice, Plant } from './plants/plant.js'
import { type Move, mostRounds, type Policy } from './policies/policy.js'

/** How a task went. */
export interface Episode {
  /** Something was delivered, and it is truly right. */
  readonly solved: boolean
  readonly delivered: boolean
  readonly reason: StopReason
  readonly rounds: number
  /** Observations, as the controller saw them. */
  readonly observations: readonly Observation[]
}

interface Part {
  tried: Choice[]
  /** Of its last round. */
  result: Result | null
  seen: { failedCall: boolean; logical: boolean; share: number }
  /** Its judges let it pass. */
  matched: boolean
  /** The outcome that it has to make good. */
  replaces: string | null
  calls: CallObservation[]
}

const draws = { plan: 41, correction: 42 } as const
/** The first attempt and two corrections. */
const mostAttempts = 3

/** One task under a policy. */
export function runEpisode(plant: Plant, policy: Policy): Episode {
  const decide = policy.start({ family: plant.family.name, seed: plant.seed })
  const parts: Part[] = plant.subtasks.map(({ first }) => ({
    tried: [first],
    result: null,
    seen: { failedCall: false, logical: false, share: 1 },
    matched: false,
    replaces: null,
    calls: [],
  }))
  const observations: Observation[] = []
  const rightAfter: boolean[] = []
  for (let round = 1; ; round++) {
    const observation = play(plant, parts, round)
    observations.push(observation)
    rightAfter.push(parts.every(({ result }) => result?.failureClass === null))
    const move = decide(observation, { remedyOf: (outcome) => remedyFor(plant, parts, outcome, round) })
    if ('end' in move) {
      const { reason, deliver } = move.end
      const solved = deliver !== null && rightAfter[deliver - 1] === true
      return { solved, delivered: deliver !== null, reason, rounds: round, observations }
    }
    if (round > 2 * mostRounds) throw new RangeError(`${policy.name} does not end`)
    if (!replanned(plant, parts, move, round)) {
      return { solved: false, delivered: false, reason: 'stalled', rounds: round, observations }
    }
  }
}

/** Plans anew what has not matched; false when everything that there is to try is blocked. */
function replanned(
  plant: Plant,
  parts: readonly Part[],
  { orders, blockedTargets }: Exclude<Move, { end: unknown }>,
  round: number,
): boolean {
  for (const [index, part] of parts.entries()) {
    const subtask = plant.subtasks[index]
    if (part.matched || !subtask) continue
    const order = orders.find(({ outcome }) => outcome === part.replaces)
    const next = replan({
      subtask,
      tried: part.tried,
      seen: part.seen,
      guidance: {
        directive: order?.directive ?? null,
        blockedTools: (order?.blockedTools ?? []).map(numberIn),
        isBlocked: (tool, target) =>
          blockedTargets.some((pair) => pair.tool === toolName(tool) && pair.target === targetName(index, target)),
      },
      traits: plant.family.planner,
      draw: (purpose) => draw(plant.seed, draws.plan, index, round, purpose),
    })
    if (next === null) return false
    part.tried.push(next)
  }
  return true
}

/** Carries out what has not matched, has it judged, and the whole of it when all of it matched. */
function play(plant: Plant, parts: readonly Part[], round: number): Observation {
  const elapsedMs = round * plant.roundMs
  const outcomes: OutcomeObservation[] = []
  for (const [index, part] of parts.entries()) {
    if (!part.matched) outcomes.push(attempt(plant, index, part, round))
  }
  const accepted = parts.every(({ matched }) => matched)
  if (!accepted || parts.length === 1) return { outcomes, elapsedMs, accepted }
  const results = parts.map(({ result }) => result)
  const criteria = verdictsOnMerge(plant, results, round)
  const rejected = criteria.flatMap(({ verdict }, index) => (verdict === 'fail' ? [parts[index]] : []))
  for (const part of rejected) if (part) Object.assign(part, { matched: false, replaces: 'task' })
  const isRejected = rejected.length > 0
  const calls = isRejected ? parts.flatMap((part) => part.calls) : []
  const task: OutcomeObservation = {
    id: 'task',
    status: isRejected ? 'failed' : 'matched',
    criteria,
    failureClass: null,
    calls,
  }
  return { outcomes: [task], elapsedMs, accepted: !isRejected }
}

function attempt(plant: Plant, index: number, part: Part, round: number): OutcomeObservation {
  let choice = part.tried.at(-1)
  if (choice === undefined) throw new RangeError('nothing is planned')
  const { tool, target } = choice
  const before = part.tried.slice(0, -1).filter((known) => known.tool === tool)
  const moment = {
    round,
    sameTool: before.length,
    sameChoice: before.filter((known) => known.target === target).length,
  }
  const results: Result[] = []
  let criteria = verdictsOn(plant, index, results, round)
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    results.push(execute(plant, index, choice, { ...moment, attempt }))
    criteria = verdictsOn(plant, index, results, round)
    if (attempt === mostAttempts || criteria.every(({ verdict }) => verdict === 'pass')) break
    // A correction by the executor sometimes hits the parameter.
    if (draw(plant.seed, draws.correction, index, round, attempt) < 0.15) {
      choice = { ...choice, offset: choice.offset - Math.sign(choice.offset) }
    }
  }
  part.tried[part.tried.length - 1] = choice
  const last = results.at(-1) ?? null
  const failing = criteria.filter(({ verdict }) => verdict === 'fail')
  const id = `subtask ${index} of round ${round}`
  const { failed = false, passing = false, lifted = false } = last ?? {}
  const calls = [
    { tool: toolName(tool), target: targetName(index, target), failed, ...((lifted || passing) && { lifted: true }) },
  ]
  const outcome: OutcomeObservation = {
    id,
    status: failing.length > 0 ? 'failed' : 'matched',
    criteria,
    failureClass: null,
    calls,
    replaces: part.replaces,
  }
  const logical = failing.filter(({ failureClass }) => failureClass === 'logical').length
  Object.assign(part, {
    result: last,
    matched: failing.length === 0,
    replaces: id,
    calls,
    seen: {
      failedCall: last?.failed ?? false,
      logical: logical > failing.length / 2,
      share: failing.length / criteria.length,
    },
  } satisfies Partial<Part>)
  return outcome
}

/** What the cause of a failure asks for. */
function remedyFor(plant: Plant, parts: readonly Part[], outcome: string, round: number): Directive {
  const index = parts.findIndex(({ replaces }) => replaces === outcome)
  const subtask = plant.subtasks[index]
  const choice = parts[index]?.tried.at(-1)
  if (!subtask || !choice) return 'refine'
  if (!subtask.rightTools.includes(choice.tool)) return 'break_symmetry'
  return choice.target === goodTargetIn(subtask, round + 1) ? 'refine' : 'change_path'
}

const toolName = (tool: number) => `tool ${tool}`
const targetName = (subtask: number, target: number) => `target ${subtask}.${target}`
const numberIn = (tool: string) => Number(tool.slice('tool '.length))
