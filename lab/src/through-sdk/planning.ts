import type { Directive, ProfileName } from '@artoo/ggs'
import type { ModelRequest } from '@artoo/spec'
import { type Guidance, type Plan, replan, type Seen } from '../controller/planner.js'
import type { Choice, Plant } from '../plants/plant.js'
import { draw } from '../random.js'
import { type Data, dataOf, isData, list, objects, text, texts } from '../whole/conversation.js'
import { criteriaOf } from './judging.js'
import {
  type Ordered,
  orderIn,
  orderOf,
  partName,
  preparationOf,
  preparedIn,
  preparedName,
  saidOf,
  targetName,
  toolIn,
  toolName,
} from './words.js'
import { prepare, setUp, type World } from './world.js'

/** The first is the simulation's. */
const draws = { plan: 41, mending: 51 } as const

interface Scene {
  readonly plant: Plant
  readonly world: World
  readonly profile: ProfileName
}

interface Step extends Ordered {
  readonly first: Plan['first']
  /** The planner pauses by itself, unasked. */
  readonly isOwnPause: boolean
  /** The id that it makes good. */
  readonly replaces: string | null
  readonly context: string | null
}

const plain = { first: null, isOwnPause: false, replaces: null, context: null } as const

/** R2: at first what the plant's planner would try, then what the lab's planner makes of the brief. */
export function plan(request: ModelRequest, scene: Scene): unknown {
  const { plant, world } = scene
  const data = dataOf(request)
  const first = isData(data.directive) ? replanned(data, scene) : firstOf(plant)
  if (first === null) return { criteria: [], subtasks: [], impossible: 'nothing is left to try' }
  const [, ...said] = request.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  const asking = first.filter((step) => step.first === 'ask').map(({ part }) => part)
  if (asking.length > 0 && said.length === 0) return questionsOn(asking)
  // What is said first answers the questions.
  const refusals = asking.length > 0 ? said.slice(1) : said
  const steps = refusals.reduce((known, why, draft) => mended(known, why, { data, scene, draft }), first)
  for (const { part, first, isOwnPause } of steps) {
    if (first === 'pause' && (isOwnPause || world.isPaused())) world.waitFor(part)
  }
  const parts = plant.parts.map((_, part) => ({ text: partName(part), mode: 'verifiable' as const }))
  return {
    // What would be said twice is said once.
    criteria: parts.length === 1 ? criteriaOf(plant, 0) : parts,
    subtasks: subtasksOf(steps, data, plant),
    deadline: null,
  }
}

const questionsOn = (parts: readonly number[]) => ({
  ...{ criteria: [], subtasks: [] },
  needs: parts.map((part) => ({ question: `What does ${partName(part)} lack?` })),
})

/** What has to be there is made first, all else after it. */
function subtasksOf(steps: readonly Step[], data: Data, plant: Plant): readonly unknown[] {
  const preparations = unprepared(steps, data).map((part) => ({
    ...{ intent: preparationOf(part), sequence: 1, tools: [prepare] },
    criteria: [{ text: preparedName(part), mode: 'verifiable' as const }],
  }))
  const round = list(data.earlierPlans).length
  const work = steps.map(({ part, choice, isOwnPause, replaces, context }) => ({
    intent: `${orderOf({ part, choice })}${isOwnPause ? ` after pause${round}` : ''}`,
    sequence: preparations.length > 0 ? 2 : 1,
    criteria: criteriaOf(plant, part),
    tools: [toolName(choice.tool), setUp],
    ...(replaces !== null && { replaces }),
    context,
  }))
  return [...preparations, ...work]
}

function unprepared(steps: readonly Step[], data: Data): readonly number[] {
  const prepared = objects(data.done).map(({ intent }) => preparedIn(text(intent)))
  return steps.flatMap(({ part, first }) => (first === 'prepare' && !prepared.includes(part) ? [part] : []))
}

function firstOf({ parts }: Plant): readonly Step[] {
  return parts.map(({ first }, part) => ({ ...plain, part, choice: first }))
}

/** A new choice for each part that is open; null when one of them has none. */
function replanned(data: Data, scene: Scene): readonly Step[] | null {
  const { plant } = scene
  const round = list(data.earlierPlans).length
  const steps = missing(data, plant).map((part): Step | null => {
    const of = plant.parts[part]
    const tried = triedOf(part, data)
    if (!of || tried.length === 0) return null
    const guidance = guidanceFor(part, data, scene)
    const next = replan({
      ...{ part: of, tried, seen: seenOf(part, data, of.criteria.length), guidance, traits: plant.planner },
      draw: (purpose) => draw(plant.seed, draws.plan, part, round, purpose),
    })
    return (
      next && {
        ...{ ...plain, part, ...next, replaces: text(failureOf(part, data)?.id) || null },
        isOwnPause: next.first === 'pause' && guidance.directive !== 'wait',
      }
    )
  })
  return steps.every((step) => step !== null) ? steps : null
}

