import type { Directive } from '@artoo/ggs'
import type { ModelRequest } from '@artoo/spec'
import { type Guidance, replan, type Seen } from '../controller/planner.js'
import type { Choice, Plant } from '../controller/plants/plant.js'
import { draw } from '../random.js'
import { type Data, dataOf, isData, list, objects, text, texts } from '../whole/conversation.js'
import { criteriaOf } from './judging.js'
import { type Ordered, orderIn, orderOf, partName, saidOf, targetName, toolIn, toolName } from './words.js'

/** The first is the simulation's. */
const draws = { plan: 41, mending: 51 } as const

interface Step extends Ordered {
  /** The id that it makes good. */
  readonly replaces: string | null
  readonly context: string | null
}

/** R2: at first what the plant's planner would try, then what the lab's planner makes of the brief. */
export function plan(request: ModelRequest, plant: Plant): unknown {
  const data = dataOf(request)
  const first = isData(data.directive) ? replanned(data, plant) : firstOf(plant)
  if (first === null) return { criteria: [], subtasks: [], impossible: 'nothing is left to try' }
  const [, ...refusals] = request.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  const steps = refusals.reduce((known, why, draft) => mended(known, why, { data, plant, draft }), first)
  const parts = plant.subtasks.map((_, part) => ({ text: partName(part), mode: 'verifiable' as const }))
  return {
    // What would be said twice is said once.
    criteria: parts.length === 1 ? criteriaOf(plant, 0) : parts,
    subtasks: steps.map(({ part, choice, replaces, context }) => ({
      intent: orderOf({ part, choice }),
      sequence: 1,
      criteria: criteriaOf(plant, part),
      tools: [toolName(choice.tool)],
      ...(replaces !== null && { replaces }),
      context,
    })),
    deadline: null,
  }
}

function firstOf({ subtasks }: Plant): readonly Step[] {
  return subtasks.map(({ first }, part) => ({ part, choice: first, replaces: null, context: null }))
}

/** A new choice for each part that isn't done; null when one of them has none. */
function replanned(data: Data, plant: Plant): readonly Step[] | null {
  const round = list(data.earlierPlans).length
  const steps = missing(data, plant).map((part): Step | null => {
    const subtask = plant.subtasks[part]
    const tried = triedOf(part, data)
    if (!subtask || tried.length === 0) return null
    const choice = replan({
      subtask,
      tried,
      seen: seenOf(part, data, subtask.modes.length),
      guidance: guidanceFor(part, data, plant),
      traits: plant.family.planner,
      draw: (purpose) => draw(plant.seed, draws.plan, part, round, purpose),
    })
    return choice && { part, choice, replaces: text(failureOf(part, data)?.id) || null, context: null }
  })
  return steps.every((step) => step !== null) ? steps : null
}

function missing(data: Data, { subtasks }: Plant): readonly number[] {
  const done = objects(data.done).map(({ intent }) => orderIn(text(intent))?.part)
  return subtasks.flatMap((_, part) => (done.includes(part) ? [] : [part]))
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

function guidanceFor(part: number, data: Data, { subtasks }: Plant): Guidance {
  const all = isData(data.directive) ? data.directive : {}
  const own = failureOf(part, data)
  const offered = objects(data.tools).map(({ name }) => text(name))
  const tools = Array.from({ length: subtasks[part]?.tools ?? 0 }, (_, tool) => tool)
  const mustNot = texts(own?.mustNotUse).map(toolIn)
  const targets = objects(all.blockedTargets)
  return {
    directive: (text(own?.directive ?? all.directive) || null) as Directive | null,
    blockedTools: tools.filter((tool) => !offered.includes(toolName(tool)) || mustNot.includes(tool)),
    isBlocked: (tool, target) =>
      targets.some((pair) => pair.tool === toolName(tool) && pair.target === targetName(part, target)),
  }
}

const failureOf = (part: number, data: Data) =>
  objects(data.failed).find(({ intent }) => orderIn(text(intent))?.part === part)

const happened = ({ directive }: Data) => (isData(directive) ? text(directive.whatHappened) : '')

interface Mending {
  readonly data: Data
  readonly plant: Plant
  readonly draft: number
}

/** A plan that was turned down, with something else in it: another try where that was asked for, else another choice. */
function mended(steps: readonly Step[], why: string, { data, plant, draft }: Mending): readonly Step[] {
  const named = steps.map((_, index) => why.includes(`subtask ${index + 1} `))
  const anyNamed = named.includes(true)
  const orders = steps.map(({ part }) => guidanceFor(part, data, plant))
  const refined = anyNamed ? -1 : orders.findIndex(({ directive }) => directive === 'refine')
  if (refined >= 0) {
    const context = `once more, as it was, the ${list(data.earlierPlans).length}th time`
    return steps.map((step, index) => (index === refined ? { ...step, context } : step))
  }
  return steps.map((step, index) => {
    const guidance = orders[index]
    const subtask = plant.subtasks[step.part]
    if (!guidance || !subtask || (anyNamed ? !named[index] : index > 0)) return step
    const round = list(data.earlierPlans).length
    const tried = [...triedOf(step.part, data), step.choice]
    const moved = (directive: Directive) =>
      replan({
        subtask,
        tried,
        seen: seenOf(step.part, data, subtask.modes.length),
        guidance: { ...guidance, directive },
        traits: { ...plant.family.planner, obedience: 1, recall: 1 },
        draw: (purpose) => draw(plant.seed, draws.mending, step.part, round, draft, purpose),
      })
    const elsewhere = guidance.directive === 'change_path' ? moved('change_path') : null
    const choice = elsewhere && !isAmong(tried, elsewhere) ? elsewhere : moved('break_symmetry')
    return choice ? { ...step, choice } : step
  })
}

function isAmong(tried: readonly Choice[], { tool, target }: Choice): boolean {
  return tried.some((known) => known.tool === tool && known.target === target)
}