function missing(data: Data, { parts }: Plant): readonly number[] {
  const told = [...objects(data.done).map(({ intent }) => intent), ...list(data.givenUp)]
  const closed = told.map((intent) => orderIn(text(intent))?.part)
  return parts.flatMap((_, part) => (closed.includes(part) ? [] : [part]))
}

/** What was tried before, the last as it was corrected. */
function triedOf(part: number, data: Data): readonly Choice[] {
  const orders = list(data.earlierPlans).flatMap((known) => objects(known).map(({ intent }) => orderIn(text(intent))))
  const tried = orders.flatMap((order) => (order?.part === part ? [order.choice] : []))
  const { last } = saidOf(part, happened(data))
  return tried.map((choice, index) =>
    index === tried.length - 1 && last ? { ...choice, offset: last.offset } : choice,
  )
}

function seenOf(part: number, data: Data, size: number): Seen {
  const { unmet, last } = saidOf(part, happened(data))
  const logical = unmet.filter(({ failureClass }) => failureClass === 'logical').length
  return {
    failedCall: last?.failedCall ?? false,
    logical: logical > unmet.length / 2,
    share: last === null ? 1 : unmet.length / size,
  }
}

function guidanceFor(part: number, data: Data, { plant, profile }: Scene): Guidance {
  const all = isData(data.directive) ? data.directive : {}
  const own = failureOf(part, data)
  const offered = objects(data.tools).map(({ name }) => text(name))
  const tools = Array.from({ length: plant.parts[part]?.tools ?? 0 }, (_, tool) => tool)
  const mustNot = texts(own?.mustNotUse).map(toolIn)
  const forbidden = isData(data.constraints) ? texts(data.constraints.mustNot) : []
  const { unmet } = saidOf(part, happened(data))
  return {
    directive: (text(own?.directive ?? all.directive) || null) as Directive | null,
    blockedTools: tools.filter((tool) => !offered.includes(toolName(tool)) || mustNot.includes(tool)),
    isBlocked: (tool, target) =>
      forbidden.some((words) => `${words} `.startsWith(`use ${toolName(tool)} on ${targetName(part, target)} `)),
    words: profile === 'paper' ? null : (unmet[0]?.cause ?? null),
  }
}

const failureOf = (part: number, data: Data) =>
  objects(data.failed).find(({ intent }) => orderIn(text(intent))?.part === part)

const happened = ({ directive }: Data) => (isData(directive) ? text(directive.whatHappened) : '')

interface Mending {
  readonly data: Data
  readonly scene: Scene
  readonly draft: number
}

/** A plan that was turned down, with something else in it: another try where that was asked for, else another choice. */
function mended(steps: readonly Step[], why: string, { data, scene, draft }: Mending): readonly Step[] {
  const { plant } = scene
  const before = unprepared(steps, data).length
  const named = steps.map((_, index) => why.includes(`subtask ${before + index + 1} `))
  const anyNamed = named.includes(true)
  const orders = steps.map(({ part }) => guidanceFor(part, data, scene))
  const round = list(data.earlierPlans).length
  const refined = anyNamed ? -1 : orders.findIndex(({ directive }) => directive === 'refine')
  if (refined >= 0) {
    const context = `once more, as it was, the ${round}th time`
    return steps.map((step, index) => (index === refined ? { ...step, context } : step))
  }
  return steps.map((step, index) => {
    const guidance = orders[index]
    const of = plant.parts[step.part]
    if (!guidance || !of || (anyNamed ? !named[index] : index > 0)) return step
    const tried = [...triedOf(step.part, data), step.choice]
    const moved = (directive: Directive) =>
      replan({
        ...{ part: of, tried, seen: seenOf(step.part, data, of.criteria.length) },
        guidance: { ...guidance, directive },
        traits: { ...plant.planner, obedience: 1, recall: 1 },
        draw: (purpose) => draw(plant.seed, draws.mending, step.part, round, draft, purpose),
      })?.choice ?? null
    const elsewhere = guidance.directive === 'change_path' ? moved('change_path') : null
    const choice = elsewhere && !isAmong(tried, elsewhere) ? elsewhere : moved('break_symmetry')
    return choice ? { ...step, choice } : step
  })
}

function isAmong(tried: readonly Choice[], { tool, target, way }: Choice): boolean {
  return tried.some((known) => known.tool === tool && known.target === target && known.way === way)
}
